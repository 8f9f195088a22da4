// SPDX-License-Identifier: MIT
import AdModel

extension InventoryReport.Unit {
  /// The unit with a drawing of its sizes.
  var card: Markup {
    let place = unit.position.map { "position \($0)" }
    let facts = [
      unit.adManagerPath?.rawValue, place, unit.media == .video ? "video" : nil, limits,
      unit.label.isShown ? "label \(unit.label.text.quotedForDisplay)" : nil,
      unit.notes.isEmpty ? nil : unit.notes,
    ]
    let words = facts.compactMap { $0 }.map { "<p>\($0)</p>" as Markup }
    let status: Markup =
      unit.status == .active
      ? "" : " <small class=\"status\">\(unit.status.rawValue)</small>"
    let found = findings.map { finding -> Markup in
      """
      <li class="\(finding.rule.severity.rawValue)"><b>\(finding.rule.severity.rawValue)</b> \
      \(finding.what): \(finding.rule.advice)</li>
      """
    }
    return """
      <article data-find class="\(unit.status.rawValue)"><h3>\(unit.id.rawValue)\(status)</h3>
      <div class="unit">\(drawing)<div>\(sizes)\(Markup.joined(words))</div></div>\
      \(InventoryReport.chips(sends))\
      \(found.isEmpty ? "" : "<ul class=\"found\">\(Markup.joined(found))</ul>" as Markup)</article>
      """
  }

  private var sizes: Markup {
    let texts = unit.declaredSizes.map(\.description)
    return texts.isEmpty
      ? "<p>no declared size</p>" : "<p class=\"sizes\">\(texts.joined(separator: ", "))</p>"
  }

  /// What the container may become, where that is limited.
  private var limits: String? {
    let constraints = unit.constraints
    func range(_ side: String, _ least: Double?, _ most: Double?) -> String? {
      switch (least, most) {
      case (nil, nil): nil
      case (let least?, nil): "\(side) from \(least.formatted)"
      case (nil, let most?): "\(side) to \(most.formatted)"
      case (let least?, let most?): "\(side) \(least.formatted) to \(most.formatted)"
      }
    }
    let ranges = [
      range("width", constraints.minimumWidth, constraints.maximumWidth),
      range("height", constraints.minimumHeight, constraints.maximumHeight),
    ].compactMap { $0 }
    return ranges.isEmpty ? nil : ranges.joined(separator: ", ") + " points"
  }

  // MARK: The drawing

  /// The greatest width and height of a drawing, in pixels.
  private static let room = (width: 120.0, height: 96.0)
  /// Pixels for each point, where a unit is small enough for it: the same for all, so that they can be
  /// compared.
  private static let scale = 0.3

  /// The declared sizes about their middle, and the container's first size behind them.
  private var drawing: Markup {
    let container = unit.constraints.initial
    var boxes: [(width: Double, height: Double)] = []
    for size in unit.declaredSizes {
      if case .fixed(let width, let height) = size { boxes.append((Double(width), Double(height))) }
    }
    let all = boxes + [(container.width, container.height)]
    let scale = min(
      Self.scale, Self.room.width / (all.map(\.width).max() ?? 1),
      Self.room.height / (all.map(\.height).max() ?? 1))
    func rectangle(_ box: (width: Double, height: Double), _ name: String) -> Markup {
      let (width, height) = (max(box.width * scale, 1), max(box.height * scale, 1))
      let (x, y) = ((Self.room.width - width) / 2 + 1, (Self.room.height - height) / 2 + 1)
      return """
        <rect class="\(name)" x="\(SVGWriter.written(x))" y="\(SVGWriter.written(y))" \
        width="\(SVGWriter.written(width))" height="\(SVGWriter.written(height))"/>
        """
    }
    let isFluid = unit.declaredSizes.contains(.fluid)
    let title =
      "Sizes \(unit.declaredSizes.map(\.description).joined(separator: ", ")); container "
      + "\(container.width.formatted)×\(container.height.formatted) at first"
    let drawn = boxes.sorted { $0.width * $0.height > $1.width * $1.height }
    return """
      <svg width="122" height="98" role="img"><title>\(title)</title>\
      \(rectangle((container.width, container.height), isFluid ? "first fluid" : "first"))\
      \(Markup.joined(drawn.map { rectangle($0, "size") }))</svg>
      """
  }
}
