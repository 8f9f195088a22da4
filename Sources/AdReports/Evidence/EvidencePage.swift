// SPDX-License-Identifier: MIT

/// The first page of a folder with the evidence of one person: what was said, what it allowed, what was
/// loaded, and how a stranger checks it. Nothing from the network, every text escaped, light, dark and on
/// paper.
package struct EvidencePage: Sendable {
  /// How a value is to be seen.
  package enum Tone: String, Sendable {
    case plain, good, bad
  }

  /// A name with its value.
  package struct Field: Sendable {
    let name: String
    let value: String
    let tone: Tone

    /// Describes a field.
    package init(_ name: String, _ value: String, _ tone: Tone = .plain) {
      self.name = name
      self.value = value
      self.tone = tone
    }
  }

  /// A part of a section.
  package enum Block: Sendable {
    /// Names with their values.
    case fields([Field])
    /// A table: its title, its heads, and its rows of as many cells; `links` says whether the first cell of
    /// a row is the name of a file of the folder.
    case table(String, heads: [String], rows: [[String]], links: Bool = false)
    /// A text byte for byte, under a title.
    case verbatim(String, String)
    /// A paragraph.
    case words(String)
  }

  /// A section, on paper together as far as there is room.
  package struct Section: Sendable {
    let title: String
    let blocks: [Block]

    /// Describes a section.
    package init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  let title: String
  let subtitle: String
  let figures: [Field]
  let sections: [Section]
  let footer: String

  /// Puts a page together.
  /// - Parameters:
  ///   - subtitle: Of whom it is, and of when.
  ///   - figures: What is seen first.
  ///   - footer: What it does not show.
  package init(
    title: String, subtitle: String, figures: [Field], sections: [Section], footer: String
  ) {
    self.title = title
    self.subtitle = subtitle
    self.figures = figures
    self.sections = sections
    self.footer = footer
  }

  /// The page.
  package var html: String {
    let cards = figures.map { figure -> Markup in
      """
      <div class="card \(figure.tone.rawValue)"><dt>\(figure.name)</dt><dd>\(figure.value)</dd></div>
      """
    }
    let contents = sections.enumerated().map { number, section -> Markup in
      "<li><a href=\"#part-\(String(number))\">\(section.title)</a></li>"
    }
    return ReportPage(
      title: title, subtitle: subtitle, style: Self.style,
      main: """
        <dl class="cards">\(.joined(cards))</dl>
        <nav><ol>\(.joined(contents))</ol></nav>
        \(.joined(sections.enumerated().map(Self.markup)))
        """,
      footer: "<p>\(footer)</p>"
    ).html
  }

  private static func markup(of number: Int, _ section: Section) -> Markup {
    """
    <section id="part-\(String(number))"><h2>\(section.title)</h2>
    \(.joined(section.blocks.map(markup)))</section>
    """
  }

  private static func markup(of block: Block) -> Markup {
    switch block {
    case .words(let words): return "<p>\(words)</p>"
    case .verbatim(let title, let text):
      return "<h3>\(title)</h3><pre>\(text)</pre>"
    case .fields(let fields):
      let rows = fields.map { field -> Markup in
        """
        <tr><th scope="row">\(field.name)</th><td class="\(field.tone.rawValue)">\(field.value)</td></tr>
        """
      }
      return """
        <div class="scroll"><table class="fields"><tbody>\(.joined(rows))</tbody></table></div>
        """
    case .table(let title, let heads, let rows, let links):
      let heads = heads.map { "<th scope=\"col\">\($0)</th>" as Markup }
      let rows = rows.map { row -> Markup in
        let cells = row.enumerated().map { place, cell -> Markup in
          if links, place == 0 { return "<td><a href=\"\(cell)\">\(cell)</a></td>" }
          return isBroken(cell) ? "<td>\(cell)</td>" : "<td class=\"whole\">\(cell)</td>"
        }
        return "<tr>\(.joined(cells))</tr>"
      }
      return """
        <h3>\(title)</h3><div class="scroll"><table class="words"><thead><tr>\(.joined(heads))</tr></thead>
        <tbody>\(.joined(rows))</tbody></table></div>
        """
    }
  }

  /// Whether a cell has a word that is too long for a narrow column, and so is broken anywhere.
  private static func isBroken(_ cell: String) -> Bool {
    cell.split(separator: " ").contains { $0.count > 24 }
  }

  /// What this page has beside the style of all reports.
  static let style = """
    .card dd{font-size:18px;overflow-wrap:anywhere}
    .card.good{border-left:4px solid var(--c)}.card.bad{border-left:4px solid var(--b)}
    td.good{color:var(--c);font-weight:600}td.bad{color:var(--b);font-weight:600}
    nav ol{margin:0 0 8px;padding-left:22px;columns:2;font-size:14px}a{color:var(--a)}
    section{scroll-margin-top:12px}section>p{max-width:76ch}
    h3{margin:18px 0 6px;font-size:15px}
    pre{margin:0;padding:10px 12px;background:var(--card);border:1px solid var(--rule);border-radius:8px;
    font:12px/1.5 ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere}
    .words th,.words td,.fields th,.fields td{text-align:left;white-space:normal;overflow-wrap:anywhere;
    vertical-align:top}
    .words th:first-child{min-width:0}.words th,.words td.whole{overflow-wrap:normal}
    .fields th:first-child{width:210px;min-width:130px;color:var(--faint);font-weight:400}
    @media (max-width:600px){body{padding:12px}.cards{grid-template-columns:1fr}nav ol{columns:1}
    .fields th:first-child{width:120px;min-width:100px}}
    @media print{nav{display:none}pre{break-inside:auto}a{color:inherit;text-decoration:none}}
    """
}
