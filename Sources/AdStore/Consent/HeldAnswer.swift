// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// What the gate answers for a person, once each record was held against the ledger.
struct HeldAnswer {
  /// The answer; closed where there was an error.
  let answer: GateAnswer
  /// Why the records could not be used.
  let failure: StoreError?
  /// What was said, by the hashes that the ledger has of it, for who reads it again.
  let statements: [ContentHash: ConsentStatement]
}
