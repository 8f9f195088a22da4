// SPDX-License-Identifier: MIT
import AdLayout
import AdModel

/// What `layout masonry` reads: a grid in the library's own names, or a page of items as Klipy's
/// API answers it.
struct MasonryDocument {
  let calculator: MasonryLayoutCalculator
  let items: [GridItem]
  let meta: GridMeta
  /// The id of each item, as it came.
  let ids: [Cell]

  /// Reads a document.
  /// - Parameter width: The container's width, where the document's own is not to hold.
  /// - Throws: `JSONError` or `InvalidValue`, which name the member.
  init(_ document: JSONNode, width: Double?, method: MasonryMethod) throws {
    let page = try Self.page(of: document)
    let width = try width ?? document.member("containerWidth").double()
    calculator = try MasonryLayoutCalculator(
      containerWidth: width,
      horizontalSpacing: document.optional("horizontalSpacing")?.double() ?? 1,
      minRowHeight: document.optional("minRowHeight")?.double() ?? 50,
      maxRowHeight: document.optional("maxRowHeight")?.double() ?? 180,
      maxItemsPerRow: Int(document.optional("maxItemsPerRow")?.integer(in: 1...100) ?? 4),
      method: method)
    let numbers = try page.member("meta").object(
      knowing: ["itemMinWidth", "adMaxResizePercent", "item_min_width", "ad_max_resize_percent"])
    meta = GridMeta(
      itemMinWidth: try Self.member("itemMinWidth", or: "item_min_width", of: numbers).double(),
      adMaxResizePercent:
        try Self.member("adMaxResizePercent", or: "ad_max_resize_percent", of: numbers).double())
    let nodes = try Self.member("items", or: "data", of: page).elements()
    for node in nodes { try node.object(knowing: Self.itemMembers) }
    items = try nodes.map { GridItem(size: try Self.size(of: $0), isAd: try Self.isAd($0)) }
    ids = try nodes.map(Self.id)
  }

  private static let gridMembers = [
    "containerWidth", "horizontalSpacing", "minRowHeight", "maxRowHeight", "maxItemsPerRow",
  ]
  private static let pageMembers = [
    "meta", "items", "data", "current_page", "per_page", "has_next",
  ]
  private static let itemMembers = [
    "id", "type", "isAd", "width", "height", "file", "file_meta", "content", "title", "slug", "url",
    "blur_preview", "tags",
  ]

  /// The object with the items: the document, or what is under `data` in a whole answer.
  private static func page(of document: JSONNode) throws -> JSONNode {
    try document.object()
    guard let page = document.memberIfPresent("data"), case .object = page.value else {
      return try document.object(knowing: gridMembers + pageMembers)
    }
    try document.object(knowing: gridMembers + ["result", "data"])
    return try page.object(knowing: pageMembers)
  }

  /// A member under the library's name or else under Klipy's; missing, it is missed under the first.
  private static func member(
    _ name: String, or klipys: String, of node: JSONNode
  ) throws -> JSONNode {
    if let own = try node.optional(name) { return own }
    return try node.optional(klipys) ?? node.member(name)
  }

  /// An item's own width and height, else those of the file that Klipy's demo lays out, or of the next
  /// that the answer has: all have one shape.
  private static func size(of item: JSONNode) throws -> CreativeSize {
    var holder = item
    if try item.optional("width") == nil {
      let sizes = try item.optional("file").map { file in
        try ["sm", "md", "hd", "xs"].compactMap { try file.optional($0) }
      }
      let files = try item.optional("file_meta") ?? sizes?.first
      holder = try files?.optional("gif") ?? item
    }
    return CreativeSize(
      width: try holder.member("width").double(), height: try holder.member("height").double())
  }

  private static func isAd(_ item: JSONNode) throws -> Bool {
    let type = try item.optional("type")?.string()
    guard let flag = try item.optional("isAd")?.bool() else { return type == "ad" }
    guard type == nil || flag == (type == "ad") else {
      throw item.notAllowed("isAd and type contradict one another")
    }
    return flag
  }

  private static func id(of item: JSONNode) throws -> Cell {
    guard let id = try item.optional("id") else { return .none }
    if case .string(let text) = id.value { return .text(text) }
    return .integer(try id.integer())
  }
}
