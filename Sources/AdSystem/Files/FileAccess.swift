// SPDX-License-Identifier: MIT

/// Why a file could not be read or written.
package struct FileError: Error, Equatable, Sendable {
  /// What was attempted.
  package enum Kind: Sendable {
    /// There is no such file.
    case missing
    /// It exists and must not be replaced.
    case exists
    /// It cannot be made there.
    case cannotCreate
    /// Reading or writing failed.
    case failed
    /// It holds more than is read into memory.
    case tooLarge
  }

  /// What was attempted.
  package let kind: Kind
  /// The file, as the user wrote it.
  package let path: String
  /// The system's words.
  package let reason: String
}

/// One file of a folder that is written as a whole.
package struct FolderEntry: Sendable {
  /// The file's name inside the folder, without a slash.
  package let name: String
  /// What it holds.
  package let bytes: [UInt8]

  /// Names a file's bytes.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// What the system knows of a file without opening it.
package struct FileStatus: Equatable, Sendable {
  /// The nine bits that say who may read, write and run it.
  package let permissions: UInt16
  /// Its length.
  package let bytes: Int64

  /// Whether anyone but the owner may do anything with it.
  package var isOpenToOthers: Bool { permissions & 0o077 != 0 }
}

/// Who may read a file that is written.
package enum FileReaders: Sendable {
  /// Its owner alone: it tells of people, or of what they did.
  case owner
  /// Everyone.
  case everyone
}

/// The file system, as far as commands need it.
package protocol FileAccess {
  /// The calls by which files are made to last, for what the store writes.
  var layer: FileLayer { get }

  /// Says whether there is something under a name.
  /// - Returns: Whether there is.
  func exists(_ path: String) -> Bool

  /// Looks at a file without opening it.
  /// - Returns: What the system knows, or nil where there is no such file.
  func status(of path: String) -> FileStatus?

  /// Says whether two names lead to one file, that is there.
  /// - Parameter path: A name; links are followed.
  /// - Returns: Whether they do.
  func isSame(_ path: String, as other: String) -> Bool

  /// Reads how a file begins.
  /// - Parameter path: The file; a device or a pipe is not opened.
  /// - Returns: The bytes; nil where there is no such file.
  /// - Throws: ``FileError``.
  func beginning(of path: String, count: Int) throws(FileError) -> [UInt8]?

  /// Makes a folder that everyone can read, unless it is there.
  /// - Parameter path: The folder; the one that it is in must exist.
  /// - Throws: ``FileError`` with `cannotCreate`.
  func makeFolder(_ path: String) throws(FileError)

  /// Reads a whole file, unless it holds too much.
  /// - Returns: Its bytes.
  /// - Throws: ``FileError``, with `tooLarge` as soon as there is one byte more.
  func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8]

  /// Writes a file so that a reader sees the old one or the new one, never a part, also after a
  /// power cut. A link of the user's own stays and what it leads to is written; a device or a pipe
  /// is written to.
  /// - Parameter readers: Who may read it, whoever could read an older one.
  /// - Throws: ``FileError``.
  func write(_ bytes: [UInt8], to path: String, for readers: FileReaders) throws(FileError)

  /// Writes a folder so that a reader sees the old one or the new one (or, between the two, none),
  /// never a mixture, and nothing stale stays. A link of the user's own stays, and leads to the new
  /// one.
  /// - Parameters:
  ///   - path: The folder; an existing one is replaced if everything in it has a name that
  ///     `owns` accepts.
  ///   - owns: Whether a file found there is one of ours, to be replaced or removed.
  /// - Throws: ``FileError`` with `exists` where the folder holds files that are not ours.
  func writeFolder(
    _ entries: [FolderEntry], to path: String, owns: (String) -> Bool
  ) throws(FileError)
}
