// SPDX-License-Identifier: MIT
package import AdModel

/// An inventory with what stands around it, as one page to open, search, print and send: nothing from
/// the network, every text escaped, light and dark. It says nothing of single people.
package struct InventoryReport: Sendable {
  /// A unit with what it sends and what is wrong with it.
  package struct Unit: Sendable {
    let unit: InventoryUnit
    let sends: [TargetingEntry]
    let findings: [LintFinding]

    /// Describes a unit.
    /// - Parameter findings: What lint found that is not silenced.
    package init(_ unit: InventoryUnit, sends: [TargetingEntry], findings: [LintFinding]) {
      self.unit = unit
      self.sends = sends
      self.findings = findings
    }
  }

  /// A page with what is set for it.
  package struct Page: Sendable {
    let id: PageID
    let words: String
    let targeting: AdTargeting

    /// Describes a page.
    /// - Parameter words: Its distances and whatever else is set, as a sentence.
    package init(_ id: PageID, words: String, targeting: AdTargeting) {
      self.id = id
      self.words = words
      self.targeting = targeting
    }
  }

  /// A table of a section: its heads, and its rows of as many cells.
  package struct Table: Sendable {
    let title: String
    let note: String
    let heads: [String]
    let rows: [[String]]

    /// Describes a table.
    /// - Parameters:
    ///   - note: What has to be known to read it; empty for nothing.
    ///   - rows: Each with as many cells as there are heads.
    package init(_ title: String, note: String = "", heads: [String], rows: [[String]]) {
      self.title = title
      self.note = note
      self.heads = heads
      self.rows = rows
    }
  }

  /// A figure that is seen first.
  package struct Figure: Sendable {
    let name: String
    let value: String
    let remark: String

    /// Describes a figure.
    package init(_ name: String, _ value: String, _ remark: String = "") {
      self.name = name
      self.value = value
      self.remark = remark
    }
  }

  /// The units that are drawn; more are counted.
  package static let mostUnits = 3_000

  let subtitle: String
  let figures: [Figure]
  let app: AdTargeting
  let pages: [Page]
  let units: [Unit]
  let tables: [Table]

  /// Puts a report together.
  /// - Parameters:
  ///   - subtitle: Of which database it is, and of when.
  ///   - app: What every unit sends.
  ///   - pages: By name.
  ///   - units: Of all pages and of none, archived ones too.
  ///   - tables: What else there is to tell, in order.
  package init(
    subtitle: String, figures: [Figure], app: AdTargeting, pages: [Page], units: [Unit],
    tables: [Table]
  ) {
    self.subtitle = subtitle
    self.figures = figures
    self.app = app
    self.pages = pages
    self.units = units
    self.tables = tables
  }

  /// The page.
  package var html: String {
    ReportPage(
      title: "Inventory", subtitle: subtitle, style: Self.style, script: Self.search,
      main: .joined([field, cards, everywhere, sections, .joined(tables.map(Self.section))]),
      footer: """
        <p>A unit's drawing has its declared sizes and, dashed, the size that its container begins with, \
        in one scale as far as there is room. Chips are what it sends in targeting, after those of its page and of the app. \
        Nothing here is of single people; who made a change, 'adview-admin log' says.</p>
        """
    ).html
  }

  // MARK: Parts

  private var field: Markup {
    """
    <p class="find"><input id="find" type="search" autocomplete="off" \
    placeholder="Find: id, path, size, key=value, paused, error …" aria-label="Find in this page" \
    aria-describedby="found"><span id="found" role="status"></span></p>
    """
  }

  private var cards: Markup {
    let cards = figures.map { figure -> Markup in
      """
      <div class="card"><dt>\(figure.name)</dt><dd>\(figure.value)<small>\(figure.remark)</small></dd></div>
      """
    }
    return "<section><dl class=\"cards\">\(Markup.joined(cards))</dl></section>"
  }

  private var everywhere: Markup {
    app.isEmpty ? "" : "<section><h2>Sent by every unit</h2>\(Self.chips(app.entries))</section>"
  }

  /// The pages with their units, then the units of no page, then the archived ones.
  private var sections: Markup {
    guard !units.isEmpty || !pages.isEmpty else {
      return """
        <section><h2>No ad unit yet</h2><p>'adview-admin unit add ID --page PAGE --size 300x250' adds one; \
        'adview-admin import inventory FILE' takes them from Ad Manager, Prebid or a spreadsheet.</p></section>
        """
    }
    var left = Self.mostUnits
    var parts: [Markup] = []
    func add(_ title: String, _ words: String, _ targeting: AdTargeting?, _ all: [Unit]) {
      let drawn = all.prefix(left)
      left -= drawn.count
      let more =
        all.count > drawn.count
        ? "\((all.count - drawn.count).counted("unit")) more: adview-admin unit list" : ""
      parts.append(
        """
        <section data-find-in><h2>\(title) <small>\(all.count.counted("unit"))</small></h2>
        <p>\(words)</p>\(targeting.map { Self.chips($0.entries) } ?? "")
        <div class="units">\(Markup.joined(drawn.map(\.card)))</div><p>\(more)</p></section>
        """)
    }
    let living = units.filter { $0.unit.status != .archived }
    let byPage = Dictionary(grouping: living, by: \.unit.page)
    for page in pages {
      add("Page \(page.id)", page.words, page.targeting, byPage[page.id] ?? [])
    }
    if let pageless = byPage[nil] { add("On no page", "", nil, pageless) }
    let archived = units.filter { $0.unit.status == .archived }
    if !archived.isEmpty { add("Archived", "Not served, and hidden from lists.", nil, archived) }
    return .joined(parts)
  }

  static func chips(_ entries: [TargetingEntry]) -> Markup {
    guard !entries.isEmpty else { return "" }
    let chips = entries.map { entry -> Markup in
      "<li>\("\(entry.key)=\(entry.values.joined(separator: ","))")</li>"
    }
    return "<ul class=\"chips\">\(Markup.joined(chips))</ul>"
  }

  private static func section(_ table: Table) -> Markup {
    let rows = table.rows.map { row -> Markup in
      "<tr data-find>\(Markup.joined(row.map { "<td>\($0)</td>" as Markup }))</tr>"
    }
    let heads = table.heads.map { "<th scope=\"col\">\($0)</th>" as Markup }
    return """
      <section data-find-in><h2>\(table.title)</h2><p>\(table.note)</p>
      <div class="scroll"><table class="words"><thead><tr>\(Markup.joined(heads))</tr></thead>
      <tbody>\(Markup.joined(rows))</tbody></table></div></section>
      """
  }
}
