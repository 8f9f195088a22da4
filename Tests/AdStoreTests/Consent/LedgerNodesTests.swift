// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// What is kept of the ledger's tree.
@Suite struct LedgerNodesTests {
  static let now = TemporaryStore.now
  let store: TemporaryStore
  let consent: ConsentRepository

  init() throws {
    store = try TemporaryStore()
    consent = ConsentRepository(try store.create())
  }

  private func append(_ count: Int) throws {
    try consent.database.write { connection in
      let writer = LedgerWriter(connection, as: .app)
      let first = try LedgerReader(connection).size()
      for number in 0..<Int64(count) {
        let statement = ConsentStatement(
          choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: Self.now)
        _ = try writer.append(
          statement, for: SubjectKey("user-\(first + number)"), as: .given, after: nil,
          at: Self.now)
      }
    }
  }

  private func tamper(_ sql: String) throws {
    let connection = try store.outsider()
    try connection.execute(sql)
    try connection.close()
  }

  @Test func `root and proofs are those of all entries, whatever the size`() throws {
    for count in [1, 14, 1, 1, 30, 208, 1, 16, 40] {
      try append(count)
      let leaves = try consent.database.read { connection in
        try LedgerReader(connection).entries(after: 0, limit: .max).map(\.hash)
      }
      let head = try consent.head(at: Self.now)
      #expect(head.size == Int64(leaves.count))
      #expect(head.root == MerkleTree.root(of: leaves))
      for index in [0, leaves.count / 2, leaves.count - 1] {
        let proof = try #require(
          try consent.proof(of: ConsentRecordID(Int64(index + 1)), at: Self.now))
        #expect(
          MerkleTree.proves(
            inclusion: proof.path, of: leaves[index], at: index, size: leaves.count, root: head.root
          ))
      }
      #expect(try consent.verify(at: Self.now).fault == nil)
    }
    let kept = try consent.database.read { try LedgerNodes($0).count() }
    #expect(kept == 312 / 16 + 312 / 256 && kept == LedgerNodes.count(of: 312))
    #expect(try consent.proof(of: ConsentRecordID(313), at: Self.now) == nil)
    #expect(try consent.proof(of: ConsentRecordID(0), at: Self.now) == nil)
  }

  @Test(arguments: [
    ("UPDATE consent_nodes SET hash = zeroblob(32) WHERE level = 1 AND place = 2", Int64(48)),
    ("DELETE FROM consent_nodes WHERE level = 2", 256),
    ("INSERT INTO consent_nodes VALUES (1, 99, zeroblob(32))", 301),
  ])
  func `an audit names hashes that do not follow from the entries`(
    sql: String, sequence: Int64
  ) throws {
    try append(300)
    try tamper(sql)
    let fault = try #require(try consent.verify(at: Self.now).fault)
    #expect(fault.kind == .edited && fault.sequence == sequence, "\(fault)")
  }

  @Test func `no proof is given by hashes that do not lead to it`() throws {
    try append(300)
    try tamper("UPDATE consent_nodes SET hash = zeroblob(32) WHERE level = 1 AND place = 2")
    #expect(storeCode { _ = try consent.proof(of: ConsentRecordID(50), at: Self.now) } == .corrupt)
    try tamper("DELETE FROM consent_nodes WHERE level = 2")
    #expect(storeCode { _ = try consent.head(at: Self.now) } == .corrupt)
  }
}
