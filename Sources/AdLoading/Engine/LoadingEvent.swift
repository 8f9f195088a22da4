// SPDX-License-Identifier: MIT
public import AdModel

/// An event that a ``LoadingEngine`` handles.
public enum LoadingEvent: Hashable, Sendable {
  /// The viewport is here now, in points; `nil` where it is not known or not shown.
  case viewport(AdRect?)
  /// One ad is here now.
  case frame(AdFrame)
  /// A layout pass placed these ads; it counts as one change.
  case layout([AdFrame])
  /// An ad is gone; should it come back, it starts as `notLoaded`.
  case removed(AdUnitID)
  /// The distances and durations are these now.
  case thresholds(LoadingThresholds)
  /// The page gave percentages that win over distances; `nil` takes them back.
  case remoteThresholds(RemoteThresholds?)
  /// The gate stands so now; an open gate with another record is a changed consent.
  case gate(LoadGate)
  /// Another answer opens the gate and loaded pages must be told: they are unloaded first.
  case consentChanged(LoadPermit)
  /// Another record opens the gate with what loaded pages know already: they stay.
  case consentRenewed(LoadPermit)
  /// Nothing but time has passed.
  case tick
}
