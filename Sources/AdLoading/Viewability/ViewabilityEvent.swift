// SPDX-License-Identifier: MIT
package import AdModel

/// An event that a ``ViewabilityMeter`` handles.
package enum ViewabilityEvent: Hashable, Sendable {
  /// A creative was rendered: a new impression begins.
  case impressionBegan
  /// The creative has gone, and its place is empty: the impression ends.
  case impressionEnded
  /// The creative or its place is here now, in points; `nil` where there is none.
  case creative(AdRect?)
  /// The viewport is here now, in the same coordinates; `nil` where it is not known.
  case viewport(AdRect?)
  /// Of the creative only these parts are neither clipped nor covered, in points from its top left
  /// corner; nil where nothing is known to hide any.
  case parts([AdRect]?)
  /// These parts of the viewport are covered, in points from its top left corner.
  case obstructions([AdRect])
  /// The app came to the foreground or went to the background.
  case app(AppPhase)
  /// Nothing but time has passed.
  case tick
}

/// Whether people can see the app. These cases are all; none will be added.
public enum AppPhase: String, CaseIterable, Hashable, Sendable {
  /// The app is active.
  case foreground
  /// The app is not active: nothing counts as seen.
  case background
}
