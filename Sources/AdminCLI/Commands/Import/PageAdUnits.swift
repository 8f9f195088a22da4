// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Ad units as pages declare them to bidders: an array of Prebid.js ad units
/// (docs.prebid.org/dev-docs/adunit-reference), or of the slots of Amazon's tag.
struct PageAdUnits {
  private(set) var rows: [ForeignUnit] = []
  /// What has no place here, with how often it was there.
  private(set) var leftOut: [String: Int] = [:]

  /// The objects of a document of this form; nil where it is none.
  static func objects(of document: JSONNode) -> [JSONNode]? {
    let list = (try? document.memberIfPresent("slots")?.elements()) ?? (try? document.elements())
    guard let list, let first = list.first else { return nil }
    let isForm = first.memberIfPresent("slotID") != nil || first.memberIfPresent("code") != nil
    return isForm ? list : nil
  }

  /// Reads objects.
  /// - Throws: ``UnitProblems``.
  init(_ objects: [JSONNode], in document: [UInt8], advice: String) throws(UnitProblems) {
    rows = try UnitProblems.rows(of: objects, in: document, advice: advice) { try row($0) }
  }

  private mutating func row(_ node: JSONNode) throws -> ForeignUnit {
    var unit = ForeignUnit(at: .node(node))
    let name: String
    if let slot = try node.optional("slotID") {
      name = try slot.string()
      unit.place = Self.place(try node.optional("slotName")?.string())
      if node.memberIfPresent("mediaType")?.value == .string("video") { unit.media = .video }
    } else {
      name = try node.member("code").string()
      let ext = try node.optional("ortb2Imp")?.optional("ext")
      let texts = [
        try ext?.optional("data")?.optional("adserver")?.optional("adslot")?.string(),
        try ext?.optional("gpid")?.string(),
      ]
      unit.place = texts.lazy.compactMap { Self.place($0) }.first
    }
    if let place = Self.place(name) {
      unit.place = place
    } else {
      unit.id = try AdUnitID(name)
    }
    try takeSizes(of: node, into: &unit)
    return unit
  }

  /// A path of Ad Manager as a place, without what tells twins apart; nil where the text is none.
  private static func place(_ text: String?) -> AdUnitPlace? {
    guard let text, text.hasPrefix("/"),
      let path = try? AdManagerPath(String(text.prefix { $0 != "#" }))
    else { return nil }
    return AdUnitPlace(network: path.network, codes: path.codes, isWhole: true)
  }

  private mutating func takeSizes(of node: JSONNode, into unit: inout ForeignUnit) throws {
    var sizes: [(size: DeclaredSize, isVideo: Bool)] = []
    func add(_ list: JSONNode?) throws {
      guard let list else { return }
      sizes += try list.making(try WrittenSizes(list: list)).sizes.map { ($0, false) }
    }
    let types = try node.optional("mediaTypes")
    let banner = try types?.optional("banner")
    try add(try banner?.optional("sizes"))
    for step in try banner?.optional("sizeConfig")?.elements() ?? [] {
      if try step.optional("sizes")?.elements().isEmpty == false {
        try add(try step.optional("sizes"))
      }
    }
    let video = try types?.optional("video")
    try add(try video?.optional("playerSize"))
    try add(try node.optional("sizes"))
    if try types?.optional("native") != nil { sizes.append((.fluid, false)) }
    if types != nil { unit.media = video != nil && banner == nil ? .video : .display }
    for word in unit.take(WrittenSizes(sizes)) { leftOut[word, default: 0] += 1 }
  }
}
