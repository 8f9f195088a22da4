// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Makes stored impressions of Prebid Server say what the inventory says. Everything else in them stays:
/// the bidders live there, and nowhere here.
enum StoredImpWriter {
  /// The impression of a unit.
  /// - Parameter existing: What is stored there; nil where there is nothing.
  /// - Returns: The impression, `existing` itself where it says so already; nil for a unit without a size
  ///   in points, of which an impression could say nothing.
  /// - Throws: `JSONError`; `InvalidValue`: what is there cannot be read.
  static func imp(of unit: InventoryUnit, over existing: JSONValue?) throws -> JSONValue? {
    let formats = unit.declaredSizes.compactMap(format)
    guard let first = formats.first else { return nil }
    if let existing, try says(existing, unit) { return existing }
    var imp = existing ?? .object(JSONObject())
    switch unit.media {
    case .video:
      imp.set(nil, at: ["banner"])
      let there = imp.value(at: ["video"])
      let size =
        formats.first { there?.value(at: ["w"]) == $0.w && there?.value(at: ["h"]) == $0.h }
        ?? first
      imp.set(size.w, at: ["video", "w"])
      imp.set(size.h, at: ["video", "h"])
    case .display:
      imp.set(nil, at: ["banner", "w"])
      imp.set(nil, at: ["banner", "h"])
      imp.set(.array(formats.map { ["w": $0.w, "h": $0.h] }), at: ["banner", "format"])
    }
    if let path = unit.adManagerPath, try !says(path, imp) {
      imp.set(.string(path.rawValue), at: ["ext", "gpid"])
      let server = imp.value(at: ["ext", "data", "adserver", "name"])
      if server == nil || server == .string("gam") {
        imp.set(.string("gam"), at: ["ext", "data", "adserver", "name"])
        imp.set(.string(path.rawValue), at: ["ext", "data", "adserver", "adslot"])
      }
    }
    if existing == nil { imp.set(.object(JSONObject()), at: ["ext", "prebid", "bidder"]) }
    return imp
  }

  /// Whether reading an impression would change nothing of a unit.
  private static func says(_ imp: JSONValue, _ unit: InventoryUnit) throws -> Bool {
    var read = unit
    try StoredImps.apply(JSONNode(imp), to: &read)
    guard read == unit else { return false }
    // What says nothing changes nothing, and is still not what the unit says.
    var bare = InventoryUnit(id: unit.id)
    try StoredImps.apply(JSONNode(imp), to: &bare)
    return !bare.declaredSizes.isEmpty && bare.adManagerPath?.unitKey == unit.adManagerPath?.unitKey
  }

  private static func says(_ path: AdManagerPath, _ imp: JSONValue) throws -> Bool {
    var bare = InventoryUnit(id: AdUnitID(validated: "imp"))
    try StoredImps.apply(JSONNode(imp), to: &bare)
    return bare.adManagerPath?.unitKey == path.unitKey
  }

  private static func format(_ size: DeclaredSize) -> (w: JSONValue, h: JSONValue)? {
    guard case .fixed(let width, let height) = size else { return nil }
    return (.integer(Int64(width)), .integer(Int64(height)))
  }
}

extension JSONValue {
  /// The value that members lead to.
  func value(at way: [String]) -> JSONValue? {
    way.reduce(self) { value, key in
      if case .object(let object)? = value { object[key] } else { nil }
    }
  }

  /// Replaces what members lead to, or takes it away; all else stays in its order.
  mutating func set(_ value: JSONValue?, at way: [String]) {
    guard let key = way.first else {
      self = value ?? .null
      return
    }
    var object = JSONObject()
    if case .object(let there) = self { object = there }
    if way.count == 1 {
      object[key] = value
    } else if value != nil || object[key] != nil {
      var inner = object[key] ?? .object(JSONObject())
      inner.set(value, at: Array(way.dropFirst()))
      object[key] = inner
    }
    self = .object(object)
  }
}
