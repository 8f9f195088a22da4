// SPDX-License-Identifier: MIT
import AdModel

/// The scope that commands of targeting are about, and the options that name it.
enum TargetingOptions {
  static let details =
    "Name one scope: --unit, --page, --app or --debug. A unit's key replaces its page's, and a "
    + "page's key the app's; debug targeting comes on top while debugging is on."

  static let unit = Option("unit", .unit, "For this ad unit.")
  static let page = Option("page", .page, "For all units of this page.")
  static let app = Flag("app", "For all units.")
  static let debug = Flag("debug", "For all units while debugging.")
  static let scopeOptions: [any DeclaresOption] = [unit, page, app, debug]

  /// The scopes that the user named, at most one.
  static func scope(of run: CommandRun) throws(Failure) -> TargetingScope? {
    var scopes: [TargetingScope] = []
    if let unit = run.input[unit] { scopes.append(.unit(unit)) }
    if let page = run.input[page] { scopes.append(.page(page)) }
    if run.input[app] { scopes.append(.app) }
    if run.input[debug] { scopes.append(.debug) }
    if scopes.count > 1 {
      throw Failure(
        .usage, "\(scopes.count) scopes are named; name one of --unit, --page, --app and --debug.",
        try: "adview-admin \(run.path.joined(separator: " ")) --help")
    }
    return scopes.first
  }

  /// The scope that the user named, exactly one.
  static func requiredScope(of run: CommandRun) throws(Failure) -> TargetingScope {
    guard let scope = try scope(of: run) else {
      throw Failure(
        .usage, "no scope is named; name one of --unit, --page, --app and --debug.",
        try: "adview-admin \(run.path.joined(separator: " ")) --help")
    }
    return scope
  }
}
