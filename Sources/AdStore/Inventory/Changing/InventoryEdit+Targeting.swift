// SPDX-License-Identifier: MIT
public import AdModel
import SQLiteKit

extension InventoryEdit {
  /// Sets a targeting key: its values replace those that it had.
  /// - Parameters:
  ///   - entry: The key with its values.
  ///   - scope: A unit, a page, the app, or debugging.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchPage`.
  public mutating func setTargeting(_ entry: TargetingEntry, for scope: TargetingScope) throws {
    try changeTargeting(of: scope, .set, key: entry.key) { $0.set(entry) }
  }

  /// Adds values to a targeting key behind those that it has; values that it has stay in place.
  /// - Parameters:
  ///   - entry: The key with the values to add.
  ///   - scope: A unit, a page, the app, or debugging.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchPage`; `InvalidValue` with `outOfRange`
  ///   where the key would have too many values.
  public mutating func addTargeting(_ entry: TargetingEntry, for scope: TargetingScope) throws {
    try changeTargeting(of: scope, .add, key: entry.key) { targeting in
      let values = targeting.entry(of: entry.key)?.values ?? []
      let new = entry.values.filter { value in !values.contains { $0.hasSameBytes(as: value) } }
      targeting.set(try TargetingEntry(key: entry.key, values: values + new))
    }
  }

  /// Removes a targeting key, or one of its values; a key without values goes too.
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value, or nil for all.
  ///   - scope: A unit, a page, the app, or debugging.
  /// - Throws: ``StoreError`` with `noSuchTargeting`, `noSuchUnit` or `noSuchPage`.
  public mutating func removeTargeting(
    key: String, value: String? = nil, for scope: TargetingScope
  ) throws {
    try changeTargeting(of: scope, .remove, key: key) { targeting in
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
  /// - Parameters:
  ///   - targeting: What it shall target; nothing clears it.
  ///   - scope: A unit, a page, the app, or debugging.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchPage`.
  public mutating func replaceTargeting(
    with targeting: Targeting, for scope: TargetingScope
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

  /// Changes one key, and logs it where it is another then.
  private mutating func changeTargeting(
    of scope: TargetingScope, _ verb: InventoryChange.Verb, key: String,
    _ change: (inout Targeting) throws -> Void
  ) throws {
    let owner = try inventory.owner(of: scope)
    let old = try inventory.targeting(of: owner)
    var targeting = old
    try change(&targeting)
    guard targeting != old else { return }
    try rewrite(targeting, of: owner)
    let text = { (entry: TargetingEntry) in
      InventoryDocument.text { InventoryDocument.write(entry, to: &$0) }
    }
    try log(
      verb, .targeting, Self.subject(scope, owner), before: old.entry(of: key).map(text),
      after: targeting.entry(of: key).map(text))
  }

  private func rewrite(_ targeting: Targeting, of owner: TargetingOwner) throws {
    let delete = try connection.statement(owner.deleteAll)
    switch owner {
    case .unit(let number), .page(let number): try delete.run(number)
    case .shared(let scope): try delete.run(scope)
    }
    try store(targeting, of: owner)
  }

  /// Stores the targeting of an owner that has none.
  func store(_ targeting: Targeting, of owner: TargetingOwner) throws {
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

  private static func unset(_ key: String, in targeting: Targeting) -> StoreError {
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
