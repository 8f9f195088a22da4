// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import AdSystem

extension SessionWriter {
  /// Closes a batch with its seals, and what others did not live to end with theirs.
  mutating func seal(
    _ number: Int64, isNew: Bool, isEnding: Bool, _ connection: Connection
  ) throws {
    guard var sealed else { return }
    let seals = SealWriter(connection)
    var isAnchored = isEnding
    let running = database.sessions.withLock { sessions in
      if isEnding { sessions.running.remove(number) } else { sessions.running.insert(number) }
      return sessions.running
    }
    if isNew {
      isAnchored = try seals.sealLeftOpen(besides: running.union([number])) || isAnchored
    }
    if names.count > 0 {
      try seals.seal(names)
      names = SealedNames()
    }
    if sealed.loads > 0 || isReopened {
      let end = nextSequence - 1
      try seals.sealBatch(of: number, through: end, sealed.closeBatch(through: end, connection))
      if isReopened {
        try connection.statement("UPDATE sessions SET sealed = 0 WHERE session = ?1").run(number)
      }
    }
    self.sealed = sealed
    if isEnding {
      try seals.sealSession(
        number, as: .ended, through: sealed.lastSequence,
        sealed.finish(row, chunk: track.last, connection))
    }
    if isAnchored { try seals.anchor(at: Timestamp(milliseconds: lastAt)) }
  }

  /// A session's digest that has taken its row as its end is stored.
  private var row: SealDigest {
    var row = SealDigest(.session)
    row.append(session.id.rawValue)
    row.append(session.page.rawValue)
    row.append(session.appVersion)
    row.append(session.device)
    row.append(session.startedAt.milliseconds)
    row.append(lastAt)
    row.append(Int64(1))
    row.append(Int64(session.measuresViewability ? 1 : 0))
    row.append(Int64(stored))
    row.append(Int64(lost))
    row.append(Int64(gaps))
    row.append(Int64(loaded.peak))
    row.append(track.state.databaseValue)
    row.append(Int64(hasGeometry ? 1 : 0))
    row.append(session.attributes.stored)
    row.append(session.arm?.experiment.rawValue ?? "")
    row.append(session.arm?.arm.rawValue ?? "")
    row.append(Int64(weight))
    row.append(Int64(units.count { $0.isListed }))
    return row
  }

  /// Has a unit's name sealed, where no seal is over it yet.
  mutating func noteName(
    of id: AdUnitID, _ unit: Int64, _ connection: Connection
  ) throws {
    let isSealed = try database.sealedNames.withLock { sealed in
      var known = try sealed.names ?? SealedNames.newest(connection)
      sealed.names = nil
      defer { sealed.names = known }
      if known[unit] == id.rawValue { return true }
      known[unit] = id.rawValue
      return false
    }
    if !isSealed { names.append(id.rawValue, of: unit) }
  }
}
