// SPDX-License-Identifier: MIT

/// Foretells where something that moves evenly is next, so that little is left to tell.
struct TrackMotion: Sendable {
  /// What all moves so far are multiples of, in steps.
  private(set) var grain = Int64(TrackBytes.stepsPerPoint)
  private var place: Int64 = 0
  /// The last move, in grains.
  private var speed: Int64 = 0

  /// Begins at a place, in rest.
  mutating func stand(at place: Int64) {
    self.place = place
    speed = 0
  }

  /// The grain that a move to a place needs; nil where it is the one in force.
  func grain(to place: Int64) -> Int64? {
    var (divisor, rest) = (grain, (place - self.place).magnitude.signed)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return divisor == grain ? nil : divisor
  }

  /// Takes a smaller grain; one that is not a part of it is refused.
  mutating func refine(to grain: Int64) -> Bool {
    guard grain > 0, self.grain % grain == 0 else { return false }
    speed = speed &* (self.grain / grain)
    self.grain = grain
    return true
  }

  /// Moves on.
  @inline(__always)
  mutating func move(to place: Int64) -> Int64 {
    let new = (place - self.place) / grain
    defer { (self.place, speed) = (place, new) }
    return new - speed
  }

  /// Moves by more than foretold.
  /// - Returns: The place; nil where it is beyond all places.
  mutating func move(beyond more: Int64) -> Int64? {
    speed = speed &+ more
    let (move, overflow) = speed.multipliedReportingOverflow(by: grain)
    place = place &+ move
    return overflow || place.magnitude >= 1 << 51 ? nil : place
  }
}

extension UInt64 {
  fileprivate var signed: Int64 { Int64(clamping: self) }
}
