// SPDX-License-Identifier: MIT
import AdSystem
import CAdSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file behind a connection, looked at before SQLite reads or writes anything in it.
///
/// It is never opened and closed here: closing any descriptor of a file drops every lock that the
/// process holds on it, those of other connections too, and another process could then delete the
/// write-ahead log under them (https://www.sqlite.org/howtocorrupt.html, section 2.2).
struct DatabaseFile {
  let path: String

  /// The fields of the header that tell whose file it is.
  struct Header: Equatable {
    let applicationID: Int32
    let userVersion: Int32
  }

  /// The content of a file that is not empty, as its first bytes say.
  enum Content: Equatable {
    case database(Header)
    case other
  }

  /// Makes sure that there is a file that can be read: opening a pipe would wait for ever.
  func requireReadable() throws(OpenError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
      throw failure(errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw failure(EISDIR)
    default: throw OpenError(path: path, reason: .notARegularFile)
    }
  }

  /// Reads the header (https://www.sqlite.org/fileformat.html, section 1.3) through the file that a
  /// connection has opened and not yet used; takes no lock.
  @unsafe static func content(behind handle: OpaquePointer) throws(SQLiteError) -> Content {
    var file: UnsafeMutablePointer<sqlite3_file>?
    _ = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard let file = unsafe file, let methods = unsafe file.pointee.pMethods else {
      throw SQLiteError(code: .cannotOpen, message: "the file was not opened")
    }
    var bytes = [UInt8](repeating: 0, count: 100)
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe methods.pointee.xRead(file, buffer.baseAddress, 100, 0)
    }
    if result == SQLITE_IOERR | (2 << 8) { return .other }  // SQLITE_IOERR_SHORT_READ
    guard result == SQLITE_OK else {
      throw SQLiteError(code: .init(rawValue: result), message: "the header cannot be read")
    }
    guard bytes.starts(with: "SQLite format 3\0".utf8) else { return .other }
    func integer(at offset: Int) -> Int32 {
      Int32(bitPattern: bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    return .database(Header(applicationID: integer(at: 68), userVersion: integer(at: 60)))
  }

  /// Whether nothing was ever stored in the file.
  func isEmpty() throws(OpenError) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw failure(errno) }
    return status.st_size == 0
  }

  /// Makes an empty file that its owner alone can read; SQLite gives the write-ahead log and its
  /// index the same mode. An existing file that is empty becomes as private; another stays as it is.
  func createPrivate() throws(OpenError) {
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      _ = close(descriptor)
    } else if errno != EEXIST {
      throw failure(errno, creating: true)
    } else if (try? isEmpty()) == true {
      makePrivate()
    }
  }

  /// Takes from others what they may do with the file and with what SQLite keeps beside it, where
  /// it is the caller's; true where they may do nothing now.
  @discardableResult
  func makePrivate() -> Bool {
    var isPrivate = true
    for ending in ["", "-wal", "-shm"] {
      var status = stat()
      guard unsafe stat(path + ending, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_mode & 0o077 != 0
      else { continue }
      let isMended =
        unsafe status.st_uid == geteuid() && chmod(path + ending, status.st_mode & 0o700) == 0
      if !isMended { isPrivate = false }
    }
    return isPrivate
  }

  /// Makes sure that the path names nothing yet, not even a link to a missing file.
  func requireFree() throws(OpenError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    let leadsNowhere = unsafe stat(path, &status) != 0 && errno == ENOENT
    throw OpenError(path: path, reason: leadsNowhere ? .danglingLink : .exists)
  }

  /// Whether no log, or an empty one, is beside the file.
  var hasEmptyLog: Bool {
    var status = stat()
    return unsafe stat("\(path)-wal", &status) != 0 || status.st_size == 0
  }

  /// Makes sure that the whole database is in the file itself, and nothing of it in a log beside it.
  func requireComplete() throws {
    guard hasEmptyLog else {
      throw SQLiteError(code: .inputOutput, message: "the log could not be moved into the file")
    }
  }

  /// Makes an empty draft of the file, which its owner alone can read.
  func makeDraft(layer: FileLayer) throws(OpenError) -> Draft {
    try requireFree()
    do {
      return try Draft(of: path, permissions: 0o600, layer: layer)
    } catch {
      throw OpenError(path: path, reason: .refused(errno: error.number))
    }
  }

  /// Gives a draft the file's name, unless something has it by now.
  func finish(_ draft: Draft) throws {
    do {
      try draft.finish(as: path, .new)
    } catch  where error.number == EEXIST {
      throw OpenError(path: path, reason: .exists)
    }
  }

  /// The path as SQLite must be told it: a leading colon would mean a database in memory, and
  /// `file:` a URI, which some builds of SQLite read without being asked.
  var sqlitePath: String { path.hasPrefix("/") ? path : "./" + path }

  private func failure(_ number: Int32, creating: Bool = false) -> OpenError {
    OpenError(
      path: path, reason: number == ENOENT && !creating ? .missing : .refused(errno: number))
  }
}
