// SPDX-License-Identifier: MIT
import AdModel

/// What is wrong with a load, why, and which distance or prediction would have done.
package struct LoadFault: Hashable, Sendable {
  /// What is wrong with it; of several, the first one counts.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Its place was on the screen before its creative.
    case late
    /// Nobody saw anything of it.
    case wasted
    /// It was asked for soon after the same ad had been unloaded.
    case churn
  }

  /// A distance of a zone, or a prediction, with which the fault would not have been.
  package struct Remedy: Hashable, Sendable {
    /// The zones of a viewport, and how far they lead ahead of a scroll.
    package enum Zone: String, CaseIterable, Hashable, Sendable {
      case fetch, display, unload, prediction
    }

    /// The zone whose distance is meant.
    package let zone: Zone
    /// The distance in whole points; of a prediction, its milliseconds.
    package let distance: Double
    /// Whether it is the largest that would have done, rather than the smallest.
    package let isMost: Bool

    package init(_ zone: Zone, _ distance: Double, isMost: Bool = false) {
      self.zone = zone
      self.distance = distance
      self.isMost = isMost
    }

    /// The remedy in words, as `fetch at least 1200 points ahead`.
    package var words: String {
      let bound = isMost ? "most" : "least"
      return zone == .prediction
        ? "a prediction of at \(bound) \(distance.formatted) ms"
        : "\(zone.rawValue) at \(bound) \(distance.inPoints) ahead"
    }
  }

  package let kind: Kind
  /// Why; nil for a session that was recorded without its scroll.
  package let cause: FaultCause?
  /// What would have done, where distances of zones or their lead could have changed it; a load that was late
  /// would have been in time with both its fetch and its display this far ahead.
  package let remedy: Remedy?

  package init(_ kind: Kind, _ cause: FaultCause?, _ remedy: Remedy? = nil) {
    self.kind = kind
    self.cause = cause
    self.remedy = remedy
  }

  /// The fault in one line, for people.
  package var words: String {
    kind.rawValue + (cause.map { ": \($0.words)" } ?? "")
      + (remedy.map { "; \($0.words) would have done" } ?? "")
  }
}

/// Why a load was late, wasted or churned.
package enum FaultCause: String, CaseIterable, Hashable, Sendable {
  /// Its place was on the screen as the page opened: no distance helps.
  case atOpening
  /// The reader was faster than the distance ahead of which it was fetched or displayed.
  case outrunLead
  /// It was asked for, and took longer than ``LoadDiagnosis/slowLoad``.
  case slowServer
  /// Consent did not allow it, or no longer.
  case gate
  /// As many ads were loaded as may be.
  case noRoom
  /// Its place came into being, or was shown, within the zone.
  case placedLate
  /// Its place came in from the side, where zones reach by a prediction alone.
  case fromSide
  /// The app came back from the background.
  case fromBackground
  /// The same ad had been asked for less than 30 seconds before.
  case askedBefore
  /// Its unit was held: paused, or to be loaded anew.
  case held
  /// Its page or its creative failed.
  case failed
  /// The ad tag had no ad for it.
  case noFill
  /// Its place never came onto the screen.
  case notReached
  /// It was unloaded, for the reader was far away, and the reader came back.
  case cameBack
  /// Its place was taken from the page.
  case removed

  /// The cause in a few words, for people.
  package var words: String {
    switch self {
    case .atOpening: "visible as the page opened"
    case .outrunLead: "scrolled faster than the lead"
    case .slowServer: "the server was slow"
    case .gate: "consent did not allow it"
    case .noRoom: "no room among the loaded ads"
    case .placedLate: "placed late"
    case .fromSide: "came in from the side"
    case .fromBackground: "back from the background"
    case .askedBefore: "asked for less than 30 s before"
    case .held: "paused, or loaded anew"
    case .failed: "it failed to load"
    case .noFill: "the tag had no ad"
    case .notReached: "the reader did not get there"
    case .cameBack: "the reader came back soon"
    case .removed: "taken from the page"
    }
  }

  /// Whether the distances of zones can change it.
  package var isDistance: Bool {
    switch self {
    case .outrunLead, .slowServer, .askedBefore, .notReached, .cameBack: true
    default: false
    }
  }

  /// What can change it, in two words for people; nil where no setting does.
  package var help: String? {
    if self == .fromSide { return "a prediction" }
    return isDistance ? "a distance" : nil
  }

  /// The cause that the end of a load is for what comes of it.
  init?(end: TransitionCause?) {
    switch end {
    case .consentWithdrawn, .consentExpired, .consentChanged: self = .gate
    case .evicted: self = .noRoom
    case .processTerminated, .loadFailed, .notRendered: self = .failed
    case .noFill: self = .noFill
    case .reloaded, .unitPaused: self = .held
    case .removed: self = .removed
    case .leftUnloadZone, .reenteredFetchZone: self = .cameBack
    default: return nil
    }
  }
}
