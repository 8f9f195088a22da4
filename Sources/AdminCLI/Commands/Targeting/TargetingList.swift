// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `targeting list`.
enum TargetingList {
  static let effective = Flag(
    "effective", "With --unit: everything that the unit sends, and where each key is set.")

  static let columns: [Column<EffectiveTargeting.Line>] = [
    Column("scope", "Scope", meaning: "Where the targeting is set: app, page, unit or debug.") {
      $0.scope.name
    },
    Column("owner", "Owner", meaning: "The unit or page of the scope.") { $0.scope.owner },
    Column("key", "Key", meaning: "The targeting key.") { $0.entry.key },
    Column("values", "Values", meaning: "The values of the key.") { $0.entry.values },
  ]

  static let command = Command(
    "list", "List targeting of one scope, or of all.",
    details: TargetingOptions.details, effect: .reads, output: .keys(of: columns),
    options: TargetingOptions.scopeOptions + [effective] + ListOptions.all,
    examples: [
      Example("targeting list", "Everything that is set anywhere."),
      Example("targeting list --page home", "What is set for a page."),
      Example("targeting list --unit div-gpt-ad-mobile_1 --effective", "What a unit sends."),
    ]
  ) { run in
    let scopes = try TargetingOptions.scopes(of: run)
    if run.input[effective] {
      guard scopes.count == 1, case .unit(let unit) = scopes[0] else {
        throw Failure(.usage, "--effective needs --unit: it shows what one unit sends.")
      }
      let sent = try run.readInventory { inventory in
        try inventory.effectiveTargeting(of: unit, debugging: try inventory.isDebugging()).lines
      }
      return try run.listChosen(sent, columns, empty: "no targeting")
    }
    let found = try run.readInventory { inventory in
      if scopes.isEmpty { return try everything(in: inventory) }
      return try scopes.flatMap { lines(of: $0, try inventory.targeting(of: $0)) }
    }
    try run.listChosen(found, columns, empty: "no targeting")
  }

  private static func everything(
    in inventory: borrowing InventorySnapshot
  ) throws -> [EffectiveTargeting.Line] {
    var found = lines(of: .app, try inventory.targeting(of: .app))
    for (page, _) in try inventory.pages() {
      found += lines(of: .page(page.id), try inventory.targeting(of: .page(page.id)))
    }
    try inventory.forEachEntry { entry in
      found += lines(of: .unit(entry.unit.id), entry.targeting)
    }
    return found + lines(of: .debug, try inventory.targeting(of: .debug))
  }

  private static func lines(
    of scope: TargetingScope, _ targeting: AdTargeting
  ) -> [EffectiveTargeting.Line] {
    targeting.entries.map { EffectiveTargeting.Line(entry: $0, scope: scope) }
  }
}
