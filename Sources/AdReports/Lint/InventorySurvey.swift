// SPDX-License-Identifier: MIT
public import AdModel

/// What lint finds only where it sees an inventory as a whole: units at one position of a page or at one
/// path, and names that are spelled in several ways.
public struct InventorySurvey: Sendable {
  private struct Place: Hashable {
    let page: PageID
    let position: Int
  }

  private var units: [Place: [AdUnitID]] = [:]
  private var paths: [String: [(unit: AdUnitID, path: String)]] = [:]
  private var ids: [String: [AdUnitID]] = [:]
  private var pages: [String: Set<PageID>] = [:]
  /// By the key in small letters, its spellings, each with where it was seen first and how often.
  private var keys: [String: [String: (place: String, count: Int)]] = [:]

  /// Nothing seen yet.
  public init() {}

  /// Takes a unit into account.
  /// - Parameter unit: A unit that is not archived.
  public mutating func note(_ unit: InventoryUnit) {
    ids[unit.id.rawValue.lowercased(), default: []].append(unit.id)
    if let path = unit.adManagerPath {
      paths[path.unitKey, default: []].append((unit.id, path.rawValue))
    }
    if let page = unit.page { pages[page.rawValue.lowercased(), default: []].insert(page) }
    guard let page = unit.page, let position = unit.position else { return }
    units[Place(page: page, position: position), default: []].append(unit.id)
  }

  /// Takes the targeting of a scope into account.
  public mutating func note(_ targeting: AdTargeting, of scope: TargetingScope) {
    for entry in targeting.entries {
      let seen = keys[entry.key.lowercased()]?[entry.key]
      keys[entry.key.lowercased(), default: [:]][entry.key] = (
        seen?.place ?? Self.words(for: scope), (seen?.count ?? 0) + 1
      )
    }
  }

  /// What others have in common with a unit that most often only one has.
  /// - Returns: A finding for each such thing.
  public func findings(of unit: InventoryUnit) -> [LintFinding] {
    places(of: unit) + path(of: unit) + spellings(of: unit)
  }

  private func path(of unit: InventoryUnit) -> [LintFinding] {
    guard let path = unit.adManagerPath else { return [] }
    let others = paths[path.unitKey, default: []].filter { $0.unit != unit.id }
    let same = others.filter { $0.path == path.rawValue }.map(\.unit)
    let spelled = others.filter { $0.path != path.rawValue }.map(\.unit)
    return [
      (LintRule.samePath, same, "is also that of"),
      (
        .pathSpellings, spelled, "is to Ad Manager the same as, and otherwise spelled than, that of"
      ),
    ].filter { !$0.1.isEmpty }.map { rule, units, words in
      LintFinding(
        rule, unit: unit.id, place: "Ad Manager path",
        what: "the path \(path.rawValue.quotedForDisplay) \(words) \(Self.named(units))")
    }
  }

  private func spellings(of unit: InventoryUnit) -> [LintFinding] {
    let others = ids[unit.id.rawValue.lowercased(), default: []].filter { $0 != unit.id }
    guard !others.isEmpty else { return [] }
    return [
      LintFinding(
        .nameSpellings, unit: unit.id, place: "id",
        what: "differs by letter case alone from \(Self.named(others))")
    ]
  }

  private static func named(_ units: [AdUnitID]) -> String {
    let named = units.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return units.count > 3 ? "\(named) and \(units.count - 3) more" : named
  }

  /// The pages that differ by letter case alone.
  /// - Returns: A finding for each group of them, in the order of the alphabet.
  public var pageFindings: [LintFinding] {
    pages.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { _, names in
      LintFinding(
        .nameSpellings, place: "pages",
        what:
          "the pages \(names.sorted().map { "'\($0)'" }.joined(separator: " and ")) differ by letter case alone"
      )
    }
  }

  private func places(of unit: InventoryUnit) -> [LintFinding] {
    guard let page = unit.page, let position = unit.position else { return [] }
    let others = units[Place(page: page, position: position), default: []].filter { $0 != unit.id }
    guard !others.isEmpty else { return [] }
    return [
      LintFinding(
        .samePosition, unit: unit.id, place: "position",
        what: "stands at position \(position) of page \(page), as does \(Self.named(others))")
    ]
  }

  /// The keys that are spelled in several ways.
  /// - Returns: A finding for each such key, in the order of the alphabet.
  public var keyFindings: [LintFinding] {
    keys.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { key, spellings in
      let words = spellings.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        .map { spelling, seen in
          "\(spelling.quotedForDisplay) \(seen.count == 1 ? "once" : seen.count.counted("time")) "
            + "(\(seen.place))"
        }
      return LintFinding(
        .keySpellings, place: "targeting keys",
        what: "one key is spelled \(words.joined(separator: " and "))")
    }
  }

  private static func words(for scope: TargetingScope) -> String {
    switch scope {
    case .app: "the app"
    case .debug: "debugging"
    case .page(let id): "page \(id)"
    case .unit(let id): "unit \(id)"
    }
  }
}
