// SPDX-License-Identifier: MIT
package import AdModel

/// An event that a ``LoadingEngine`` handles.
/// Cases may be added: `switch` over it with a `default`.
package enum LoadingEvent: Hashable, Sendable {
  /// The viewport is here now, in points; `nil` where it is not known or not shown.
  case viewport(AdRect?)
  /// One ad is here now.
  case frame(AdFrame)
  /// A layout pass placed these ads; it counts as one change.
  case layout([AdFrame])
  /// An ad is gone. Where there is a bound, one that is loaded stays for as long as nothing else needs
  /// its room, and is forgotten by the check after its unloading; any other is forgotten at once. It
  /// starts as `notLoaded` should it come back.
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
  /// The app came to the foreground or went to the background, where nothing is loaded, displayed
  /// or unloaded but for consent.
  case app(AppPhase)
  /// At most so many ads are loaded at once, at least 1; `nil` where there is no bound.
  case loadedAds(atMost: Int?)
  /// An ad is unloaded where it is loaded, and not loaded until it is released.
  case hold(AdUnitID, HoldCause)
  /// An ad that was held may be loaded again.
  case release(AdUnitID)
  /// The creative of an ad is there: an impression begins. It moves no ad.
  case rendered(AdUnitID)
  /// What an ad's view showed is gone, for another document takes its place: the impression ends. It
  /// moves no ad.
  case blank(AdUnitID)
  /// Of an ad's place only these parts are neither clipped nor covered, in points from its top left
  /// corner; nil where all of it could be seen. An ad without any is neither fetched nor displayed.
  case parts(AdUnitID, [AdRect]?)
  /// These parts of the viewport are covered, in points from its top left corner. It moves no ad.
  case obstructions([AdRect])
  /// Nothing but time has passed.
  case tick
}

extension LoadingEvent {
  /// Whether it says how consent stands.
  var isConsent: Bool {
    switch self {
    case .gate, .consentChanged, .consentRenewed: true
    default: false
    }
  }

  /// Refuses rectangles that are infinite or not numbers.
  func requireFinite() throws(InvalidValue) {
    switch self {
    case .viewport(let rect):
      if let rect { try rect.requireFinite("viewport") }
    case .frame(let placed):
      try placed.frame.requireFinite("frame of \(placed.unit)")
    case .layout(let frames):
      for placed in frames { try placed.frame.requireFinite("frame of \(placed.unit)") }
    case .parts(let unit, let parts):
      for part in parts ?? [] { try part.requireFinite("part of \(unit)") }
    case .obstructions(let rects):
      for rect in rects { try rect.requireFinite("obstruction") }
    default:
      break
    }
  }
}

extension AdRect {
  fileprivate func requireFinite(_ field: @autoclosure () -> String) throws(InvalidValue) {
    guard !isFinite else { return }
    throw InvalidValue(
      .outOfRange, field: field(),
      reason: "is (\(x), \(y), \(width), \(height)); all four numbers must be finite")
  }
}
