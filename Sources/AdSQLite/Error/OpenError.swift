// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that could not be opened as one of our databases, and why. The file was not changed.
package struct OpenError: Error, Equatable, Sendable {
  /// Why a database was refused.
  package enum Reason: Equatable, Sendable {
    /// There is no such file.
    case missing
    /// The file is empty: it was created, but nothing was ever stored in it.
    case empty
    /// The file is not an SQLite database.
    case notADatabase
    /// The file is an SQLite database of another program.
    case foreign(applicationID: Int32)
    /// The file was written by a newer program.
    case newer(version: Int32, newestKnown: Int32)
    /// A new file was to be made, but this one holds something.
    case exists
    /// A new file was to be made, but the path is a link to a file that does not exist.
    case danglingLink
    /// The path names a pipe, a socket or a device.
    case notARegularFile
    /// The system refused to open or create the file, with its error number.
    case refused(errno: Int32)
    /// A setting that safety depends on did not take effect.
    case setting(name: String, wanted: String, found: String)
    /// SQLite failed while opening.
    case sqlite(SQLiteError)
  }

  /// The file as the caller named it.
  package let path: String
  /// Why it was refused.
  package let reason: Reason

  /// Creates an error for a file.
  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension OpenError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .missing: "no database at '\(path)'"
    case .empty: "'\(path)' is empty: nothing was ever stored in it"
    case .notADatabase: "'\(path)' is not an SQLite database"
    case .foreign(let id): "'\(path)' belongs to another program (application id \(id))"
    case .newer(let version, let known):
      "'\(path)' has schema version \(version), newer than \(known), the newest known here"
    case .exists: "'\(path)' exists already"
    case .danglingLink: "'\(path)' is a link to a file that does not exist"
    case .notARegularFile: "'\(path)' is not a file but a pipe, a socket or a device"
    case .refused(let number):
      "'\(path)' cannot be opened: \(unsafe String(cString: strerror(number)))"
    case .setting(let name, let wanted, let found):
      "'\(path)' did not accept \(name)=\(wanted): it is \(found)"
    case .sqlite(let error): "'\(path)' cannot be opened: \(error)"
    }
  }
}
