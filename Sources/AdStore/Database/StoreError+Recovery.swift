// SPDX-License-Identifier: MIT
public import AdModel

extension StoreError {
  /// What can be done about an error. Whoever shows it says it in the words of its own commands.
  /// Cases may be added: `switch` over it with a `default`.
  public enum Recovery: Hashable, Sendable, CustomStringConvertible {
    /// Create the database.
    case createDatabase
    /// Remove the empty file, then create the database.
    case replaceEmptyFile
    /// Migrate the file to the newest schema.
    case migrate
    /// Compare the migrations that the file names with those of this program.
    case compareMigrations
    /// Look for what is damaged.
    case findDamage
    /// Verify the consent ledger.
    case verifyLedger
    /// End the process that still reads, then finish the erasure.
    case finishErasing
    /// Use a version that knows the newer schema.
    case updateProgram
    /// Change the unit that exists.
    case changeUnit(AdUnitID)
    /// Restore the archived unit.
    case restoreUnit(AdUnitID)
    /// Look up the sessions of the history.
    case listSessions
    /// Look up the units of the history.
    case listLoadedUnits
    /// Something that no command does.
    case other(String)

    /// A few words that continue a message after a semicolon.
    public var description: String {
      switch self {
      case .createDatabase: "create it first"
      case .replaceEmptyFile: "remove it, then create the database"
      case .migrate: "migrate it"
      case .compareMigrations: "compare its migrations with those of this version"
      case .findDamage: "look for the damage, or go back to a backup"
      case .verifyLedger: "verify the ledger"
      case .finishErasing: "end the other process, then erase what is left"
      case .updateProgram: "use a newer version"
      case .changeUnit(let id): "change '\(id)' instead"
      case .restoreUnit(let id): "restore '\(id)' first"
      case .listSessions: "look it up among the sessions"
      case .listLoadedUnits: "look it up among the units of the history"
      case .other(let words): words
      }
    }
  }
}
