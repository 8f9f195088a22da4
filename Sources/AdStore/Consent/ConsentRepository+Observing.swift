// SPDX-License-Identifier: MIT

extension ConsentRepository {
  /// Tells a handler of every change of consent that pages have to be told of, whoever makes it.
  ///
  /// What this process changes through the same `AdDatabase` is told at once, on the thread that made
  /// the change, after it is on the disk, and only where pages would be handed something else. What
  /// others change is told by `AdDatabase.pollChanges()`, on the thread that calls it. The handler
  /// may use the repository. That a consent runs out is no change: see `GateAnswer.expiresAt`.
  ///
  /// - Parameter handler: Takes the change.
  /// - Returns: The registration, which ends when it is let go of.
  public func observe(
    _ handler: @escaping @Sendable (ConsentChange) -> Void
  ) -> ConsentObservation {
    database.beginWatching()
    return database.consentChanges.add(needsRecord: true, handler)
  }

  /// Tells a handler whose consent changes, as ``observe(_:)`` does but for what others changed it to, which
  /// nobody has to read then.
  package func observePeople(
    _ handler: @escaping @Sendable (ConsentChange) -> Void
  ) -> ConsentObservation {
    database.beginWatching()
    return database.consentChanges.add(needsRecord: false, handler)
  }
}
