// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel

/// A person's current consent, as a list shows it.
public struct ConsentListing: Hashable, Identifiable, Sendable {
  /// The record's number.
  public var id: ConsentRecordID { record.id }

  /// The person's key as it is stored. It is data that was asked for; keep it out of messages.
  public let subject: String
  /// The record that decides; where none does under the law that applies, the newest.
  public let record: ConsentRecord
  /// What the gate made of everything that the person said.
  package let judgement: GateJudgement

  /// The gate's decision.
  public var decision: GateDecision { judgement.explanation.decision }
}

extension ConsentRepository {
  /// Goes through the consent that holds for everybody, in the order of the stored keys.
  ///
  /// Reads in pages, so that neither memory nor the time of one read transaction grows with the
  /// number of people; what changes meanwhile may or may not be seen.
  ///
  /// - Parameters:
  ///   - limit: How many people at most.
  ///   - gate: The rules; nil for those of the settings.
  ///   - body: Takes one person after the other.
  /// - Throws: ``StoreError``, also `corrupt` where a record is not as it was appended; what
  ///   `body` throws.
  /// - Complexity: O(*n*) in the number of people who are read, until as many are found as there may
  ///   be: of those of whom a record tells of the filter's event, law or times, found by an index. Only
  ///   the gate tells for whom ads may load: there everybody is read until enough are found.
  public func forEach(
    matching filter: ConsentFilter = ConsentFilter(), limit: Int = .max, at now: Timestamp,
    by gate: ConsentGate? = nil, _ body: (ConsentListing) throws -> Void
  ) throws {
    let gate = try gate ?? database.settings().gate
    var left = limit
    try forEachPerson(
      matching: ConsentCondition.all(of: filter, at: now),
      limit: filter == ConsentFilter() ? limit : .max
    ) {
      key, state in
      guard left > 0 else { return false }
      let judgement = gate.judge(state, at: now)
      guard let record = judgement.record ?? state.newest(at: now) ?? state.records.last else {
        return true
      }
      let listing = ConsentListing(subject: key, record: record, judgement: judgement)
      if filter.accepts(listing) {
        try body(listing)
        left -= 1
      }
      return left > 0
    }
  }

  /// Goes through what everybody said, in the order of the stored keys, page by page.
  /// - Parameters:
  ///   - conditions: Only people of whom a record may be one that they want.
  ///   - limit: How many people are wanted; a page holds no more.
  ///   - body: Returns whether it wants more.
  func forEachPerson(
    matching conditions: [ConsentCondition] = [], limit: Int = .max,
    _ body: (_ key: String, ConsentState) throws -> Bool
  ) throws {
    if let keys = try database.read({ try ConsentReader($0).few(matching: conditions) }) {
      for key in keys {
        let state = try database.read { try ConsentReader($0).state(stored: key) }
        guard try body(key, state) else { return }
      }
      return
    }
    let size = min(Self.pageSize, max(limit, 1))
    var next: String? = ""
    while let last = next {
      let page = try database.read { connection in
        try ConsentReader(connection).states(after: last, matching: conditions, limit: size)
      }
      for (key, state) in page where try !body(key, state) { return }
      next = page.count == size ? page.last?.key : nil
    }
  }

  private static let pageSize = 256
}

extension ConsentFilter {
  fileprivate func accepts(_ listing: ConsentListing) -> Bool {
    if let regulation, listing.record.statement.regulation != regulation { return false }
    if let event, listing.record.event != event { return false }
    let answered = listing.record.statement.updatedAt
    if let answeredSince, answered < answeredSince { return false }
    if let answeredBefore, answered >= answeredBefore { return false }
    if let expiresBefore {
      guard let end = listing.judgement.end, listing.decision.isAllowed, end < expiresBefore
      else { return false }
    }
    guard let gate else { return true }
    return listing.decision.isAllowed == (gate == .allowed)
  }
}
