// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Ad units as Google Ad Manager's API gives them: the list of version 1, which says the network, and the
/// objects of the older API (developers.google.com/ad-manager/api, `networks.adUnits` and `AdUnit`).
struct AdManagerObjects {
  private(set) var rows: [ForeignUnit] = []
  /// What objects hold that has no place here, with how many do.
  private(set) var leftOut: [String: Int] = [:]

  /// Members that only say what others say, or when.
  private static let ignored: Set<String> = [
    "name", "parentPath", "parentAdUnit", "displayName", "adUnitCode", "status", "adUnitSizes",
    "description", "adUnitId", "id", "parentId", "hasChildren", "updateTime",
    "lastModifiedDateTime",
    "isFluid", "smartSizeMode", "effectiveTargetWindow", "effectiveAdsenseEnabled",
    "effectiveLabelFrequencyCaps", "effectiveAppliedLabels", "effectiveTeamIds", "effectiveTeams",
    "isSetByAncestor", "refreshRate",
  ]

  /// The objects of a document of this form; nil where it is none.
  static func objects(of document: JSONNode) -> [JSONNode]? {
    func isUnit(_ node: JSONNode) -> Bool { node.memberIfPresent("adUnitCode") != nil }
    for member in ["adUnits", "results"] {
      if let list = try? document.memberIfPresent(member)?.elements() {
        return member == "adUnits" || list.contains(where: isUnit) ? list : nil
      }
    }
    if isUnit(document) { return [document] }
    guard let list = try? document.elements(), list.contains(where: isUnit) else { return nil }
    return list
  }

  /// Reads objects.
  /// - Parameter network: The network, for objects that do not say it.
  /// - Throws: ``UnitProblems``.
  init(
    _ objects: [JSONNode], in document: [UInt8], network: String?, advice: String
  ) throws(UnitProblems) {
    rows = try UnitProblems.rows(of: objects, in: document, advice: advice) {
      try row($0, network)
    }
  }

  /// One unit; nil for the root, whose code never stands in a tag.
  private mutating func row(_ node: JSONNode, _ network: String?) throws -> ForeignUnit? {
    let above = try node.optional("parentPath")?.elements() ?? []
    let parent = try node.optional("parentAdUnit") ?? node.optional("parentId")
    guard !above.isEmpty || parent != nil else { return nil }
    var codes: [String] = []
    for step in above.dropFirst() { codes.append(try step.member("adUnitCode").string()) }
    codes.append(try node.member("adUnitCode").string())
    var unit = ForeignUnit(at: .node(node))
    unit.place = AdUnitPlace(
      network: try Self.network(of: node) ?? network, codes: codes, isWhole: !above.isEmpty)
    if let status = try node.optional("status") {
      unit.status = try status.making(try AdManagerSheet.status(try Self.text(of: status)))
    }
    if let notes = try node.optional("description")?.string(), !notes.isEmpty { unit.notes = notes }
    try takeSizes(of: node, into: &unit)
    for (key, member) in try node.members()
    where !Self.ignored.contains(key) && Self.saysSomething(member.value) {
      leftOut[key, default: 0] += 1
    }
    return unit
  }

  private static func text(of node: JSONNode) throws(InvalidValue) -> String {
    if case .string(let text) = node.value { return text }
    throw InvalidValue(.malformed, field: "status", reason: "is no text")
  }

  /// The network of `networks/1234/adUnits/77`.
  private static func network(of node: JSONNode) throws -> String? {
    guard let member = node.memberIfPresent("name"), case .string(let name) = member.value else {
      return nil
    }
    let parts = name.split(separator: "/")
    return parts.count == 4 && parts[0] == "networks" ? String(parts[1]) : nil
  }

  private mutating func takeSizes(of node: JSONNode, into unit: inout ForeignUnit) throws {
    guard let list = try node.optional("adUnitSizes")?.elements() else { return }
    var sizes: [(size: DeclaredSize, isVideo: Bool)] = []
    for entry in list {
      if try entry.optional("companions")?.elements().isEmpty == false {
        leftOut["companions", default: 0] += 1
      }
      let isVideo = entry.memberIfPresent("environmentType")?.value == .string("VIDEO_PLAYER")
      let size = try entry.member("size")
      let kind = size.memberIfPresent("sizeType")?.value
      let isRatio = size.memberIfPresent("isAspectRatio")?.value == .bool(true)
      let isAudio = entry.memberIfPresent("isAudio")?.value == .bool(true)
      if kind == .string("FLUID") {
        sizes.append((.fluid, false))
      } else if kind == nil || kind == .string("PIXEL"), !isRatio, !isAudio {
        let text = "\(try size.member("width").integer())x\(try size.member("height").integer())"
        sizes.append((try size.making(try DeclaredSize(text)), isVideo))
      } else {
        leftOut["sizes that are none", default: 0] += 1
      }
    }
    if node.memberIfPresent("isFluid")?.value == .bool(true) { sizes.append((.fluid, false)) }
    for word in unit.take(WrittenSizes(sizes)) { leftOut[word, default: 0] += 1 }
  }

  private static func saysSomething(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool(false), .string(""), .array([]): false
    case .object(let object): !object.members.isEmpty
    default: true
    }
  }
}
