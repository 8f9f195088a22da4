// SPDX-License-Identifier: MIT
import AdModel

extension InventoryDocumentReader {
  /// Makes a page with its targeting.
  mutating func page(of node: JSONNode) -> InventoryContent.PageEntry? {
    check(
      node,
      has: [
        "name", "fetch", "display", "unload", "unloading", "throttle", "stability", "remote",
        "targeting",
      ])
    let id = value("name", of: node) { try PageID($0.string()) }
    let thresholds = thresholds(of: node)
    let remote = remote(of: node)
    let targeting = targeting("targeting", of: node)
    guard let id, let thresholds, let targeting else { return nil }
    return InventoryContent.PageEntry(
      page: Page(id: id, thresholds: thresholds, remote: remote), targeting: targeting)
  }

  /// Makes a unit with its targeting; it may stand only on a page of the document, where those are
  /// known.
  mutating func unit(of node: JSONNode, on pages: Set<PageID>?) -> InventoryEntry? {
    check(
      node,
      has: [
        "id", "page", "position", "adManagerPath", "declaredSizes", "constraints", "label",
        "status", "notes", "targeting",
      ])
    let id = value("id", of: node) { try AdUnitID($0.string()) }
    let page = unlessNull("page", of: node) { try Self.page($0, among: pages) }
    let position = unlessNull("position", of: node) { Int(try $0.integer(in: 0...1_000_000)) }
    let path = unlessNull("adManagerPath", of: node) { try AdManagerPath($0.string()) }
    let sizes = elements("declaredSizes", of: node) { reader, node in
      reader.made(at: node) { try DeclaredSize(node.string()) }
    }
    let constraints = constraints(of: node)
    let label = label(of: node)
    let status = value("status", of: node) { try Self.choice($0, of: AdUnit.Status.self) }
    let notes = value("notes", of: node) { try $0.string() }
    let targeting = targeting("targeting", of: node)
    guard let id, let sizes, let constraints, let label, let status, let notes, let targeting else {
      return nil
    }
    let unit = AdUnit(
      id: id, page: page, position: position, adManagerPath: path,
      declaredSizes: sizes.compactMap { $0 }, constraints: constraints, label: label,
      status: status, notes: notes)
    guard made(at: node, { try unit.validate() }) != nil else { return nil }
    return InventoryEntry(unit: unit, targeting: targeting)
  }

  private mutating func thresholds(of node: JSONNode) -> LoadingThresholds? {
    let fetch = value("fetch", of: node) { try $0.double() }
    let display = value("display", of: node) { try $0.double() }
    let unload = value("unload", of: node) { try $0.double() }
    let unloading = value("unloading", of: node) { try $0.bool() }
    let throttle = value("throttle", of: node) { try $0.integer() }
    let stability = value("stability", of: node) { try $0.integer() }
    guard let fetch, let display, let unload, let unloading, let throttle, let stability else {
      return nil
    }
    return made(at: node) {
      try LoadingThresholds(
        fetch: fetch, display: display, unload: unload, unloadingEnabled: unloading,
        throttle: throttle, stabilityDelay: stability)
    }
  }

  private mutating func remote(of node: JSONNode) -> RemoteThresholds? {
    guard let member = node.memberIfPresent("remote"), member.value != .null else { return nil }
    check(member, has: ["fetch", "render"])
    let fetch = value("fetch", of: member) { try $0.double() }
    let render = value("render", of: member) { try $0.double() }
    guard let fetch, let render else { return nil }
    return made(at: member) { try RemoteThresholds(fetch: fetch, render: render) }
  }

  private mutating func constraints(of node: JSONNode) -> SizeConstraints? {
    guard let member = node.memberIfPresent("constraints") else { return nil }
    check(
      member,
      has: [
        "initialWidth", "initialHeight", "minimumWidth", "maximumWidth", "minimumHeight",
        "maximumHeight",
      ])
    let width = value("initialWidth", of: member) { try $0.double() }
    let height = value("initialHeight", of: member) { try $0.double() }
    let limits = ["minimumWidth", "maximumWidth", "minimumHeight", "maximumHeight"].map { key in
      unlessNull(key, of: member) { try $0.double() }
    }
    guard let width, let height else { return nil }
    return made(at: member) {
      try SizeConstraints(
        initial: AdSize(width: width, height: height), minimumWidth: limits[0],
        maximumWidth: limits[1], minimumHeight: limits[2], maximumHeight: limits[3])
    }
  }

  private mutating func label(of node: JSONNode) -> AdLabel? {
    guard let member = node.memberIfPresent("label") else { return nil }
    check(member, has: ["shown", "text", "fontSize", "fontWeight"])
    let isShown = value("shown", of: member) { try $0.bool() }
    let text = value("text", of: member) { try $0.string() }
    let size = value("fontSize", of: member) { try $0.double() }
    let weight = value("fontWeight", of: member) { try Self.choice($0, of: AdLabel.Weight.self) }
    guard let isShown, let text, let size, let weight else { return nil }
    return made(at: member) {
      try AdLabel(isShown: isShown, text: text, fontSize: size, fontWeight: weight)
    }
  }

  /// Reads a member that may be `null` with `read`.
  private mutating func unlessNull<Value>(
    _ key: String, of node: JSONNode, _ read: (JSONNode) throws -> Value
  ) -> Value? {
    guard node.memberIfPresent(key)?.value != .null else { return nil }
    return value(key, of: node, read)
  }

  private static func page(_ node: JSONNode, among pages: Set<PageID>?) throws -> PageID {
    let page = try PageID(node.string())
    if let pages, !pages.contains(page) {
      let near = Spelling.nearest(to: page.rawValue, in: pages.sorted().map(\.rawValue))
      let hint = near.map { "did you mean '\($0)'?" } ?? "add it there"
      throw node.notAllowed("page '\(page)' is not among the pages of the document; \(hint)")
    }
    return page
  }

  private static func choice<Value>(
    _ node: JSONNode, of kind: Value.Type
  ) throws -> Value where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    let text = try node.string()
    if let value = Value(rawValue: text) { return value }
    let names = Value.allCases.map(\.rawValue)
    let hint = Spelling.nearest(to: text, in: names).map { "; did you mean '\($0)'?" } ?? ""
    throw node.notAllowed(
      "\(text.quotedForDisplay) is not one of \(names.joined(separator: ", "))\(hint)")
  }
}
