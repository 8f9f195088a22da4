// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// The scope that commands of targeting are about, and the options that name it.
enum TargetingOptions {
  static let details =
    "Name one scope: --unit, --page, --app or --debug; several units, or - for those that standard "
    + "input names, are changed in one transaction. A unit's key replaces its page's, and a "
    + "page's key the app's; debug targeting comes on top while debugging is on."

  static let unit = Option(
    "unit", .unit, "For this ad unit; - reads ids from standard input, a line each.", repeats: true)
  static let page = Option("page", .page, "For all units of this page.")
  static let app = Flag("app", "For all units.")
  static let debug = Flag("debug", "For all units while debugging.")
  static let scopeOptions: [any DeclaresOption] = [unit, page, app, debug]

  /// The scopes that the user named: none, one, or several units.
  static func scopes(of run: CommandRun) throws -> [TargetingScope] {
    let units = try UnitSelection.expanded(run.input.all(unit), run)
    var scopes: [TargetingScope] = []
    if let page = run.input[page] { scopes.append(.page(page)) }
    if run.input[app] { scopes.append(.app) }
    if run.input[debug] { scopes.append(.debug) }
    let count = scopes.count + (units.isEmpty ? 0 : 1)
    if count > 1 {
      throw Failure(
        .usage, "\(count) scopes are named; name one of --unit, --page, --app and --debug.")
    }
    return units.map { .unit($0) } + scopes
  }

  /// Changes what each scope targets that the user named, in one transaction.
  /// - Throws: ``Failure`` with `usage` where none is named.
  static func change(
    _ run: CommandRun, _ body: (inout InventoryEdit, TargetingScope) throws -> Void
  ) throws {
    let scopes = try scopes(of: run)
    guard !scopes.isEmpty || run.input.all(unit).contains(where: { $0.rawValue == "-" }) else {
      throw Failure(.usage, "no scope is named; name one of --unit, --page, --app and --debug.")
    }
    try run.confirmMany(scopes.count)
    try run.changeInventory { edit in
      for scope in scopes {
        try run.checkInterruption()
        try body(&edit, scope)
      }
    }
  }
}
