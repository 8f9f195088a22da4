// SPDX-License-Identifier: MIT
public import AdConsent
public import AdHosting
import AdInjection
import AdModel
import AdStore

// What the person says, and what the page hears of it.
extension AdSession {
  /// Takes an answer of the person, as a consent platform's handler has it.
  ///
  /// What it may end is unloaded at once, and stays so until the answer is on the disk; what it
  /// allows loads when it is, of which `onChange` tells. Storing is tried again until it succeeds: see
  /// ``unstored``.
  /// - Returns: What the host is to do.
  /// - Throws: What cannot be evidence, as `ConsentRepository.take`; nothing has changed then.
  public func record(_ statement: ConsentStatement) throws -> [PageEffect] {
    try ConsentRepository(database).take(statement, for: subject, at: clock.timeOfDay())
    return tick()
  }

  /// Takes everything back that the person allowed, as ``record(_:)`` takes an answer.
  /// - Returns: What the host is to do.
  public func withdraw() -> [PageEffect] {
    ConsentRepository(database).takeWithdrawal(of: subject, at: clock.timeOfDay())
    return tick()
  }

  /// Notes that a notice was given under the law that applies, to which nobody has to answer: where
  /// people may opt out, ads may then load as `InventorySettings` says of silence.
  /// - Returns: What the host is to do.
  public func noteNotice(_ notice: ConsentNotice) -> [PageEffect] {
    guard let law = settings.gate.applicableLaw else { return [] }
    ConsentRepository(database).takeNotice(
      notice, under: law, for: subject, at: clock.timeOfDay())
    return tick()
  }

  /// Waits until what the person said is on the disk, and follows it.
  /// - Parameter patience: How long it may take until it begins.
  /// - Returns: What the host is to do.
  /// - Throws: ``StoreError`` where it could not be stored yet.
  public nonisolated(nonsending) func storeAnswers(
    within patience: Duration
  ) async throws -> [PageEffect] {
    try await ConsentRepository(database).storeTaken(within: patience)
    return tick()
  }

  /// Tells the page how consent stands.
  func tellConsent(at now: Int64) -> [PageEffect] {
    let before = told
    told = HeardConsent(at: now)
    if let closing { return tell(.consent(PageConsent(closing: closing)), at: now) }
    if isUntold { return tell(.consent(.unanswered), at: now) }
    recorder.use(settings.gate)
    let time = clock.timeOfDay()
    var known = stored.terms.consent
    // What has run out, by whichever clock, may be silence again, which some laws allow.
    if let end = known.expiresAt, end <= time || end == before.expiry && before.isOver(at: now) {
      known = settings.gate.answer(known.state, at: max(time, end))
    }
    let answer = ConsentRepository(database).restrict(
      known, for: subject, by: settings.gate, at: time)
    lastFailure = stored.terms.consentFailure
    noteLaw(unless: answer, at: time)
    var consent = PageConsent(answer.decision)
    if let relayed = answer.relayed {
      do {
        consent.handOff = try ConsentHandOff(of: relayed, form: settings.handOff)
        // Where the time of day was set meanwhile, the sooner end holds.
        consent.expiresAt = answer.expiresAt.map {
          min(self.time(of: $0), now + max($0.milliseconds - time.milliseconds, 0))
        }
      } catch {
        consent.decision = .blocked(.failed)
        lastFailure = error
        log("the consent cannot be handed on: \(error)")
        tell(.failed(error))
      }
    }
    log("consent \(consent.decision)")
    // A check that was due after another process wrote, and comes late, loads nothing any more.
    let heard = answer.record.map { self.time(of: $0.recordedAt) } ?? now
    let since = min(heard > before.at ? heard : now, before.end ?? now, now)
    (told.end, told.expiry) = (consent.expiresAt, answer.expiresAt)
    return tell(.consent(consent), at: page.gate.isOpen ? since : now)
  }

  /// Notes which law applies where it lets people opt out and nothing is known of the person, once:
  /// loads point at the entry.
  private func noteLaw(unless answer: GateAnswer, at time: Timestamp) {
    guard !isLawNoted, answer.decision == .blocked(.noRecord),
      let law = settings.gate.applicableLaw,
      law.model(at: time) != .optIn
    else { return }
    isLawNoted = true
    ConsentRepository(database).takeNotice(under: law, for: subject, at: time)
  }
}
