// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// The units of an inventory by where they stand in Google Ad Manager, to find those that a file speaks
/// of.
struct StoredPlaces {
  /// A unit, as far as it takes to find it.
  struct Unit {
    let id: AdUnitID
    let path: AdManagerPath?
    let isArchived: Bool
  }

  private var byPath: [String: [Unit]] = [:]
  private var byCodes: [String: [Unit]] = [:]
  private var byCode: [String: [Unit]] = [:]
  private var byID: [AdUnitID: Unit] = [:]
  private var byFoldedID: [String: [Unit]] = [:]

  /// Takes a unit into account.
  mutating func note(_ unit: InventoryUnit) {
    let place = Unit(id: unit.id, path: unit.adManagerPath, isArchived: unit.status == .archived)
    byID[unit.id] = place
    byFoldedID[unit.id.rawValue.lowercased(), default: []].append(place)
    guard let path = unit.adManagerPath else { return }
    let codes = path.codes
    byPath[path.unitKey, default: []].append(place)
    byCodes[AdManagerPath.codesKey(of: codes), default: []].append(place)
    byCode[codes.last?.lowercased() ?? "", default: []].append(place)
  }

  /// What is stored at a place: several units where one path is theirs. Archived ones count where there
  /// are no others, and a child network where both name one.
  /// - Throws: ``Ambiguity`` where it cannot be told which path is meant.
  func units(at place: AdUnitPlace) throws(Ambiguity) -> [Unit] {
    guard place.isWhole else { return try unitsOnly(called: place.code) }
    var found: [Unit]
    if let network = place.network {
      found = byPath[AdManagerPath.unitKey(of: place.codes, in: network)] ?? []
      let exact = found.filter { $0.path?.network == network }
      if !exact.isEmpty { found = exact }
    } else {
      found = byCodes[AdManagerPath.codesKey(of: place.codes)] ?? []
      if Set(found.compactMap { $0.path?.unitKey }).count > 1 {
        throw Ambiguity(units: found, isOfNetworks: true)
      }
    }
    if !found.isEmpty { return Self.served(found) }
    // A unit without a path is known by its id alone.
    for text in [place.text, place.code] {
      if let id = try? AdUnitID(text), let unit = byID[id], unit.path == nil { return [unit] }
    }
    return []
  }

  private func unitsOnly(called code: String) throws(Ambiguity) -> [Unit] {
    var found = byCode[code.lowercased()] ?? []
    if Set(found.compactMap { $0.path?.unitKey }).count > 1 {
      throw Ambiguity(units: found, isOfNetworks: false)
    }
    if found.isEmpty, let id = try? AdUnitID(code), let unit = byID[id] { found = [unit] }
    if found.isEmpty { found = byFoldedID[code.lowercased()] ?? [] }
    return Self.served(found)
  }

  /// Whether a new unit may have a code as its id: nothing here is called so, in no letter case.
  func isFree(_ code: String) -> Bool {
    byFoldedID[code.lowercased()] == nil && byCode[code.lowercased()] == nil
  }

  /// Whether a unit has this id.
  func has(_ id: AdUnitID) -> Bool { byID[id] != nil }

  private static func served(_ units: [Unit]) -> [Unit] {
    let served = units.filter { !$0.isArchived }
    return served.isEmpty ? units : served
  }

  /// Several units that a row may mean.
  struct Ambiguity: Error {
    let units: [Unit]
    /// Whether their networks are what tells them apart.
    let isOfNetworks: Bool
  }
}
