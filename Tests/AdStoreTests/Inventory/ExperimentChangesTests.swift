// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

@testable import AdStore

/// The life of experiments in an inventory.
@Suite struct ExperimentChangesTests {
  private let inventory: TemporaryInventory
  private static let name = ExperimentID(validated: "near")
  private static let page = PageID(validated: "home")
  private static let (control, near) = (ArmID(validated: "control"), ArmID(validated: "near"))

  init() throws {
    inventory = try TemporaryInventory()
    try inventory.change { edit in
      try edit.setPage(Self.page) { $0.liveViews = 6 }
      try edit.setPage(PageID("sport")) { _ in }
    }
  }

  /// A draft in which all stores have an arm, or only those of some buckets.
  private func draft(
    _ name: ExperimentID = name, page: PageID? = page, fetch: Double = 600, share: Double = 50
  ) throws -> Experiment {
    var draft = Experiment(id: name, page: page, salt: name.rawValue)
    draft.goal = .viewable
    draft.guards = [.late, .memory]
    draft.difference = 2.5
    draft.plannedStores = 4_000
    draft.plannedDays = 14
    var settings = ArmSettings()
    let field = try #require(ArmSettings.fields.first { $0.key == "fetch" })
    try settings.set(field, to: .double(fetch))
    draft.arms = [
      Experiment.Arm(id: Self.control), Experiment.Arm(id: Self.near, settings: settings),
    ]
    for arm in draft.arms { try draft.grow(arm.id, to: share) }
    return draft
  }

  private func start(_ draft: Experiment) throws {
    try inventory.change { edit in
      try edit.add(draft)
      try edit.startExperiment(draft.id)
    }
  }

  private func stored(
    _ page: PageID = page, in arm: ExperimentArm? = nil
  ) throws -> StoredPage {
    try inventory.repository.page(page, in: arm, for: nil, at: TemporaryStore.now)
  }

  private func experiment(_ name: ExperimentID = name) throws -> Experiment {
    try inventory.repository.read { try $0.experiment(name) }
  }

  @Test func `an experiment comes back as it was written, from rows, documents and the log`() throws
  {
    let draft = try draft()
    try start(draft)
    var running = draft
    running.state = .running
    running.startedAt = TemporaryStore.now
    #expect(try experiment() == running)
    let document = try inventory.repository.read { try $0.content() }.document()
    #expect(try InventoryContent(document: document).experiments == [running])
    try inventory.change { try $0.removeExperiment(Self.name) }
    #expect(storeCode { _ = try experiment() } == .noSuchExperiment)
    let newest = try inventory.repository.read { try $0.newestChange() }
    try inventory.change { try $0.revert([newest]) }
    #expect(try experiment() == running)
    try inventory.change { try $0.revert([newest + 1]) }
    #expect(try inventory.repository.read { try $0.experiments() }.isEmpty)
  }

  @Test func `a store goes by its arm while the experiment runs, and nobody by a draft`() throws {
    try inventory.change { try $0.add(try draft()) }
    let before = try stored()
    #expect(before.arm == nil && before.plan.thresholds == .standard)
    try inventory.change { try $0.startExperiment(Self.name) }
    let store = try inventory.repository.database.read { try StoreID.name($0) }
    #expect(store.count == 32)
    let arm = try #require(try experiment().arm(ofStore: store))
    let page = try stored()
    #expect(page.arm == ExperimentArm(Self.name, arm.id))
    #expect(page.page.thresholds.fetch == (arm.id == Self.near ? 600 : 800))
    #expect(page.plan.thresholds == page.page.thresholds && page.plan.loadedAdsLimit == 6)
    #expect(try inventory.repository.loadingPlan(of: Self.page) == page.plan)
    #expect(try stored(PageID("sport")).arm == nil)
    try inventory.change { try $0.stopExperiment(Self.name) }
    #expect(try stored().arm == nil && stored().plan == before.plan)
  }

  @Test(arguments: [("control", 800.0), ("near", 600), ("unknown", 800)])
  func `an arm that is chosen by hand wins, also of a draft`(arm: String, fetch: Double) throws {
    try inventory.change { try $0.add(try draft()) }
    let chosen = ExperimentArm(Self.name, try ArmID(arm))
    for _ in 0..<2 {
      let page = try stored(in: chosen)
      #expect(page.arm == chosen && page.plan.thresholds.fetch == fetch)
      if try experiment().state == .draft {
        try inventory.change { try $0.startExperiment(Self.name) }
      }
    }
  }

  @Test func `a store that is in no arm is as before`() throws {
    let before = try stored()
    var draft = try draft(share: 0.01)
    // What a store makes of it: another one would be in an arm once in 5,000 times.
    try start(draft)
    let store = try inventory.repository.database.read { try StoreID.name($0) }
    while draft.arm(ofStore: store) != nil { draft.salt += "x" }
    let moved = draft
    try inventory.change { edit in
      try edit.removeExperiment(Self.name)
      try edit.add(moved)
      try edit.startExperiment(Self.name)
    }
    let after = try stored()
    #expect(after.arm == nil && after.plan == before.plan && after.page == before.page)
    #expect(after.noFill == before.noFill)
  }

  @Test func `the settings of an arm are adopted in one change, which can be taken back`() throws {
    try start(try draft())
    let changes = try inventory.change { try $0.adoptExperiment(Self.name, Self.near) }
    try #require(changes.map(\.noun) == [.page, .experiment])
    let adopted = try experiment()
    #expect(adopted.state == .adopted && adopted.adopted == Self.near && adopted.endedAt != nil)
    #expect(try stored().page.thresholds.fetch == 600 && stored().arm == nil)
    #expect(
      storeCode { try inventory.change { try $0.adoptExperiment(Self.name, Self.near) } }
        == .experimentState)
    try inventory.change { try $0.revert([changes[0].number]) }
    #expect(try stored().page.thresholds.fetch == 800 && experiment().state == .adopted)
    try inventory.change { try $0.revert([changes[1].number]) }
    #expect(try experiment().state == .running && experiment().endedAt == nil)
  }

  @Test func `one of all pages changes all of them`() throws {
    try start(try draft(page: nil))
    #expect(try stored(PageID("sport")).arm?.experiment == Self.name)
    let changes = try inventory.change { try $0.adoptExperiment(Self.name, Self.near) }
    #expect(changes.map(\.name) == ["home", "sport", "near"])
  }

  @Test func `a second one cannot run on a page, nor what compares nothing`() throws {
    try start(try draft())
    let other = ExperimentID(validated: "other")
    for page in [Self.page, nil] {
      #expect(throws: InvalidValue.self) { try start(try draft(other, page: page)) }
    }
    try start(try draft(other, page: try PageID("sport")))
    // One takes the place of the other in one change.
    let next = ExperimentID(validated: "next")
    try inventory.change { edit in
      try edit.add(try draft(next))
      try edit.startExperiment(next)
      try edit.stopExperiment(Self.name)
    }
    try inventory.change { try $0.stopExperiment(next) }

    func refuse(_ change: (inout Experiment) throws -> Void) throws {
      var draft = try draft(ExperimentID("wrong"))
      try change(&draft)
      #expect(throws: InvalidValue.self) { try start(draft) }
    }
    try refuse { $0.arms.removeLast() }
    try refuse { $0.arms[1].settings = ArmSettings() }
    try refuse { $0.arms[1].buckets = BucketRanges() }
    try refuse { $0.arms[1].buckets = $0.arms[0].buckets }
    try refuse { $0.arms[1].id = $0.arms[0].id }
    try refuse { $0.guards = [.late, .late] }
    try refuse { $0.difference = 0 }
    // The display distance of the page is 200.
    #expect(throws: InvalidValue.self) { try start(try draft(ExperimentID("tight"), fetch: 100)) }
    #expect(try inventory.repository.read { try $0.experiments() }.count == 3)
  }

  @Test func `what has come too far or not far enough is refused by name`() throws {
    var draft = try draft()
    draft.goal = nil
    let aimless = draft
    #expect(storeCode { try start(aimless) } == .noGoal)
    #expect(
      storeCode { try inventory.change { try $0.stopExperiment(Self.name) } } == .noSuchExperiment)
    try inventory.change { try $0.add(aimless) }
    #expect(storeCode { try inventory.change { try $0.add(aimless) } } == .experimentExists)
    #expect(
      storeCode { try inventory.change { try $0.stopExperiment(Self.name) } } == .experimentState)
    #expect(
      storeCode { try inventory.change { try $0.adoptExperiment(Self.name, Self.near) } }
        == .experimentState)
    #expect(
      storeCode {
        try inventory.change { try $0.add(try self.draft(ExperimentID("b"), page: PageID("none"))) }
      }
        == .noSuchPage)
    try inventory.change { try $0.removeExperiment(Self.name) }
    try start(try self.draft())
    #expect(
      storeCode { try inventory.change { try $0.startExperiment(Self.name) } } == .experimentState)
    #expect(
      storeCode { try inventory.change { try $0.adoptExperiment(Self.name, ArmID("nar")) } }
        == .noSuchArm)
  }

  @Test func `it follows its page to another name, and goes with it`() throws {
    try start(try draft())
    let house = try PageID("house")
    try inventory.change { try $0.renamePage(Self.page, to: house) }
    #expect(try experiment().page == house && stored(house).arm != nil)
    let newest = try inventory.repository.read { try $0.newestChange() }
    try inventory.change { try $0.removePage(house) }
    #expect(try inventory.repository.read { try $0.experiments() }.isEmpty)
    try inventory.change { try $0.revert([newest + 1, newest + 2]) }
    #expect(try stored(house).arm != nil)
  }

  @Test func `phones get what runs, and of it what they need to go by it`() throws {
    let draft = try draft()
    try start(draft)
    try inventory.change {
      try $0.add(try self.draft(ExperimentID("later"), page: PageID("sport")))
    }
    let published = try inventory.repository.read { try PublishedInventory(of: $0) }
    let read = try PublishedInventory(document: try published.document()).content.experiments
    let experiment = try #require(read.first)
    #expect(read.count == 1 && experiment.state == .running && experiment.arms == draft.arms)
    #expect(experiment.salt == "near" && experiment.page == Self.page)
    #expect(experiment.goal == nil && experiment.guards.isEmpty && experiment.startedAt == nil)

    let phone = try TemporaryInventory()
    try phone.change { try $0.adopt(published) }
    let page = try phone.repository.page(Self.page, for: nil, at: TemporaryStore.now)
    let store = try phone.repository.database.read { try StoreID.name($0) }
    #expect(page.arm?.arm == draft.arm(ofStore: store)?.id && page.arm != nil)

    try inventory.change { try $0.adoptExperiment(Self.name, Self.near) }
    let next = try inventory.repository.read { try PublishedInventory(of: $0) }
    let difference = try published.difference(to: next)
    let result = try published.applying(difference: difference)
    #expect(try result.document() == next.document() && result.content.experiments.isEmpty)
    try phone.change { try $0.adopt(result) }
    let after = try phone.repository.page(Self.page, for: nil, at: TemporaryStore.now)
    #expect(after.arm == nil && after.plan.thresholds.fetch == 600)
  }
}
