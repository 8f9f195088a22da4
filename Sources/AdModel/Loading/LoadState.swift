// SPDX-License-Identifier: MIT

/// How far an ad has come: the four states of the seeds, with exactly these names.
/// These cases are all; none will be added.
public enum LoadState: String, CaseIterable, Hashable, Codable, Identifiable, Sendable {
  /// Nothing is loaded and nothing is shown.
  case notLoaded
  /// The ad is loaded and ready to be shown.
  case fetched
  /// The ad is shown.
  case displayed
  /// The ad was given back, and a placeholder stands in its place.
  case unloaded

  /// Itself, for lists of states.
  public var id: Self { self }
  /// Whether a web view holds the ad: it is fetched or displayed.
  public var isLoaded: Bool { self == .fetched || self == .displayed }
}
