// SPDX-License-Identifier: MIT
import AdModel

/// A choice that a track keeps as one byte, which never changes.
protocol TrackCoded: CaseIterable {
  var trackCode: UInt8 { get }
}

extension TrackByteReader {
  mutating func choice<Choice: TrackCoded>(_: Choice.Type) throws(TrackError) -> Choice {
    let code = try byte()
    for choice in Choice.allCases where choice.trackCode == code { return choice }
    throw TrackError(place, "\(code) stands for nothing")
  }
}

/// The events other than a scroll, as the lower bits of a byte whose highest bit is set.
enum TrackOperation: UInt8, TrackCoded {
  case viewport = 0x80
  case noViewport, frame, layout, shiftedLayout, removed, thresholds, remoteThresholds
  case noRemoteThresholds, gate, consentChanged, consentRenewed, app, loadedAds, hold, release
  case tick, rendered, blank
  /// The scroll goes in smaller steps from here on.
  case scrollGrain
  /// The layouts go in smaller steps from here on.
  case layoutGrain
  case parts, obstructions

  var trackCode: UInt8 { rawValue }
}

extension ServingMode: TrackCoded {
  var trackCode: UInt8 {
    switch self {
    case .personalized: 0
    case .nonPersonalized: 1
    case .limited: 2
    }
  }
}

extension AppPhase: TrackCoded {
  var trackCode: UInt8 {
    switch self {
    case .foreground: 0
    case .background: 1
    }
  }
}

extension HoldCause: TrackCoded {
  var trackCode: UInt8 {
    switch self {
    case .processTerminated: 0
    case .loadFailed: 1
    case .noFill: 2
    case .reloaded: 3
    case .unitPaused: 4
    case .notRendered: 5
    case .freed: 6
    }
  }
}

extension LoadGate.ClosedCause: TrackCoded {
  /// 0 stands for an open gate.
  var trackCode: UInt8 {
    switch self {
    case .unanswered: 1
    case .withdrawn: 2
    case .expired: 3
    case .changed: 4
    case .failed: 5
    case .pageRemoved: 6
    }
  }
}
