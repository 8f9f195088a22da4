// SPDX-License-Identifier: MIT

/// The version of this program.
package enum AdminVersion {
  /// The number, as in CHANGELOG.md.
  package static let current = "0.1.0"
}
