// SPDX-License-Identifier: MIT

/// One `name=value` of a request for ads.
public struct AdRequestParameter: Hashable, Sendable {
  /// The name, for example `ad-min-width`.
  public let name: String
  /// The value as it is sent, not yet percent-encoded.
  public let value: String

  /// Makes a parameter.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
