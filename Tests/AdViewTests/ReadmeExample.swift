// SPDX-License-Identifier: MIT
import AdView

/// Loads the ads of a page for a person who answered, and keeps what each of them did.
func loadAds(
  of page: PageID, in path: String, for person: SubjectKey, answering answer: ConsentStatement,
  now: Timestamp, clock: Int64, show: @escaping (Transition) -> Void
) throws {
  let database = try AdDatabase(path: path, access: .readWrite)

  // The answer is kept as evidence, and opens or closes the gate.
  let consent = ConsentRepository(database)
  _ = try consent.set(answer, for: person, at: now)
  let gate = consent.decision(for: person, at: now).loadGate

  // The manager takes units and thresholds from the store, and writes every transition back.
  let inventory = InventoryRepository(database)
  let session = try RecordedSession(
    id: SessionID("launch-1"), page: page, startedAt: now, clockAtStart: clock)
  let recorder = try TransitionRecorder(session, in: database)
  let manager = try LazyLoadingManager(
    page: page, source: inventory, gate: gate, recorder: recorder)

  let unit = try AdUnitID("div-gpt-ad-mobile_1")
  _ = manager.observe(unit) { change in show(change) }
  let frame = AdRect(x: 36, y: 900, width: 320, height: 320)
  try manager.place([AdFrame(unit: unit, frame: frame)], at: clock)
  try manager.moveViewport(to: AdRect(x: 0, y: 0, width: 393, height: 852), at: clock + 100)
  if let deadline = manager.nextDeadline { manager.tick(at: deadline) }

  try recorder.close()
  try database.close()
}
