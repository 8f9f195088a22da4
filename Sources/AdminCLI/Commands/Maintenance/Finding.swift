// SPDX-License-Identifier: MIT

/// Something about a database that should be otherwise.
struct Finding: Sendable {
  /// How bad it is.
  enum Severity: String, Sendable {
    /// Data is damaged, or cannot be used.
    case error
    /// It works, and should not stay like this.
    case warning
  }

  let severity: Severity
  /// What is wrong, with which value.
  let what: String
  /// What to do: a command line, or words.
  let advice: String
}
