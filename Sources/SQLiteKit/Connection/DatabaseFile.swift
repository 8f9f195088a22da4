// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file behind a connection, looked at with plain system calls, so that a file which is not
/// ours is recognised before SQLite could touch it.
struct DatabaseFile {
  let path: String

  /// The fields of the header that tell whose file it is.
  struct Header: Equatable {
    let applicationID: Int32
    let userVersion: Int32
  }

  /// What the file holds, as its first bytes say.
  enum Content: Equatable {
    case empty
    case database(Header)
    case other
  }

  /// Reads the header (https://www.sqlite.org/fileformat.html, section 1.3).
  func content() throws(OpenError) -> Content {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { _ = close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, 100) }
    guard count >= 0 else { throw failure(errno) }
    if count == 0 { return .empty }
    guard count == 100, bytes.starts(with: "SQLite format 3\0".utf8) else { return .other }
    func integer(at offset: Int) -> Int32 {
      Int32(bitPattern: bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    return .database(Header(applicationID: integer(at: 68), userVersion: integer(at: 60)))
  }

  /// Makes an empty file that its owner alone can read; SQLite gives the write-ahead log and its
  /// index the same mode. An existing file stays as it is.
  ///
  /// - Returns: Whether the file is new.
  @discardableResult
  func createPrivate() throws(OpenError) -> Bool {
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw failure(errno, creating: true)
    }
    _ = close(descriptor)
    return true
  }

  /// Removes a file that `createPrivate` made and nothing was stored in.
  func remove() { _ = unsafe unlink(path) }

  /// The path as SQLite must be told it: a leading colon would mean a database in memory.
  var sqlitePath: String { path.hasPrefix(":") ? "./" + path : path }

  /// The path as a URI that tells SQLite that nothing will change the file.
  var immutableURI: String {
    var uri = "file:"
    for byte in sqlitePath.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        uri += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return uri + "?immutable=1"
  }

  private func failure(_ number: Int32, creating: Bool = false) -> OpenError {
    OpenError(
      path: path, reason: number == ENOENT && !creating ? .missing : .refused(errno: number))
  }
}
