// SPDX-License-Identifier: MIT

/// What kind of ads a consent allows, in Google's terms.
///
/// Source: support.google.com/admanager/answer/9805023.
/// Cases may be added: `switch` over it with a `default`.
public enum ServingMode: String, CaseIterable, Hashable, Codable, Sendable {
  /// Ads chosen by what is known of the person.
  case personalized
  /// Ads chosen by context only, with storage on the device.
  case nonPersonalized
  /// Ads without consent-based storage or personal data.
  case limited
}
