// SPDX-License-Identifier: MIT
package import AdConsent
package import AdStore

/// The gate's rules, the same for every command that asks it.
package enum GateOptions {
  package static let fields = SettingOptions.overriding([
    "policy", "limitedAdsSince", "applicableLaw", "whenSilent",
  ])

  /// All of them.
  package static var all: [any DeclaresOption] { fields.options }
}

extension CommandRun {
  /// The gate by the settings, and by the options that were given; only for commands that declare
  /// them.
  /// - Throws: `StoreError`.
  package func gate(in database: AdDatabase) throws -> ConsentGate {
    try settings(in: database, GateOptions.fields).gate
  }
}
