// SPDX-License-Identifier: MIT

/// How large an ad's container starts, and how small and large it may become.
///
/// A value of this type is always consistent: sides are positive, finite and at most
/// `largestSide`; a minimum is at most its maximum; the initial size lies within both.
public struct SizeConstraints: Hashable, Sendable {
  /// The largest side of any size, in points.
  package static let largestSide = 10_000.0
  /// Any side.
  package static let sideLimit = Limit(above: 0, upTo: largestSide, "points")

  /// The size before the ad reports its own, in points.
  public package(set) var initial: CreativeSize
  /// The least width in points, if there is one.
  public package(set) var minimumWidth: Double?
  /// The greatest width in points, if there is one.
  public package(set) var maximumWidth: Double?
  /// The least height in points, if there is one.
  public package(set) var minimumHeight: Double?
  /// The greatest height in points, if there is one.
  public package(set) var maximumHeight: Double?

  /// The constraints of a unit that names none: 320×320 points to start with, and no limits.
  public static let standard = SizeConstraints(
    unchecked: CreativeSize(width: 320, height: 320), minimumWidth: nil, maximumWidth: nil,
    minimumHeight: nil, maximumHeight: nil)

  private init(
    unchecked initial: CreativeSize, minimumWidth: Double?, maximumWidth: Double?,
    minimumHeight: Double?, maximumHeight: Double?
  ) {
    self.initial = initial
    self.minimumWidth = minimumWidth
    self.maximumWidth = maximumWidth
    self.minimumHeight = minimumHeight
    self.maximumHeight = maximumHeight
  }

  /// Makes constraints after checking that they can all hold.
  /// - Parameters:
  ///   - initial: The size to start with, in points.
  ///   - minimumWidth: The least width in points, or `nil` for none.
  ///   - maximumWidth: The greatest width in points, or `nil` for none.
  ///   - minimumHeight: The least height in points, or `nil` for none.
  ///   - maximumHeight: The greatest height in points, or `nil` for none.
  /// - Throws: ``InvalidValue`` with `outOfRange` or `contradiction`, naming the side.
  public init(
    initial: CreativeSize, minimumWidth: Double? = nil, maximumWidth: Double? = nil,
    minimumHeight: Double? = nil, maximumHeight: Double? = nil
  ) throws(InvalidValue) {
    self.init(
      unchecked: initial, minimumWidth: minimumWidth, maximumWidth: maximumWidth,
      minimumHeight: minimumHeight, maximumHeight: maximumHeight)
    try validate()
  }

  /// Checks that all limits can hold together, for whoever has set them one by one.
  /// - Throws: ``InvalidValue`` with `outOfRange` or `contradiction`, naming the side.
  package func validate() throws(InvalidValue) {
    try Self.check("width", initial.width, minimum: minimumWidth, maximum: maximumWidth)
    try Self.check("height", initial.height, minimum: minimumHeight, maximum: maximumHeight)
  }

  /// Moves sides of the initial size within the limits: those that nobody named where a limit was.
  package mutating func moveInitial(width movesWidth: Bool, height movesHeight: Bool) {
    let moved = clamp(initial)
    if movesWidth { initial.width = moved.width }
    if movesHeight { initial.height = moved.height }
  }

  /// Brings a size that an ad reported within the limits: `min(max(value, minimum), maximum)` for
  /// each side, where a limit that is not set does not take part.
  ///
  /// The order of the two does not matter, for a minimum is never above its maximum.
  /// - Parameter reported: The reported size in points, finite.
  /// - Returns: The nearest size that the constraints allow.
  public func clamp(_ reported: CreativeSize) -> CreativeSize {
    CreativeSize(
      width: min(
        max(reported.width, minimumWidth ?? reported.width), maximumWidth ?? .infinity),
      height: min(
        max(reported.height, minimumHeight ?? reported.height), maximumHeight ?? .infinity))
  }

  private static func check(
    _ side: String, _ initial: Double, minimum: Double?, maximum: Double?
  ) throws(InvalidValue) {
    try sideLimit.check(initial, "initial \(side)")
    if let minimum { try sideLimit.check(minimum, "minimum \(side)") }
    if let maximum { try sideLimit.check(maximum, "maximum \(side)") }
    if let minimum, let maximum, minimum > maximum {
      throw InvalidValue(
        .contradiction, field: "minimum \(side)",
        reason: "is \(minimum.formatted), above the maximum \(side) of \(maximum.formatted)")
    }
    if let minimum, initial < minimum {
      throw InvalidValue(
        .contradiction, field: "initial \(side)",
        reason: "is \(initial.formatted), below the minimum \(side) of \(minimum.formatted)")
    }
    if let maximum, initial > maximum {
      throw InvalidValue(
        .contradiction, field: "initial \(side)",
        reason: "is \(initial.formatted), above the maximum \(side) of \(maximum.formatted)")
    }
  }
}
