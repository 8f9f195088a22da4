// SPDX-License-Identifier: MIT

/// The sizes that an app names for a place; what it does not name stays as the inventory has it.
public struct SizeOverrides: Hashable, Sendable {
  private struct Side: Hashable {
    var initial: Double?
    var minimum: Double?
    var maximum: Double?
  }

  private let width: Side
  private let height: Side

  /// Names sizes in points, after checking that they can hold together.
  /// - Throws: ``InvalidValue`` with `outOfRange` or `contradiction`, naming the side.
  public init(
    initialWidth: Double? = nil, initialHeight: Double? = nil, minimumWidth: Double? = nil,
    maximumWidth: Double? = nil, minimumHeight: Double? = nil, maximumHeight: Double? = nil
  ) throws(InvalidValue) {
    width = Side(initial: initialWidth, minimum: minimumWidth, maximum: maximumWidth)
    height = Side(initial: initialHeight, minimum: minimumHeight, maximum: maximumHeight)
    let standard = SizeConstraints.standard
    var named = standard
    named.initial = CreativeSize(
      width: initialWidth ?? standard.initial.width,
      height: initialHeight ?? standard.initial.height)
    (named.minimumWidth, named.maximumWidth) = (minimumWidth, maximumWidth)
    (named.minimumHeight, named.maximumHeight) = (minimumHeight, maximumHeight)
    named.moveInitial(width: initialWidth == nil, height: initialHeight == nil)
    try named.validate()
  }

  /// The constraints with these sizes in them: a limit that is named here wins over the opposite one,
  /// and the initial size lies within both.
  package func applied(to constraints: SizeConstraints) -> SizeConstraints {
    var result = constraints
    result.initial = CreativeSize(
      width: width.initial ?? constraints.initial.width,
      height: height.initial ?? constraints.initial.height)
    (result.minimumWidth, result.maximumWidth) = Self.limits(
      width, constraints.minimumWidth, constraints.maximumWidth)
    (result.minimumHeight, result.maximumHeight) = Self.limits(
      height, constraints.minimumHeight, constraints.maximumHeight)
    result.moveInitial(width: true, height: true)
    return result
  }

  private static func limits(
    _ named: Side, _ minimum: Double?, _ maximum: Double?
  ) -> (minimum: Double?, maximum: Double?) {
    let least = named.minimum ?? minimum.map { min($0, named.maximum ?? $0) }
    return (least, named.maximum ?? maximum.map { max($0, named.minimum ?? $0) })
  }
}
