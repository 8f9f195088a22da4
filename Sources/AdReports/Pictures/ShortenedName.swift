// SPDX-License-Identifier: MIT

extension String {
  /// The name where it is short enough, else without its middle, for names mostly differ at the end.
  /// - Parameter limit: How many characters it may have, at least 3.
  /// - Returns: The name, with `…` for what was left out.
  package func shortened(to limit: Int) -> String {
    guard count > limit else { return self }
    return "\(prefix(limit / 3))…\(suffix(limit - limit / 3 - 1))"
  }
}
