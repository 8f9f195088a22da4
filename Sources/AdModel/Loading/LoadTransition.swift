// SPDX-License-Identifier: MIT

/// One change of one ad's state, as the history keeps it.
public struct LoadTransition: Hashable, Sendable {
  /// When it happened, in milliseconds of the clock that drives the manager.
  public let time: Int64
  /// The ad unit that changed.
  public let unit: AdUnitID
  /// The state before.
  public let from: LoadState
  /// The state after.
  public let to: LoadState
  /// Why it changed.
  public let cause: TransitionCause
  /// Where the ad was, in points.
  public let frame: AdRect
  /// Where the viewport was, in the same coordinates.
  public let viewport: AdRect
  /// The permit that allowed the load; set exactly when ``to`` is `fetched`.
  public let permit: LoadPermit?

  /// Describes a change.
  public init(
    time: Int64, unit: AdUnitID, from: LoadState, to: LoadState, cause: TransitionCause,
    frame: AdRect, viewport: AdRect, permit: LoadPermit? = nil
  ) {
    self.time = time
    self.unit = unit
    self.from = from
    self.to = to
    self.cause = cause
    self.frame = frame
    self.viewport = viewport
    self.permit = permit
  }
}

extension LoadTransition: Codable {
  /// The members, called as in every machine format.
  private enum CodingKeys: String, CodingKey {
    case time = "timeMs"
    case unit = "adUnitId"
    case from, to, cause, frame, viewport, permit
  }
}
