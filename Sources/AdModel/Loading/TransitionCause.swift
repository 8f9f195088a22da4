// SPDX-License-Identifier: MIT

/// Why an ad changed its state.
public enum TransitionCause: String, CaseIterable, Hashable, Sendable {
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
}
