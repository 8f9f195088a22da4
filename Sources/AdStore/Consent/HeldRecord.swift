// SPDX-License-Identifier: MIT
import AdConsent

/// A record that agrees with its ledger entry.
struct HeldRecord {
  let entry: LedgerEntry
  let record: ConsentRecord
}
