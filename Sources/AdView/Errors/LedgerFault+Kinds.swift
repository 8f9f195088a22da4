// SPDX-License-Identifier: MIT
public import AdConsent

/// What all of them ask for: damaged evidence is looked at, not repaired.
private let asking =
  "Keep the file as it is, and compare it with a backup or a head kept elsewhere."

extension LedgerFault {
  /// The kinds of damage of a ledger.
  public static let kinds = [
    ErrorKind(1, "edited", asking), ErrorKind(2, "missing", asking),
    ErrorKind(3, "reordered", asking), ErrorKind(4, "truncated", asking),
    ErrorKind(5, "forked", asking),
    ErrorKind(6, "clockBack", "Set the device's clock right; the entry stays as it is."),
    ErrorKind(7, "clockAhead", "Set the device's clock right; the entry stays as it is."),
    ErrorKind(
      8, "unsigned", "Find out who appended it; accept it where the key could not be used."),
  ]
}

#if canImport(Foundation)
  extension LedgerFault: AdViewError {
    /// The kind's name.
    public var kindName: String { kind.rawValue }
  }
#endif
