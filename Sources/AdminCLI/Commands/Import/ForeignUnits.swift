// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// The ad units of another program's file, which that program knows by where they stand: a row is the
/// stored unit at its path, else the one without a path that is called like its code, else a new one.
///
/// So a unit that is here never gets another id because a later file has its code at a second place.
struct ForeignUnits: UnitSource {
  /// How new units are called.
  enum Naming: String, CaseIterable {
    case code, path
  }

  /// One unit of the inventory that a unit of the file is.
  private struct Met {
    let id: AdUnitID
    let unit: Int
    /// Whether other units stand at the same path.
    let isShared: Bool
  }

  private var units: [ForeignUnit]
  /// The document, for the places of problems in it.
  private let document: [UInt8]
  private let naming: Naming?
  private var met: [Met] = []

  let advice: String
  var count: Int { met.count }
  func id(at place: Int) -> AdUnitID { met[place].id }

  /// Unites what several rows say of one unit.
  /// - Parameters:
  ///   - rows: What the rows say, in their order.
  ///   - document: The bytes of a JSON document, for places; nothing for lines.
  ///   - naming: How new units are called; nil for their codes where those are unique.
  ///   - unitingSizes: Whether each row of a unit has some of its sizes.
  ///   - leavesAlone: Whether what other units stand below is left out.
  /// - Throws: ``UnitProblems`` for rows that contradict one another.
  init(
    _ rows: [ForeignUnit], in document: [UInt8] = [], naming: Naming? = nil,
    unitingSizes: Bool = false, leavesAlone: Bool = false, advice: String = UnitProblems.cellAdvice
  ) throws(UnitProblems) {
    (self.document, self.naming, self.advice) = (document, naming, advice)
    var problems = UnitProblems(advice: advice)
    units = []
    var known: [String: Int] = [:]
    for row in rows where !problems.isCut {
      guard let first = known[row.key] else {
        known[row.key] = units.count
        units.append(row)
        continue
      }
      let before = units[first]
      if let what = units[first].unite(with: row, unitingSizes: unitingSizes) {
        let name = row.id?.rawValue ?? row.place?.text ?? ""
        note(
          "\(name.quotedForDisplay) stands \(Self.words(for: before.origin)) already, with \(what)",
          of: row, in: &problems)
      }
    }
    if !problems.all.isEmpty { throw problems }
    if leavesAlone { leaveOutParents() }
  }

  private mutating func leaveOutParents() {
    var parents: Set<String> = []
    for case let place? in units.map(\.place) where place.isWhole && place.codes.count > 1 {
      for count in 1..<place.codes.count {
        parents.insert(
          AdManagerPath.unitKey(of: Array(place.codes.prefix(count)), in: place.network ?? ""))
      }
    }
    units.removeAll { $0.place.map { $0.isWhole && parents.contains($0.key) } ?? false }
  }

  private static func words(for origin: ForeignUnit.Origin) -> String {
    switch origin {
    case .line(let line): "on line \(line)"
    case .node(let node): "at \(node.path)"
    }
  }

  private func note(_ problem: String, of unit: ForeignUnit, in problems: inout UnitProblems) {
    switch unit.origin {
    case .line(let line): problems.note(line, because: problem)
    case .node(let node): problems.note("\(node.notAllowed(problem).located(in: document))")
    }
  }

  // MARK: Which units these are

  mutating func meet(_ stored: () throws -> StoredPlaces) throws -> [String] {
    let stored = try stored()
    var problems = UnitProblems(advice: advice)
    // A code that stands at several places is no id.
    var places: [String: Int] = [:]
    for case let place? in units.map(\.place) { places[place.code.lowercased(), default: 0] += 1 }
    var taken: Set<AdUnitID> = []
    var byPath: [AdUnitID] = []
    var shared = 0
    var withoutNetwork = 0
    met = []
    for (index, unit) in units.enumerated() where !problems.isCut {
      do throws(InvalidValue) {
        let isOnlyOne = places[unit.place?.code.lowercased() ?? ""] == 1
        let found = try find(unit, stored, isOnlyOne: isOnlyOne)
        if found.count > 1 { shared += 1 }
        var ids = found.map(\.id)
        if ids.isEmpty {
          let (id, isPath) = try newID(of: unit, stored, taken, isOnlyOne: isOnlyOne)
          if isPath { byPath.append(id) }
          ids = [id]
        }
        if unit.place?.network == nil, unit.place?.isWhole == true,
          found.allSatisfy({ $0.path == nil })
        {
          withoutNetwork += 1
        }
        for id in ids {
          guard taken.insert(id).inserted else {
            throw InvalidValue(
              .duplicate, field: "ad unit",
              reason: "'\(id)' is what an earlier row is about already")
          }
          met.append(Met(id: id, unit: index, isShared: found.count > 1))
        }
      } catch {
        note("\(error)", of: unit, in: &problems)
      }
    }
    if !problems.all.isEmpty { throw problems }
    var notes: [String] = []
    if !byPath.isEmpty, naming != .path {
      notes.append(
        "\(byPath.count.counted("unit")) with a code that stands at several places; the id is the path "
          + "there: \(byPath.listed)")
    }
    if shared > 0 {
      notes.append(
        "\(shared.counted("path")) of several units each; their status is set, and their sizes stay"
      )
    }
    if withoutNetwork > 0 {
      notes.append("no paths are set, for the file does not say of which network; --network does")
    }
    return notes
  }

  private func find(
    _ unit: ForeignUnit, _ stored: StoredPlaces, isOnlyOne: Bool
  ) throws(InvalidValue) -> [StoredPlaces.Unit] {
    guard unit.id == nil, let place = unit.place else { return [] }
    let found: [StoredPlaces.Unit]
    do {
      found = try stored.units(at: place)
    } catch {
      let names = error.units.map(\.id).listed
      throw InvalidValue(
        .contradiction, field: "ad unit",
        reason: error.isOfNetworks
          ? "\(place.text.quotedForDisplay) stands in several networks (\(names)); say --network"
          : "the code \(place.code.quotedForDisplay) stands at several places (\(names)); add its levels "
            + "to the report")
    }
    // Called like a code that is not one place's, and without a path: nobody knows which it is.
    if let only = found.first, only.path == nil, !isOnlyOne,
      only.id.rawValue.lowercased() == place.code.lowercased(), place.codes.count > 1
    {
      throw InvalidValue(
        .contradiction, field: "ad unit",
        reason:
          "the code \(place.code.quotedForDisplay) stands at several places, and the unit '\(only.id)' "
          + "does not say at which; set its path: unit set \(only.id) --path /NETWORK/\(place.text)"
      )
    }
    return found
  }

  /// The id of a unit that is not here yet, and whether it had to be its path.
  private func newID(
    of unit: ForeignUnit, _ stored: StoredPlaces, _ taken: Set<AdUnitID>, isOnlyOne: Bool
  ) throws(InvalidValue) -> (id: AdUnitID, isPath: Bool) {
    if let id = unit.id { return (id, false) }
    guard let place = unit.place else {
      throw InvalidValue(.empty, field: "ad unit id", reason: "is empty")
    }
    let isUnique = isOnlyOne && stored.isFree(place.code)
    if naming == .code || naming == nil && isUnique || !place.isWhole {
      return (try AdUnitID(place.code), false)
    }
    let id = try AdUnitID(place.text)
    guard stored.has(id) || taken.contains(id), let network = place.network else {
      return (id, true)
    }
    return (try AdUnitID("\(network.prefix { $0 != "," })/\(place.text)"), true)
  }

  // MARK: What it says of them

  func entry(
    at place: Int, over stored: InventoryEntry?, noting problems: inout UnitProblems
  ) -> InventoryEntry? {
    let met = met[place]
    let unit = units[met.unit]
    do throws(InvalidValue) {
      return try unit.applied(to: stored, as: met.id, isShared: met.isShared)
    } catch {
      note("\(error)", of: unit, in: &problems)
      return nil
    }
  }
}
