// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file system of the machine.
package struct SystemFiles: FileAccess {
  package let layer: FileLayer

  /// Makes files with these calls.
  package init(layer: FileLayer = .system) {
    self.layer = layer
  }

  /// The system's words for an error number.
  package static func reason(_ number: CInt) -> String {
    unsafe String(cString: strerror(number))
  }

  package func exists(_ path: String) -> Bool {
    // Not access(2), which looks through a link that leads nowhere.
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  package func status(of path: String) -> FileStatus? {
    var found = stat()
    guard unsafe stat(path, &found) == 0 else { return nil }
    return FileStatus(
      permissions: UInt16(truncatingIfNeeded: found.st_mode & 0o777), bytes: Int64(found.st_size))
  }

  package func isSame(_ path: String, as other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return unsafe stat(path, &one) == 0 && stat(other, &two) == 0
      && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  package func beginning(of path: String, count: Int) throws(FileError) -> [UInt8]? {
    var found = stat()
    guard unsafe stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw error(path) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe systemRead(file, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      if read == 0 { break }
      if read > 0 { filled += read } else if errno != EINTR { throw error(path) }
    }
    return Array(bytes[..<filled])
  }

  package func makeFolder(_ path: String) throws(FileError) {
    do { try layer.makeFolder(path, permissions: 0o755) } catch { throw FileError(error, path) }
  }

  package func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw error(path) }
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
        guard bytes.count <= limit else { throw FileError(tooLarge: path, limit: limit) }
      } else if errno != EINTR {
        throw error(path)
      }
    }
  }

  package func write(
    _ bytes: [UInt8], to path: String, for readers: FileReaders
  ) throws(FileError) {
    do throws(FileLayerError) {
      switch try layer.destination(of: path) {
      case .file(let file):
        let draft = try Draft(of: file, permissions: readers.permissions, layer: layer)
        try draft.write(bytes)
        try draft.finish(as: file, .replacing)
      case .stream(let stream): try layer.write(bytes, toStream: stream)
      case .folder: throw FileLayerError(.open, path, number: EISDIR)
      }
    } catch {
      throw FileError(error, path)
    }
  }

  package func writeFolder(
    _ entries: [FolderEntry], to path: String, owns: (String) -> Bool
  ) throws(FileError) {
    do throws(FileLayerError) {
      guard
        case .folder(let folder, let exists) = try layer.destination(
          of: path.withoutLastSlashes, isFolder: true)
      else { throw FileLayerError(.open, path, number: ENOTDIR) }
      if exists, let stranger = try layer.names(in: folder)?.first(where: { !owns($0) }) {
        throw FileLayerError(.rename, stranger, number: EEXIST)
      }
      // Only the owner may read it: what is exported holds a person's consent.
      let draft = try Draft(of: folder, permissions: 0o700, isFolder: true, layer: layer)
      for entry in entries { try draft.add(entry.name, holding: entry.bytes) }
      try draft.finishFolder(as: folder) { $0.allSatisfy(owns) }
    } catch {
      guard error.number == EEXIST else { throw FileError(error, path) }
      let name = error.path == path ? "another file" : error.path.quotedForShell
      throw FileError(
        kind: .exists, path: path,
        reason: "the folder holds \(name), which this program did not write")
    }
  }

  private func error(_ path: String) -> FileError {
    FileError(
      kind: errno == ENOENT ? .missing : .failed, path: path, reason: Self.reason(errno))
  }
}

extension FileReaders {
  /// What they may do, and its owner with it.
  package var permissions: UInt16 {
    switch self {
    case .owner: 0o600
    case .everyone: 0o644
    }
  }
}

extension FileError {
  /// A call that failed while something was written, said of what the user named.
  package init(_ error: FileLayerError, _ path: String) {
    let kind: Kind =
      switch error.call {
      case .write, .sync, .permit, .syncFolder: .failed
      case .create, .open, .rename, .link, .remove, .makeFolder:
        error.isForWantOfRoom ? .failed : .cannotCreate
      }
    self.init(
      kind: kind, path: path,
      reason: error.call == .syncFolder
        ? "\(error.reason); it is complete, but a power cut may take its name away again"
        : error.reason)
  }

  /// A file that holds too much.
  fileprivate init(tooLarge path: String, limit: Int) {
    self.init(kind: .tooLarge, path: path, reason: "more than \(limit) bytes")
  }
}

extension String {
  /// A folder's name without the slashes that may end it.
  package var withoutLastSlashes: String {
    var name = self[...]
    while name.count > 1, name.last == "/" { name = name.dropLast() }
    return String(name)
  }
}

/// `read(2)`, named apart from the methods that are called like it.
private func systemRead(_ file: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(file, buffer.baseAddress, buffer.count)
}
