// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite
import Testing

@testable import AdStore

@Suite struct PageAndSettingTests {
  private let inventory: TemporaryInventory
  private let home = PageID(validated: "home")

  init() throws { inventory = try TemporaryInventory() }

  @Test func `a page comes back exactly as it was stored`() throws {
    let thresholds = try LoadingThresholds(
      fetch: 1_000.5, display: 0, unload: 2_000, unloadingEnabled: true, throttle: 0,
      stabilityDelay: 3_600_000, prediction: 10_000)
    let page = InventoryPage(
      id: home, thresholds: thresholds, remote: try RemoteThresholds(fetch: 150, render: 0.5),
      feedPattern: try FeedPattern("2,3/4"))
    let changes = try inventory.change { edit in
      try edit.setPage(home) { $0 = page }
      try edit.setPage(home) { $0 = page }
    }
    #expect(changes.map(\.verb) == [.add])
    #expect(try inventory.repository.read { try $0.page(home) } == page)

    let next = try inventory.change { try $0.setPage(home) { $0.remote = nil } }
    #expect(try inventory.repository.read { try $0.page(home) }.remote == nil)
    #expect(next.first?.before?.hasSuffix(#""remote":{"fetch":150,"render":0.5}}"#) == true)
    #expect(next.first?.after?.hasSuffix(#""remote":null}"#) == true)
  }

  @Test func `the longest feed pattern is stored, and so is one without ads`() throws {
    let period = FeedPattern.greatestPeriod
    for pattern in [
      try FeedPattern(adsAt: Array(2...period), every: period), try FeedPattern("/1"),
    ] {
      try inventory.change { try $0.setPage(home) { $0.feedPattern = pattern } }
      #expect(try inventory.repository.read { try $0.page(home) }.feedPattern == pattern)
    }
  }

  @Test func `a feed pattern that another program spoilt is told with its page`() throws {
    try inventory.add("u", page: "home")
    try inventory.repository.database.write { connection in
      try connection.execute("UPDATE pages SET feed_pattern = '11/10'")
    }
    #expect {
      try inventory.repository.read { try $0.page(home) }
    } throws: { error in
      let text = "\(error)"
      return text.contains("page 'home'") && text.contains("ad position")
    }
  }

  @Test func `a page is added with its first unit, and counts those that are not archived`() throws
  {
    try inventory.add("u", "v", page: "home")
    try inventory.add("w", page: "article")
    try inventory.change { try $0.archive(AdUnitID("v")) }
    let pages = try inventory.repository.read {
      try $0.pages().map { "\($0.page.id) \($0.unitCount)" }
    }
    #expect(pages == ["article 1", "home 1"])
    #expect(try inventory.repository.read { try $0.page(home) } == InventoryPage(id: home))
  }

  @Test func `an unknown page is named with the nearest one, and keeps its name`() throws {
    try inventory.add("u", page: "home")
    #expect {
      try inventory.repository.read { try $0.page(PageID("hoem")) }
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .noSuchPage && error?.suggestions == ["home"]
    }
    #expect(throws: InvalidValue.self) {
      try inventory.change { try $0.setPage(home) { $0.id = try PageID("other") } }
    }
  }

  @Test func `a page's plan tells what is served, what is withheld, and by which thresholds`()
    throws
  {
    try inventory.add("a", "b", "c", page: "home")
    try inventory.add("d")
    try inventory.change { edit in
      try edit.pause(AdUnitID("b"))
      try edit.archive(AdUnitID("c"))
      try edit.set(AdUnitID("a")) { $0.media = .video }
      try edit.setPage(home) { $0.thresholds = try LoadingThresholds(fetch: 900) }
    }
    let plan = try inventory.repository.loadingPlan(of: home)
    #expect(plan.served == [try AdUnitID("a")])
    #expect(plan.videoUnits == [try AdUnitID("a")])
    #expect(plan.withheld == [try AdUnitID("b"), try AdUnitID("c")])
    #expect(plan.thresholds.fetch == 900)
    #expect(
      storeCode { _ = try inventory.repository.loadingPlan(of: PageID("none")) } == .noSuchPage)
  }

  @Test func `the debug setting outlives a restart`() throws {
    let changes = try inventory.change { edit in
      try edit.setDebugging(true)
      try edit.setDebugging(true)
    }
    #expect(changes.map(\.after) == [#"{"debug":true}"#])
    try inventory.repository.database.close()
    let again = try inventory.reopened()
    #expect(try again.database.settings().isDebugging)
    try again.change(by: "tests", at: TemporaryStore.now) { try $0.setDebugging(false) }
    #expect(try !again.database.settings().isDebugging)
  }
}
