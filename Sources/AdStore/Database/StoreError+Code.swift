// SPDX-License-Identifier: MIT

extension StoreError {
  /// The stable name of a kind of error.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as it stands in logs and JSON, for example `noSuchUnit`.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no file where the database should be.
    public static let missingFile = Code(rawValue: "missingFile")
    /// A database was to be created where there is a file already.
    public static let fileExists = Code(rawValue: "fileExists")
    /// The file or its folder cannot be created or opened.
    public static let cannotCreate = Code(rawValue: "cannotCreate")
    /// The file is not an SQLite database.
    public static let notADatabase = Code(rawValue: "notADatabase")
    /// The file is an SQLite database, but another program's.
    public static let foreignFile = Code(rawValue: "foreignFile")
    /// The file's schema is newer than this program.
    public static let newerSchema = Code(rawValue: "newerSchema")
    /// The file's schema is older than this program needs.
    public static let olderSchema = Code(rawValue: "olderSchema")
    /// The migrations that the file names are not the ones that this program carries.
    public static let alteredMigrations = Code(rawValue: "alteredMigrations")
    /// The file, its folder or the connection can only be read.
    public static let readOnly = Code(rawValue: "readOnly")
    /// Another process holds the file for longer than the busy timeout.
    public static let busy = Code(rawValue: "busy")
    /// The disk is full.
    public static let full = Code(rawValue: "full")
    /// The file's content contradicts itself.
    public static let corrupt = Code(rawValue: "corrupt")
    /// The system failed to read or write.
    public static let inputOutput = Code(rawValue: "inputOutput")
    /// The operation was stopped on request.
    public static let interrupted = Code(rawValue: "interrupted")
    /// The database was closed before.
    public static let closed = Code(rawValue: "closed")
    /// A rule of the schema refused a value that our own checks let through.
    public static let constraint = Code(rawValue: "constraint")
    /// SQLite failed in a way that only a mistake in this program explains.
    public static let unexpected = Code(rawValue: "unexpected")

    /// No ad unit of the inventory has the id.
    public static let noSuchUnit = Code(rawValue: "noSuchUnit")
    /// An ad unit with the id exists already.
    public static let unitExists = Code(rawValue: "unitExists")
    /// The id belonged to a unit that was removed, and whose log or history is kept under it.
    public static let idWasUsed = Code(rawValue: "idWasUsed")
    /// The unit is archived and has to be restored first.
    public static let unitArchived = Code(rawValue: "unitArchived")
    /// No page has the name.
    public static let noSuchPage = Code(rawValue: "noSuchPage")
    /// The scope does not set the targeting key, or not to the value.
    public static let noSuchTargeting = Code(rawValue: "noSuchTargeting")
  }
}
