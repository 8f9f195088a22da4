// SPDX-License-Identifier: MIT

/// The measure of one impression at one time, as a ``ViewabilityMeter`` found it.
package struct ViewabilityUpdate: Hashable, Sendable {
  /// When it was so, in milliseconds of the clock that drives the meter.
  package let time: Int64
  /// The part of the creative that is visible, from 0 to 1; 0 while the app is not active.
  package let visibleFraction: Double
  /// How long enough has been visible without a gap, in milliseconds; 0 while too little is.
  package let dwell: Int64
  /// Whether the impression has become viewable; it stays so until the next one begins.
  package let isViewable: Bool
  /// Whether it became so with this update: true exactly once an impression.
  package let becameViewable: Bool
  /// Where something of the creative came on the screen with this update for the first time in its
  /// impression: for how many milliseconds its place had been there without it.
  package let appearedAfter: Int64?
}
