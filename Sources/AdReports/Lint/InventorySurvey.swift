// SPDX-License-Identifier: MIT
package import AdModel

/// What lint finds only where it sees an inventory as a whole: units at one position of a page, and
/// keys that are spelled in several ways.
package struct InventorySurvey: Sendable {
  private struct Place: Hashable {
    let page: PageID
    let position: Int
  }

  private var units: [Place: [AdUnitID]] = [:]
  /// By the key in small letters, its spellings, each with where it was seen first and how often.
  private var keys: [String: [String: (place: String, count: Int)]] = [:]

  /// Nothing seen yet.
  package init() {}

  /// Takes a unit into account.
  /// - Parameter unit: A unit that is not archived.
  package mutating func note(_ unit: InventoryUnit) {
    guard let page = unit.page, let position = unit.position else { return }
    units[Place(page: page, position: position), default: []].append(unit.id)
  }

  /// Takes the targeting of a scope into account.
  package mutating func note(_ targeting: AdTargeting, of scope: TargetingScope) {
    for entry in targeting.entries {
      let seen = keys[entry.key.lowercased()]?[entry.key]
      keys[entry.key.lowercased(), default: [:]][entry.key] = (
        seen?.place ?? Self.words(for: scope), (seen?.count ?? 0) + 1
      )
    }
  }

  /// The units that stand where a unit stands.
  /// - Returns: A finding where there are others.
  package func findings(of unit: InventoryUnit) -> [LintFinding] {
    guard let page = unit.page, let position = unit.position else { return [] }
    let others = units[Place(page: page, position: position), default: []].filter { $0 != unit.id }
    guard !others.isEmpty else { return [] }
    let named = others.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let more = others.count > 3 ? " and \(others.count - 3) more" : ""
    return [
      LintFinding(
        .samePosition, unit: unit.id, place: "position",
        what: "stands at position \(position) of page \(page), as does \(named)\(more)")
    ]
  }

  /// The keys that are spelled in several ways.
  /// - Returns: A finding for each such key, in the order of the alphabet.
  package var keyFindings: [LintFinding] {
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
