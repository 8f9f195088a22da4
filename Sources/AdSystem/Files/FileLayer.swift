// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A call into the file system that failed.
package struct FileLayerError: Error, Equatable, Sendable {
  /// The call.
  package let call: FileLayer.Call
  /// The file or folder that it was about.
  package let path: String
  /// The system's error number.
  package let number: CInt

  /// Describes a failed call.
  package init(_ call: FileLayer.Call, _ path: String, number: CInt) {
    self.call = call
    self.path = path
    self.number = number
  }

  /// The system's words.
  package var reason: String { unsafe String(cString: strerror(number)) }

  /// Whether there is no room left, on the disk or for this user.
  package var isForWantOfRoom: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }
}

/// The calls into the file system by which files are made so that they outlive a power cut.
///
/// Programs use ``system``. Tests put a layer in its place that takes notes of the calls, or fails
/// where they want one to fail.
package struct FileLayer: Sendable {
  /// One kind of call.
  package enum Call: String, CaseIterable, Sendable {
    case create, open, write, sync, permit, rename, link, remove, makeFolder, syncFolder
  }

  /// Asked before each call: an error number makes the call fail with it, nil lets it happen.
  package var failure: @Sendable (_ call: Call, _ path: String) -> CInt?

  /// Tells how many bytes a user may still write into a folder; nil where nobody knows.
  package var room: @Sendable (_ folder: String) -> Int64? = { folder in
    var found = statvfs()
    guard unsafe statvfs(folder, &found) == 0 else { return nil }
    let bytes = Int64(clamping: found.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: found.f_frsize))
    return bytes.overflow ? nil : bytes.partialValue
  }

  /// The system's calls.
  package static let system = FileLayer { _, _ in nil }

  /// Makes a layer whose calls can be refused.
  package init(failure: @escaping @Sendable (_ call: Call, _ path: String) -> CInt?) {
    self.failure = failure
  }

  /// Runs a call that returns a negative number where it fails, again where a signal cut it short.
  @discardableResult
  func run(_ call: Call, _ path: String, _ body: () -> CInt) throws(FileLayerError) -> CInt {
    if let number = failure(call, path) { throw FileLayerError(call, path, number: number) }
    var result = body()
    while result < 0, errno == EINTR { result = body() }
    guard result >= 0 else { throw FileLayerError(call, path, number: errno) }
    return result
  }

  /// Writes all of the bytes.
  package func write(
    _ bytes: [UInt8], to descriptor: CInt, named path: String
  ) throws(FileLayerError) {
    var written = 0
    while written < bytes.count {
      try run(.write, path) {
        let count = unsafe bytes.withUnsafeBytes { buffer in
          unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
        }
        written += max(count, 0)
        return count < 0 ? -1 : 0
      }
    }
  }

  /// Waits until what was written to a file is on the disk.
  func sync(_ descriptor: CInt, named path: String) throws(FileLayerError) {
    try run(.sync, path) {
      #if canImport(Darwin)
        // Without it, Apple's systems leave the data in the drive's cache.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
      #endif
      return fsync(descriptor)
    }
  }

  /// Waits until the names in a folder are on the disk.
  package func syncFolder(_ folder: String) throws(FileLayerError) {
    let descriptor = try run(.syncFolder, folder) {
      unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    defer { close(descriptor) }
    // Some file systems know no such thing, and keep names in order by themselves.
    guard fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP else { return }
    throw FileLayerError(.syncFolder, folder, number: errno)
  }

  /// Makes a folder that can be entered after a power cut; one that is there already stays.
  package func makeFolder(_ path: String, permissions: UInt16) throws(FileLayerError) {
    do {
      try run(.makeFolder, path) { unsafe mkdir(path, mode_t(permissions)) }
    } catch {
      guard error.number == EEXIST else { throw error }
      return
    }
    try syncFolder(Self.folder(of: path))
  }

  /// Gives one thing another name, in place of what had it.
  package func rename(_ old: String, _ new: String) throws(FileLayerError) {
    try run(.rename, new) { systemRename(old, new) }
  }

  /// Removes a file; says nothing where it is not there or stays.
  package func remove(_ path: String) { try? delete(path) }

  /// Removes a file that has to be gone.
  package func delete(_ path: String) throws(FileLayerError) {
    try run(.remove, path) { unsafe unlink(path) }
  }

  /// Removes a folder that nothing is in; one that something is in stays.
  package func removeEmptyFolder(_ path: String) {
    _ = try? run(.remove, path) { unsafe rmdir(path) }
  }

  /// The names in a folder in order, or nil where there is no such folder.
  package func names(in folder: String) throws(FileLayerError) -> [String]? {
    guard let directory = unsafe opendir(folder) else {
      if errno == ENOENT { return nil }
      throw FileLayerError(.open, folder, number: errno)
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The folder that a path's last name is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path's last name.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// A name in a folder.
  package static func path(_ name: String, in folder: String) -> String {
    folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}

/// `rename(2)`, named apart from the method that is called like it.
private func systemRename(_ old: String, _ new: String) -> CInt { unsafe rename(old, new) }

/// `write(2)`, named apart from the method that is called like it.
private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
