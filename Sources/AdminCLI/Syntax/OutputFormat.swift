// SPDX-License-Identifier: MIT

/// The forms in which a command prints what it found.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// Aligned columns, for people.
  case table
  /// One JSON document.
  case json
  /// One JSON object a line.
  case ndjson
  /// Comma-separated values as RFC 4180 writes them.
  case csv
}
