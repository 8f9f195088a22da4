// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite

extension InventoryEdit {
  /// Takes changes of the log back, the newest first: what each of them set becomes what it was
  /// before. Nothing leaves the log; every step is logged, with the change that it takes back.
  ///
  /// A field that is again what it was is left alone.
  /// - Parameter numbers: The changes, in any order.
  /// - Throws: ``StoreError`` with `noSuchChange`; `changedSince` where something that a change set
  ///   has become a third thing, `notRevertible`; whatever the reverse change throws.
  public mutating func revert(_ numbers: [Int64]) throws { try revert(numbers) { _ in } }

  /// The same, telling before each change how many were taken back; what `each` throws ends it.
  package mutating func revert(
    _ numbers: [Int64], each: (_ done: Int) throws -> Void
  ) throws {
    defer { reverting = nil }
    for (done, number) in Set(numbers).sorted(by: >).enumerated() {
      try each(done)
      let line = try inventory.logged(number)
      reverting = number
      do {
        try revert(line)
      } catch let error as JSONError {
        throw StoreError(
          .corrupt, "change \(number) of the log cannot be read: \(error)", recovery: .findDamage)
      }
    }
  }

  private mutating func revert(_ line: LoggedChange) throws {
    switch line.change.noun {
    case .unit: try revertUnit(line)
    case .page: try revertPage(line)
    case .targeting: try revertTargeting(line)
    case .setting: try revertSetting(line.change)
    case .experiment: try revertExperiment(line.change)
    }
  }

  // MARK: Units

  private mutating func revertUnit(_ line: LoggedChange) throws {
    let change = line.change
    let id = try inventory.unitID(of: line)
    let table = FieldTable<InventoryUnit>.units
    switch (change.before, change.after) {
    case (nil, let after?):
      let entry = try inventory.entry(id)
      try Self.require(table, entry.unit, is: after, change)
      guard try entry.targeting.isSame(as: AdTargeting(logged: after) ?? AdTargeting()) else {
        throw Self.changed("targeting", change)
      }
      try remove(id)
    case (let before?, nil):
      var unit = try table.thing(logged: before)
      unit.id = id
      try add(InventoryEntry(unit: unit, targeting: AdTargeting(logged: before) ?? AdTargeting()))
    case (let before?, let after?) where change.verb == .rename:
      guard let old = try name(before, after, now: id.rawValue, "id", change) else { return }
      try rename(id, to: try AdUnitID(old))
    case (let before?, let after?):
      let now = try inventory.unit(id)
      let fields = try restored(table, now, before, after, change)
      try set(id) { unit in
        for (field, value) in fields { try field.set(value, in: &unit) }
      }
    case (nil, nil): throw Self.notRevertible(change)
    }
  }

  /// The name from before a renaming; nil where the thing has it again.
  /// - Parameter what: What it is called that was renamed once more.
  private func name(
    _ before: String, _ after: String, now: String, _ what: String, _ change: InventoryChange
  ) throws -> String? {
    func name(in text: String) throws -> String? {
      let object = JSONNode(try JSONReader.read(text: text))
      let node = object.memberIfPresent("adUnitId") ?? object.memberIfPresent("page")
      return try node?.string()
    }
    guard let old = try name(in: before), let new = try name(in: after), old != now else {
      return nil
    }
    guard now == new else { throw Self.changed(what, change) }
    return old
  }

  /// Refuses a thing that is not what a change made of it; its name does not count.
  private static func require<Root>(
    _ table: FieldTable<Root>, _ now: Root, is after: String, _ change: InventoryChange
  ) throws {
    for (field, value) in try table.logged(after)
    where field !== table.fields.first && field.value(now) != value {
      throw changed(field.heading, change)
    }
  }

  /// What a change set, with what it was before; nothing of what is so again.
  private func restored<Root>(
    _ table: FieldTable<Root>, _ now: Root, _ before: String, _ after: String,
    _ change: InventoryChange
  ) throws -> [FieldTable<Root>.Logged] {
    let became = try table.logged(after)
    return try table.logged(before).filter { field, was in
      guard let new = became.first(where: { $0.field.heading == field.heading })?.value,
        new != was
      else { return false }
      let value = field.value(now)
      if value == was { return false }
      guard value == new else { throw Self.changed(field.heading, change) }
      return true
    }
  }

  // MARK: Pages

  private mutating func revertPage(_ line: LoggedChange) throws {
    let change = line.change
    let table = FieldTable<InventoryPage>.pages
    let stored = try line.page.flatMap { try inventory.pageID(of: $0) }
    switch (change.before, change.after) {
    case (nil, let after?):
      guard let id = stored, let number = line.page else { return }
      let page = try inventory.page(id)
      try Self.require(table, page, is: after, change)
      guard try inventory.targeting(of: .page(number)).isEmpty else {
        throw Self.changed("targeting", change)
      }
      guard try inventory.experiments(ofPage: number).isEmpty else {
        throw Self.changed("experiments", change)
      }
      let units = try inventory.units(on: number)
      guard units.isEmpty else {
        throw StoreError(
          .changedSince,
          "change \(change.number) added page '\(id)', which has \(units.count.counted("ad unit")) by "
            + "now, the first of them '\(units[0])'",
          advice: "remove the page, and name the one that they shall stand on")
      }
      try removePage(id)
    case (let before?, nil):
      var page = try table.thing(logged: before)
      page.id = try PageID(change.name)
      if try stored != nil || inventory.storedPage(page.id) != nil {
        throw StoreError(
          .pageExists, "change \(change.number) removed page '\(page.id)', which exists again")
      }
      try setPage(page.id) { $0 = page }
      try replaceTargeting(
        with: AdTargeting(logged: before) ?? AdTargeting(), for: .page(page.id))
    case (let before?, let after?):
      guard let id = stored else { throw Self.changed("name", change) }
      if change.verb == .rename {
        guard let old = try name(before, after, now: id.rawValue, "name", change) else { return }
        return try renamePage(id, to: try PageID(old))
      }
      let now = try inventory.page(id)
      let fields = try restored(table, now, before, after, change)
      try setPage(id) { page in
        for (field, value) in fields { try field.set(value, in: &page) }
      }
    case (nil, nil): throw Self.notRevertible(change)
    }
  }

  // MARK: Targeting and settings

  private mutating func revertTargeting(_ line: LoggedChange) throws {
    let change = line.change
    let scope = try inventory.scope(of: line)
    let now = try inventory.targeting(of: scope)
    let (before, after) = (change.before, change.after)
    if let before, let after, let was = try AdTargeting(logged: before),
      let became = try AdTargeting(logged: after)
    {
      if now.isSame(as: was) { return }
      guard now.isSame(as: became) else { throw Self.changed("targeting", change) }
      return try replaceTargeting(with: was, for: scope)
    }
    let was = try before.map { try TargetingEntry(logged: $0) }
    let became = try after.map { try TargetingEntry(logged: $0) }
    guard let key = was?.key ?? became?.key else { throw Self.notRevertible(change) }
    let entry = now.entry(of: key)
    if entry == was { return }
    guard entry == became else {
      throw Self.changed("targeting key \(key.quotedForDisplay)", change)
    }
    if let was {
      try setTargeting(was, for: scope)
    } else {
      try removeTargeting(key: key, for: scope)
    }
  }

  private mutating func revertSetting(_ change: InventoryChange) throws {
    let table = FieldTable<InventorySettings>.settings
    guard table.fields.contains(where: { $0.settingName == change.name }),
      let before = change.before, let after = change.after
    else { throw Self.notRevertible(change) }
    let fields = try restored(table, try inventory.settings(), before, after, change)
    try setSettings { settings in
      for (field, value) in fields { try field.set(value, in: &settings) }
    }
  }

  // MARK: Experiments

  private mutating func revertExperiment(_ change: InventoryChange) throws {
    let table = FieldTable<Experiment>.experiments
    let id = try ExperimentID(change.name)
    switch (change.before, change.after) {
    case (nil, let after?):
      try Self.require(table, try inventory.experiment(id), is: after, change)
      try removeExperiment(id)
    case (let before?, nil): try add(try table.thing(logged: before))
    case (let before?, let after?):
      var experiment = try inventory.experiment(id)
      for (field, value) in try restored(table, experiment, before, after, change) {
        try field.set(value, in: &experiment)
      }
      try put(experiment)
    case (nil, nil): throw Self.notRevertible(change)
    }
  }

  // MARK: Errors

  private static func changed(_ what: String, _ change: InventoryChange) -> StoreError {
    StoreError(
      .changedSince,
      "change \(change.number) cannot be taken back by itself: the \(what.lowercased()) of "
        + "\(change.noun.rawValue) '\(change.name)' was changed again since",
      advice: "adview-admin log names the later changes; take them back with it")
  }

  private static func notRevertible(_ change: InventoryChange) -> StoreError {
    StoreError(
      .notRevertible,
      "change \(change.number) is about \(change.noun.rawValue) '\(change.name)', which cannot be "
        + "set back")
  }
}

extension InventoryChange {
  /// Whether it is of something that can be set back; what was done to the schema cannot.
  package var isRevertible: Bool {
    noun != .setting
      || FieldTable<InventorySettings>.settings.fields.contains { $0.settingName == name }
  }
}

extension InventorySnapshot {
  /// The present id of the unit that a line is about.
  fileprivate func unitID(of line: LoggedChange) throws -> AdUnitID {
    let id = try connection.statement("SELECT id FROM unit_ids WHERE unit = ?")
      .first(line.unit ?? 0) { $0.text(0) }
    return try AdUnitID(id ?? line.change.name)
  }

  /// The present name of a page; nil where it was removed.
  fileprivate func pageID(of number: Int64) throws -> PageID? {
    try connection.statement("SELECT name FROM pages WHERE page = ?")
      .first(number) { try PageID($0.text(0)) }
  }

  /// The scope that a line of targeting is about.
  fileprivate func scope(of line: LoggedChange) throws -> TargetingScope {
    if line.unit != nil { return .unit(try unitID(of: line)) }
    if let page = line.page { return .page(try pageID(of: page) ?? PageID(line.change.name)) }
    return line.change.name == "debug" ? .debug : .app
  }
}

extension AdTargeting {
  /// Whether it says the same; the order of keys makes no difference.
  package func isSame(as other: AdTargeting) -> Bool { Set(entries) == Set(other.entries) }

  /// The targeting in an object of the log; nil where it holds none.
  fileprivate init?(logged text: String) throws {
    guard let node = JSONNode(try JSONReader.read(text: text)).memberIfPresent("targeting") else {
      return nil
    }
    try self.init(node.elements().map { try TargetingEntry(logged: $0) })
  }
}

extension TargetingEntry {
  fileprivate init(logged text: String) throws {
    try self.init(logged: JSONNode(try JSONReader.read(text: text)))
  }

  fileprivate init(logged node: JSONNode) throws {
    try self.init(
      key: try node.member("key").string(),
      values: try node.member("values").elements().map { try $0.string() })
  }
}

extension StoreError.Code {
  /// What a change set has become a third thing since.
  public static let changedSince = Self(rawValue: "changedSince")
  /// A change of the log is of a kind that cannot be taken back.
  public static let notRevertible = Self(rawValue: "notRevertible")
}
