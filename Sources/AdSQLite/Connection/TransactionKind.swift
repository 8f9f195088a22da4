// SPDX-License-Identifier: MIT

/// The purpose of a transaction.
package enum TransactionKind: Sendable {
  /// Reads one state of the database (`BEGIN DEFERRED`).
  case read
  /// Takes the write lock at once (`BEGIN IMMEDIATE`), waiting as long as the busy timeout says.
  case write
}
