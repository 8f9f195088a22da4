// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// The rules by which loads were allowed, as the history keeps them.
struct GateRules: Hashable, Sendable {
  /// The gate's settings.
  let gate: ConsentGate
  /// The version of the program's rules, and of its table of laws.
  let versions: [Int]

  /// The rules that this program goes by with a gate.
  init(_ gate: ConsentGate) {
    self.gate = gate
    versions = [ConsentGate.rulesVersion, Law.tableVersion]
  }

  /// Whether this program decides by other rules than those by which was decided.
  var isOfOtherProgram: Bool { versions != GateRules(gate).versions }

  /// Their number in the history, which has them from then on.
  func number(_ connection: Connection) throws -> Int64 {
    // Changed to what it is, so that the row is returned whether it is new or not.
    let number = try connection.statement(
      """
      INSERT INTO gate_rules (
        policy, limited_ads_since, applicable_law, silence, version, law_table
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT DO UPDATE SET policy = excluded.policy RETURNING rules
      """
    ).first(
      gate.policy.rawValue, gate.limitedAds.disclosureSufficesFrom.milliseconds,
      gate.applicableLaw?.rawValue ?? "", gate.silence.rawValue, Int64(versions[0]),
      Int64(versions[1])
    ) { $0.int64(0) }
    return number ?? connection.lastInsertedRow
  }

  /// All rules of the history, by number.
  /// - Throws: `StoreError` with `corrupt` for a word that no program writes.
  static func all(_ connection: Connection) throws -> [Int64: GateRules] {
    var all: [Int64: GateRules] = [:]
    var rows = try connection.statement(
      """
      SELECT rules, policy, limited_ads_since, applicable_law, silence, version, law_table
      FROM gate_rules
      """
    ).query()
    while try rows.next() { all[rows.row.int64(0)] = try GateRules(rows.row) }
    return all
  }
}

extension GateRules {
  fileprivate init(_ row: borrowing Row) throws {
    let law = row.text(3)
    guard let policy = GatePolicy(rawValue: row.text(1)),
      let silence = SilenceRule(rawValue: row.text(4))
    else {
      throw StoreError(
        .corrupt, "the rules \(row.int64(0)) of the history have a word that no program writes")
    }
    gate = ConsentGate(
      policy: policy,
      limitedAds: LimitedAdsRule(
        disclosureSufficesFrom: Timestamp(milliseconds: row.int64(2))),
      applicableLaw: law.isEmpty ? nil : try Regulation(law), silence: silence)
    versions = [Int(row.int64(5)), Int(row.int64(6))]
  }
}
