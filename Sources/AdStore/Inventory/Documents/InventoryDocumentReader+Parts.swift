// SPDX-License-Identifier: MIT
import AdModel

extension InventoryDocumentReader {
  /// Makes a page with its targeting.
  mutating func page(of node: JSONNode) -> InventoryContent.PageEntry? {
    let page = thing(FieldTable<Page>.pages, of: node)
    let targeting = targeting("targeting", of: node)
    guard let page, let targeting else { return nil }
    return InventoryContent.PageEntry(page: page, targeting: targeting)
  }

  /// Makes a unit with its targeting; it may stand only on a page of the document, where those are
  /// known.
  mutating func unit(of node: JSONNode, on pages: Set<PageID>?) -> InventoryEntry? {
    let unit = thing(FieldTable<AdUnit>.units, of: node)
    let targeting = targeting("targeting", of: node)
    if let page = unit?.page, let pages, !pages.contains(page) {
      note(Self.unknown(page, among: pages, at: node))
    }
    guard let unit, let targeting, made(at: node, { try unit.validate() }) != nil else {
      return nil
    }
    return InventoryEntry(unit: unit, targeting: targeting)
  }

  /// Makes a thing of the members that its field table names; nil where one is missing or wrong.
  private mutating func thing<Root>(_ table: FieldTable<Root>, of node: JSONNode) -> Root? {
    check(node, has: table.keys(in: version) + ["targeting"])
    var root = table.standard
    var isWhole = true
    for group in table.groups {
      let fields = group.fields(in: version)
      if fields.isEmpty { continue }
      var place = node
      if let key = group.key {
        guard let member = node.memberIfPresent(key) else {
          isWhole = false
          continue
        }
        if group.isOptional, member.value == .null { continue }
        check(member, has: fields.map { $0.key(in: version) })
        place = member
      }
      var isGroupWhole = true
      for field in fields {
        let read: Void? = value(field.key(in: version), of: place) {
          try field.read($0, into: &root)
        }
        if read == nil { isGroupWhole = false }
      }
      if isGroupWhole, made(at: place, { try group.check(root) }) == nil { isGroupWhole = false }
      isWhole = isWhole && isGroupWhole
    }
    return isWhole ? root : nil
  }

  private static func unknown(
    _ page: PageID, among pages: Set<PageID>, at node: JSONNode
  ) -> JSONError {
    let near = Spelling.nearest(to: page.rawValue, in: pages.sorted().map(\.rawValue))
    let hint = near.map { "did you mean '\($0)'?" } ?? "add it there"
    return (node.memberIfPresent("page") ?? node).notAllowed(
      "page '\(page)' is not among the pages of the document; \(hint)")
  }
}
