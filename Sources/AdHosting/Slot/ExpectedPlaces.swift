// SPDX-License-Identifier: MIT
public import AdModel

/// How far down a lazy stack its ads are, also those whose rows do not exist at the moment.
///
/// A lazy stack makes the rows that fill the screen, and guesses how high all others are; it has no place
/// for an ad of which it has made nothing. The app guesses instead, by its own data; each row that comes
/// corrects the guesses of those below it by as much as its own was wrong, and is remembered where it was.
/// Distances are in points from the stack's upper edge.
public struct ExpectedPlaces: Sendable {
  /// How far down each ad is, as far as that is known.
  private var tops: [AdUnitID: Double] = [:]
  /// What the app said last.
  private var told: [AdUnitID: Double] = [:]

  /// Begins without ads.
  public init() {}

  /// The units that are expected.
  public var units: Set<AdUnitID> { Set(tops.keys) }

  /// Takes how far down the app expects its ads. What rows have shown is forgotten where the app says
  /// something new.
  public mutating func expect(_ places: [AdUnitID: Double]) {
    guard places != told else { return }
    told = places
    tops = places.filter(\.value.isFinite)
  }

  /// Takes where the rows are that exist.
  /// - Parameters:
  ///   - rows: The upper edges of the ads whose rows exist, in the scroll view's coordinates.
  ///   - stack: The stack's upper edge there, in points.
  public mutating func meet(_ rows: [AdUnitID: Double], stackAt stack: Double) {
    var errors: [(top: Double, error: Double)] = []
    for (unit, row) in rows {
      guard let top = tops[unit], row.isFinite, stack.isFinite else { continue }
      errors.append((top, row - stack - top))
      tops[unit] = row - stack
    }
    errors.sort { $0 < $1 }
    for (unit, top) in tops where rows[unit] == nil {
      guard let above = errors.last(where: { $0.top <= top }) else { continue }
      tops[unit] = top + above.error
    }
  }

  /// Where all ads are but those whose rows exist.
  /// - Parameters:
  ///   - rows: The ads of the rows that exist.
  ///   - stack: The stack's upper edge, in the scroll view's coordinates.
  /// - Returns: Their upper edges in the scroll view's coordinates.
  public func places(
    beside rows: [AdUnitID: Double], stackAt stack: Double
  ) -> [AdUnitID: Double] {
    tops.filter { rows[$0.key] == nil }.mapValues { $0 + stack }
  }
}
