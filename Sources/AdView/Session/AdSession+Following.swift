// SPDX-License-Identifier: MIT
public import AdConsent
public import AdHosting
import AdStore

extension AdSession {
  /// Follows what a consent platform tells: keeps what is new of it, and loads nothing while it tells
  /// of no answer, whatever was answered before: what a platform has no longer is no leave.
  ///
  /// What was found and is known is not kept again.
  /// - Returns: What the host is to do, and why something could not be kept: nothing loads then until
  ///   the platform tells something that can.
  public func follow(
    _ told: Result<[ToldConsent], any Error>
  ) -> (effects: [PageEffect], error: (any Error)?) {
    let was = isUntold
    isFollowing = true
    var failure: (any Error)?
    do {
      let told = try told.get()
      isUntold = !told.contains(where: \.isSettled)
      try keep(told)
    } catch {
      isUntold = true
      failure = error
    }
    // Consent has to be told to the page anew, also where the store has not changed.
    if was != isUntold { answers.note() }
    return (tick(), failure)
  }

  private func keep(_ told: [ToldConsent]) throws {
    let consent = ConsentRepository(database)
    let state = stored.terms.consent.state
    for told in told where !state.knows(told) {
      try consent.take(
        told.statement, as: told.kind == .noticed ? .noticed : nil, for: subject,
        at: clock.timeOfDay())
    }
  }
}
