// SPDX-License-Identifier: MIT
public import AdModel

/// An ad unit as an impression of a bid request.
///
/// Source: IAB Tech Lab, "OpenRTB 2.6", 3.2.4 Imp, 3.2.6 Banner, 3.2.10 Format; Prebid, "Global
/// Placement ID" for `ext.gpid`. What depends on the bidders, such as floors and deals, is the
/// caller's to add.
public struct BidImpression: Hashable, Sendable {
  /// A fixed size in points, which OpenRTB calls device-independent pixels.
  package struct Format: Hashable, Sendable {
    /// The width.
    package let width: Int
    /// The height.
    package let height: Int
  }

  /// The unit.
  package let unit: InventoryUnit
  /// The declared sizes that the container can hold, in their order.
  package let formats: [Format]
  /// The declared sizes that have no form in a bid request, or that do not fit the container.
  public let leftOut: [DeclaredSize]
  private let isPathShared: Bool

  /// Makes an impression of a unit.
  /// - Parameter isPathShared: Whether another unit has the same Ad Manager path, so that the path
  ///   alone does not name this one.
  /// - Throws: `InvalidValue` with `empty` where no declared size can be offered.
  public init(of unit: InventoryUnit, isPathShared: Bool) throws(InvalidValue) {
    var formats: [Format] = []
    var leftOut: [DeclaredSize] = []
    for size in unit.declaredSizes {
      if case .fixed(let width, let height) = size,
        Double(width) <= unit.constraints.maximumWidth ?? .infinity,
        Double(height) <= unit.constraints.maximumHeight ?? .infinity
      {
        formats.append(Format(width: width, height: height))
      } else {
        leftOut.append(size)
      }
    }
    guard !formats.isEmpty else {
      throw InvalidValue(
        .empty, field: "declared sizes",
        reason: "of '\(unit.id)' hold no fixed size that fits the container; a banner needs one")
    }
    self.unit = unit
    self.formats = formats
    self.leftOut = leftOut
    self.isPathShared = isPathShared
  }

  /// The object `imp`.
  /// - Returns: The object. Creatives must be secure, for web views load nothing else.
  public func json(id: String) -> JSONValue {
    var imp = JSONObject()
    imp["id"] = .string(id)
    imp["tagid"] = .string(unit.adManagerPath?.rawValue ?? unit.id.rawValue)
    imp["secure"] = 1
    imp["banner"] = [
      "format": .array(
        formats.map { ["w": .integer(Int64($0.width)), "h": .integer(Int64($0.height))] })
    ]
    if let path = unit.adManagerPath?.rawValue {
      imp["ext"] = ["gpid": .string(isPathShared ? "\(path)#\(unit.id)" : path)]
    }
    return .object(imp)
  }
}
