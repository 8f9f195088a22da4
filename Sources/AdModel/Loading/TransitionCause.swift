// SPDX-License-Identifier: MIT

/// Why an ad changed its state. Cases may be added: `switch` over it with a `default`.
public enum TransitionCause: String, CaseIterable, Hashable, Codable, Sendable {
  /// The ad came within the fetch distance.
  case enteredFetchZone
  /// The ad came within the display distance.
  case enteredDisplayZone
  /// The ad stayed beyond the unload distance for the stability delay.
  case leftUnloadZone
  /// An unloaded ad came back within the fetch distance.
  case reenteredFetchZone
  /// The consent that allowed the ad was withdrawn.
  case consentWithdrawn
  /// The consent that allowed the ad expired.
  case consentExpired
  /// The consent changed in a way that the page must be told of.
  case consentChanged
  /// The ad's view is gone; should it come back, it starts anew.
  case removed
  /// Another ad, closer to the viewport, needed the room, or memory ran low.
  case evicted
  /// The process of the ad's web view ended.
  case processTerminated
  /// The ad's page could not be loaded.
  case loadFailed
  /// The ad tag had no ad for the slot.
  case noFill
  /// The app asked for the ad to be loaded anew.
  case reloaded
  /// The unit was paused or archived, or its page removed, while it was shown.
  case unitPaused
  /// The ad's creative did not come in time, whatever its page answered.
  case notRendered
}
