// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file system of the machine.
struct SystemFiles: FileAccess {
  /// Renames a folder, and says whether that worked; tests let it fail.
  var renameFolder: (String, String) -> Bool = { unsafe rename($0, $1) == 0 }

  /// The system's words for an error number.
  static func reason(_ number: CInt) -> String {
    unsafe String(cString: strerror(number))
  }

  func exists(_ path: String) -> Bool {
    // Not access(2), which looks through a link that leads nowhere.
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  func status(of path: String) -> FileStatus? {
    var found = stat()
    guard unsafe stat(path, &found) == 0 else { return nil }
    return FileStatus(
      permissions: UInt16(truncatingIfNeeded: found.st_mode & 0o777), bytes: Int64(found.st_size))
  }

  func makeFolder(_ path: String) throws(FileError) {
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw error(.cannotCreate, path)
    }
  }

  func remove(_ path: String) {
    unsafe unlink(path)
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw error(.failed, path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe systemRead(file, buffer)
      }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw error(.failed, path)
      }
    }
  }

  func write(_ bytes: [UInt8], to path: String, for readers: FileReaders) throws(FileError) {
    let draft = "\(path).\(getpid()).part"
    do throws(FileError) {
      try create(draft, holding: bytes, permissions: readers == .owner ? 0o600 : 0o644)
      guard unsafe rename(draft, path) == 0 else { throw error(.cannotCreate, path) }
    } catch {
      unsafe unlink(draft)
      throw FileError(kind: error.kind, path: path, reason: error.reason)
    }
  }

  /// Makes a file of these bytes that outlives a power cut, with these permissions or fewer.
  func create(
    _ path: String, holding bytes: [UInt8], permissions: mode_t
  ) throws(FileError) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions)
    guard file >= 0 else { throw error(.cannotCreate, path) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(file, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw error(.failed, path)
      }
    }
    guard fsync(file) == 0 else { throw error(.failed, path) }
  }

  func error(_ kind: FileError.Kind, _ path: String) -> FileError {
    let number = errno
    let isMissing = number == ENOENT && kind == .failed
    return FileError(
      kind: isMissing ? .missing : kind, path: path, reason: Self.reason(number))
  }
}

/// `read(2)`, named apart from the methods that are called like it.
private func systemRead(_ file: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(file, buffer.baseAddress, buffer.count)
}

/// `write(2)`, named apart from the methods that are called like it.
private func systemWrite(_ file: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(file, bytes.baseAddress, bytes.count)
}
