// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventoryEdit {
  /// Sets a targeting key: its values replace those that it had.
  /// - Parameter scope: A unit, a page, the app, or debugging.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchPage`.
  public mutating func setTargeting(_ entry: TargetingEntry, for scope: TargetingScope) throws {
    try setTargeting([entry], for: scope)
  }

  /// Sets many targeting keys, in the order given.
  /// - Parameter scope: A unit, a page, the app, or debugging.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchPage`.
  /// - Complexity: O(*n*) in the keys that there are and that are set.
  public mutating func setTargeting(
    _ entries: [TargetingEntry], for scope: TargetingScope
  ) throws {
    try changeTargeting(of: scope, .set, entries) { _, new in new }
  }

  /// Adds values to a targeting key behind those that it has; values that it has stay in place.
  /// - Parameters:
  ///   - entry: The key with the values to add.
  ///   - scope: A unit, a page, the app, or debugging.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchPage`; `InvalidValue` with `outOfRange`
  ///   where the key would have too many values.
  public mutating func addTargeting(_ entry: TargetingEntry, for scope: TargetingScope) throws {
    try addTargeting([entry], for: scope)
  }

  /// Adds values to targeting keys behind those that they have; values that one has stay in place.
  /// - Parameters:
  ///   - entries: The keys with the values to add.
  ///   - scope: A unit, a page, the app, or debugging.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchPage`; `InvalidValue` with `outOfRange`
  ///   where a key would have too many values.
  /// - Complexity: O(*n*) in the keys that there are and that are added to.
  public mutating func addTargeting(
    _ entries: [TargetingEntry], for scope: TargetingScope
  ) throws {
    try changeTargeting(of: scope, .add, entries) { old, new in
      let values = old?.values ?? []
      let added = new.values.filter { value in !values.contains { $0.hasSameBytes(as: value) } }
      return try TargetingEntry(key: new.key, values: values + added)
    }
  }

  /// Removes a targeting key, or one of its values; a key without values goes too.
  /// - Parameters:
  ///   - value: The value, or nil for all.
  ///   - scope: A unit, a page, the app, or debugging.
  /// - Throws: ``StoreError`` with `noSuchTargeting`, `noSuchUnit` or `noSuchPage`.
  public mutating func removeTargeting(
    key: String, value: String? = nil, for scope: TargetingScope
  ) throws {
    try removeTargeting(of: scope, key: key) { targeting in
      guard let entry = targeting.entry(of: key) else { throw Self.unset(key, in: targeting) }
      guard let value else {
        targeting.remove(key: key)
        return
      }
      let left = entry.values.filter { !$0.hasSameBytes(as: value) }
      if left.count == entry.values.count {
        throw StoreError(
          .noSuchTargeting,
          "the targeting key \(key.quotedForDisplay) has no value \(value.quotedForDisplay)")
      }
      if left.isEmpty {
        targeting.remove(key: key)
      } else {
        targeting.set(try TargetingEntry(key: key, values: left))
      }
    }
  }

  /// Replaces everything that a scope targets.
  /// - Parameter targeting: What it shall target; nothing clears it.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchPage`.
  package mutating func replaceTargeting(
    with targeting: AdTargeting, for scope: TargetingScope
  ) throws {
    let owner = try inventory.owner(of: scope)
    let old = try inventory.targeting(of: owner)
    guard targeting != old else { return }
    try rewrite(targeting, of: owner)
    try log(
      .set, .targeting, Self.subject(scope, owner),
      before: InventoryDocument.text { InventoryDocument.write(old, to: &$0) },
      after: InventoryDocument.text { InventoryDocument.write(targeting, to: &$0) })
  }

  /// Changes many keys, writes them once, and logs each that is another then.
  private mutating func changeTargeting(
    of scope: TargetingScope, _ verb: InventoryChange.Verb, _ entries: [TargetingEntry],
    _ change: (_ old: TargetingEntry?, _ new: TargetingEntry) throws -> TargetingEntry
  ) throws {
    let owner = try inventory.owner(of: scope)
    var all = try inventory.targeting(of: owner).entries
    var places: [[UInt8]: Int] = [:]
    for (place, entry) in all.enumerated() { places[Array(entry.key.utf8)] = place }
    var changed: [(before: TargetingEntry?, after: TargetingEntry)] = []
    for entry in entries {
      let key = Array(entry.key.utf8)
      let old = places[key].map { all[$0] }
      let new = try change(old, entry)
      guard new != old else { continue }
      changed.append((old, new))
      if let place = places[key] {
        all[place] = new
      } else {
        places[key] = all.count
        all.append(new)
      }
    }
    guard !changed.isEmpty else { return }
    try rewrite(AdTargeting(all), of: owner)
    for (before, after) in changed {
      try log(
        verb, .targeting, Self.subject(scope, owner), before: before.map(Self.text),
        after: Self.text(after))
    }
  }

  /// Takes something from one key, and logs it.
  private mutating func removeTargeting(
    of scope: TargetingScope, key: String, _ change: (inout AdTargeting) throws -> Void
  ) throws {
    let owner = try inventory.owner(of: scope)
    let old = try inventory.targeting(of: owner)
    var targeting = old
    try change(&targeting)
    try rewrite(targeting, of: owner)
    try log(
      .remove, .targeting, Self.subject(scope, owner), before: old.entry(of: key).map(Self.text),
      after: targeting.entry(of: key).map(Self.text))
  }

  private static func text(_ entry: TargetingEntry) -> String {
    InventoryDocument.text { InventoryDocument.write(entry, to: &$0) }
  }

  private func rewrite(_ targeting: AdTargeting, of owner: TargetingOwner) throws {
    let delete = try connection.statement(owner.deleteAll)
    switch owner {
    case .unit(let number), .page(let number): try delete.run(number)
    case .shared(let scope): try delete.run(scope)
    }
    try store(targeting, of: owner)
  }

  /// Stores the targeting of an owner that has none.
  func store(_ targeting: AdTargeting, of owner: TargetingOwner) throws {
    if targeting.isEmpty { return }
    let insert = try connection.statement(owner.insert)
    for (position, entry) in targeting.entries.enumerated() {
      for (ordinal, value) in entry.values.enumerated() {
        switch owner {
        case .unit(let number), .page(let number):
          try insert.run(number, entry.key, value, position, ordinal)
        case .shared(let scope):
          try insert.run(scope, entry.key, value, position, ordinal)
        }
      }
    }
  }

  private static func unset(_ key: String, in targeting: AdTargeting) -> StoreError {
    let near = Spelling.nearest(to: key, in: targeting.entries.map(\.key))
    let hint = near.map { "; the closest is \($0.quotedForDisplay)" } ?? ""
    return StoreError(
      .noSuchTargeting, "the targeting key \(key.quotedForDisplay) is not set\(hint)",
      unknownName: key, suggestions: near.map { [$0] } ?? [])
  }

  private static func subject(_ scope: TargetingScope, _ owner: TargetingOwner) -> Subject {
    switch (scope, owner) {
    case (.unit(let id), .unit(let number)): .unit(number, id)
    case (.page(let id), .page(let number)): .page(number, id)
    case (.debug, _): .shared("debug")
    case (.app, _), (.unit, _), (.page, _): .shared("app")
    }
  }
}
