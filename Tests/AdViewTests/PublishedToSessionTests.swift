// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import TestPublications
import Testing

/// What a publisher changes on one machine and a page that runs on another.
@Suite struct PublishedToSessionTests {
  @Test func `a unit that is paused elsewhere and published is gone from a page that runs`()
    async throws
  {
    let fixture = try SessionFixture()
    defer { fixture.clean() }
    let session = try await fixture.shown()
    let office = try AdDatabase.inMemory(now: ManualClock.start)
    let inventory = InventoryRepository(office)
    try inventory.change(by: "ops", at: ManualClock.start) { edit in
      try edit.addSample()
      try edit.pause(SessionFixture.unit)
    }
    let document = try inventory.read { try PublishedInventory(of: $0).document() }
    var publication = try TestPublication()
    try publication.publish(
      [
        TargetFile(
          path: PublishedGeneration.wholeName, holding: document,
          custom: PublishedGeneration.custom(1))
      ],
      holding: [document])

    var update = try InventoryUpdate(
      of: fixture.database, trusting: publication.firstRoot, at: TestPublication.now,
      verifier: TestVerifier())
    var step = try update.begin()
    while case .fetch(let file) = step {
      let name = String(file.path.split(separator: "/", maxSplits: 1)[1])
      step = try update.take(publication[name].map { .arrived($0) } ?? .missing)
    }
    guard case .ready(let generation) = step else {
      Issue.record("there is a newer generation")
      return
    }
    #expect(session.state(of: SessionFixture.unit) == .fetched)
    try fixture.database.adopt(generation, at: ManualClock.start)
    fixture.look(session)
    #expect(session.state(of: SessionFixture.unit) == .unloaded)
    #expect(session.liveViews == 0)
    #expect(session.gate.isOpen, "what the person said stays")
  }
}
