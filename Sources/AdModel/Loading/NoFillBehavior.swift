// SPDX-License-Identifier: MIT

/// What becomes of a slot for which the ad tag has no ad.
/// Cases may be added: `switch` over it with a `default`.
public enum NoFillBehavior: String, CaseIterable, Hashable, Codable, Sendable {
  /// The slot shrinks to nothing until an ad reports its size.
  case collapse
  /// The slot keeps its size.
  case keep
}
