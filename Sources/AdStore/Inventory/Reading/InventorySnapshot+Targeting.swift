// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventorySnapshot {
  /// Reads the targeting that is set for a scope itself.
  /// - Parameter scope: A unit, a page, the app, or debugging.
  /// - Returns: The keys with their values, in the order in which they were set.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchPage`.
  public func targeting(of scope: TargetingScope) throws -> AdTargeting {
    try targeting(of: try owner(of: scope))
  }

  /// Reads what a unit sends: the app's targeting, its page's and its own, merged key by key.
  /// - Parameter debugging: Whether the debug targeting comes on top.
  /// - Returns: The merged targeting with the scope that each key came from.
  /// - Throws: ``StoreError`` with `noSuchUnit`.
  public func effectiveTargeting(
    of id: AdUnitID, debugging: Bool = false
  ) throws -> EffectiveTargeting {
    try effectiveTargeting(of: entry(id), debugging: debugging)
  }

  func effectiveTargeting(
    of entry: InventoryEntry, debugging: Bool = false
  ) throws -> EffectiveTargeting {
    var scopes: [(TargetingScope, AdTargeting)] = [(.app, try targeting(of: .shared("app")))]
    if let page = entry.unit.page {
      scopes.append((.page(page), try targeting(of: .page(page))))
    }
    scopes.append((.unit(entry.unit.id), entry.targeting))
    if debugging {
      scopes.append((.debug, try targeting(of: .shared("debug"))))
    }
    return EffectiveTargeting(widestFirst: scopes)
  }

  /// Finds the rows of a scope.
  func owner(of scope: TargetingScope) throws -> TargetingOwner {
    switch scope {
    case .app: return .shared("app")
    case .debug: return .shared("debug")
    case .page(let id): return .page(try existingPage(id).number)
    case .unit(let id):
      guard let number = try number(of: id) else { throw try unknownUnit(id) }
      return .unit(number)
    }
  }

  func targeting(of owner: TargetingOwner) throws -> AdTargeting {
    let statement = try connection.statement(owner.select)
    var assembler = TargetingAssembler()
    switch owner {
    case .unit(let number), .page(let number):
      var rows = try statement.query(number)
      while try rows.next() { assembler.add(rows.row) }
    case .shared(let scope):
      var rows = try statement.query(scope)
      while try rows.next() { assembler.add(rows.row) }
    }
    return try Self.readable("targeting", &assembler)
  }

  static func readable(
    _ thing: @autoclosure () -> String, _ assembler: inout TargetingAssembler
  ) throws(StoreError) -> AdTargeting {
    do {
      return try assembler.finish()
    } catch {
      throw StoreError.unreadable(thing(), error)
    }
  }
}
