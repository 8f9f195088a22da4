// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Testing

/// A page that runs while experiments begin and end.
@Suite struct ExperimentSessionTests {
  private let fixture: SessionFixture
  private static let name = ExperimentID(validated: "near")

  init() throws { fixture = try SessionFixture() }

  /// Has every store go by one of two arms, with other fetch distances than the page.
  private func start() throws {
    try fixture.change { edit in
      var draft = Experiment(id: Self.name, page: SessionFixture.page, salt: "s")
      draft.goal = .late
      draft.arms = try [("far", 5_000.0), ("farther", 6_000)].map { name, fetch in
        var settings = ArmSettings()
        for field in ArmSettings.fields where field.key == "fetch" {
          try settings.set(field, to: .double(fetch))
        }
        return Experiment.Arm(id: try ArmID(name), settings: settings)
      }
      for arm in draft.arms { try draft.grow(arm.id, to: 50) }
      try edit.add(draft)
      try edit.startExperiment(Self.name)
    }
  }

  /// The row of a session as it is exported, once it has ended.
  private func row(_ session: AdSession) async throws -> ExportedSession {
    try await session.close()
    let rows = try HistoryRepository(fixture.database).exportSessions(limit: 10).rows
    return try #require(rows.first { $0.summary.id == session.id })
  }

  @Test func `a session goes by the arm of its store, and keeps which it was`() async throws {
    defer { fixture.clean() }
    try start()
    let session = try await fixture.shown()
    let stored = try InventoryRepository(fixture.database).page(
      SessionFixture.page, for: nil, at: ManualClock.start)
    let row = try await row(session)
    #expect(row.summary.arm == stored.arm && stored.arm != nil)
    #expect(row.distances?.start.thresholds == stored.plan.thresholds)
  }

  @Test(arguments: ["far", "farther"])
  func `an arm of the options wins`(arm: String) async throws {
    defer { fixture.clean() }
    try start()
    var options = AdSession.Options()
    options.arm = ExperimentArm(Self.name, try ArmID(arm))
    let session = try await fixture.shown(options)
    // It stays, whatever else is changed.
    try fixture.change { try $0.setSettings { $0.liveViews = 3 } }
    fixture.look(session)
    let row = try await row(session)
    #expect(row.summary.arm == options.arm)
    #expect(row.distances?.start.thresholds.fetch == (arm == "far" ? 5_000 : 6_000))
    #expect(row.distances?.changes == 0)
  }

  @Test func `a session that goes on follows a start, and keeps that it began without`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    try start()
    fixture.look(session)
    try fixture.change { try $0.stopExperiment(Self.name) }
    fixture.look(session)
    let row = try await row(session)
    #expect(row.summary.arm == nil)
    #expect(row.distances?.start.thresholds.fetch == 800 && row.distances?.changes == 2)
  }
}
