// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file or folder under a name that nobody looks for, which gets its own name when it is complete
/// and on the disk.
///
/// Its maker holds a lock on it. What one left that was killed has none, and goes when the next
/// draft is made in the same folder: an interrupted write blocks no other and leaves nothing that
/// anybody is served.
package final class Draft {
  /// Whether what has the final name already is replaced.
  package enum Placement: Sendable {
    /// What is there is replaced.
    case replacing
    /// What is there is kept, and finishing fails with `EEXIST`.
    case new
    /// What is there is kept under another name, in the same folder, which nothing may have yet.
    case keeping(String)
  }

  /// Where the draft is.
  package let path: String
  private let layer: FileLayer
  private let descriptor: CInt
  private let permissions: mode_t
  private let isFolder: Bool
  private var isFinished = false

  /// Makes an empty draft beside where it will stand. Nothing that exists is opened or followed.
  ///
  /// - Parameters:
  ///   - permissions: Who may do what with it, less what the process's mask takes away.
  ///   - isFolder: Whether it is a folder; else it is a file.
  /// - Throws: ``FileLayerError``.
  package init(
    of target: String, permissions: UInt16, isFolder: Bool = false, layer: FileLayer
  ) throws(FileLayerError) {
    let folder = FileLayer.folder(of: target)
    Self.removeAbandoned(in: folder, layer)
    // Somebody who sweeps may take a draft for abandoned in the instant before it is locked.
    for _ in 0..<100 {
      let path = FileLayer.path(Self.name(for: FileLayer.name(of: target)), in: folder)
      let descriptor = try Self.make(path, permissions, isFolder: isFolder, layer)
      var status = stat()
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe fstat(descriptor, &status) == 0,
        status.st_nlink > 0
      {
        self.path = path
        self.layer = layer
        self.descriptor = descriptor
        self.permissions = status.st_mode & 0o777
        self.isFolder = isFolder
        return
      }
      close(descriptor)
    }
    throw FileLayerError(.create, target, number: EAGAIN)
  }

  deinit {
    if !isFinished { Self.remove(path, isFolder: isFolder, layer) }
    close(descriptor)
  }

  /// Appends bytes to a file.
  package func write(_ bytes: [UInt8]) throws(FileLayerError) {
    try layer.write(bytes, to: descriptor, named: path)
  }

  /// Makes a file in a folder.
  package func add(_ name: String, holding bytes: [UInt8]) throws(FileLayerError) {
    let file = FileLayer.path(name, in: path)
    let descriptor = try Self.make(file, 0o600, isFolder: false, layer)
    defer { close(descriptor) }
    try layer.write(bytes, to: descriptor, named: file)
    try layer.sync(descriptor, named: file)
  }

  /// Gives a file its name, once it is on the disk, and waits until the name is, too.
  ///
  /// - Parameter target: The path; in the folder that the draft was made in.
  /// - Throws: ``FileLayerError``, with `EEXIST` where nothing may be replaced. Where it says
  ///   `syncFolder`, the file has its name, and a power cut could take it away again.
  package func finish(as target: String, _ placement: Placement) throws(FileLayerError) {
    // Whoever made a database of it may have made it private.
    try layer.run(.permit, path) { fchmod(descriptor, permissions) }
    try layer.sync(descriptor, named: path)
    switch placement {
    case .replacing: try layer.rename(path, target)
    case .new: try Self.linkNew(path, as: target, layer)
    case .keeping(let name):
      // At no moment is there nothing under the name of the target, where the system knows links.
      if try Self.linkNew(target, as: name, keepsFirst: true, layer) {
        try layer.rename(path, target)
      } else {
        try Self.linkNew(path, as: target, layer)
      }
    }
    isFinished = true
    try layer.syncFolder(FileLayer.folder(of: target))
  }

  /// Puts a folder in the place of another.
  ///
  /// - Parameters:
  ///   - target: The path; in the folder that the draft was made in.
  ///   - mayReplace: Whether a folder with these names in it may go.
  /// - Throws: ``FileLayerError``, with `EEXIST` where a folder may not go, which is where it was.
  package func finishFolder(
    as target: String, mayReplace: ([String]) -> Bool
  ) throws(FileLayerError) {
    try layer.syncFolder(path)
    // Others may put theirs there at the same time: whoever is last stands.
    for _ in 0..<100 {
      do {
        try layer.rename(path, target)
        isFinished = true
        try layer.syncFolder(FileLayer.folder(of: target))
        return
      } catch {
        guard !isFinished, error.number == ENOTEMPTY || error.number == EEXIST else { throw error }
      }
      let folder = FileLayer.folder(of: target)
      let aside = FileLayer.path(Self.name(for: FileLayer.name(of: target)), in: folder)
      do {
        try layer.rename(target, aside)
      } catch {
        if error.number == ENOENT { continue }
        throw error
      }
      guard mayReplace(try layer.names(in: aside) ?? []) else {
        try layer.rename(aside, target)
        throw FileLayerError(.rename, target, number: EEXIST)
      }
      do {
        try layer.rename(path, target)
        isFinished = true
        Self.remove(aside, isFolder: true, layer)
        try layer.syncFolder(folder)
        return
      } catch {
        if isFinished { throw error }
        // What was there before comes back, unless somebody else's stands there now.
        if (try? layer.rename(aside, target)) == nil {
          Self.remove(aside, isFolder: true, layer)
        }
        guard error.number == ENOTEMPTY || error.number == EEXIST else { throw error }
      }
    }
    throw FileLayerError(.rename, target, number: EBUSY)
  }

  /// Gives a file another name; a second name is refused where there is a first, and renaming would
  /// replace it.
  /// - Returns: Whether it still has the name that it had.
  @discardableResult
  private static func linkNew(
    _ path: String, as target: String, keepsFirst: Bool = false, _ layer: FileLayer
  ) throws(FileLayerError) -> Bool {
    do {
      try layer.run(.link, target) { unsafe link(path, target) }
      if !keepsFirst { layer.remove(path) }
      return keepsFirst
    } catch {
      // File systems without links, such as those of memory cards.
      guard [EPERM, ENOTSUP, ENOSYS].contains(error.number) else { throw error }
      var status = stat()
      guard unsafe lstat(target, &status) != 0 else {
        throw FileLayerError(.link, target, number: EEXIST)
      }
      try layer.rename(path, target)
      return false
    }
  }

  // MARK: Names, and what others left

  private static func make(
    _ path: String, _ permissions: UInt16, isFolder: Bool, _ layer: FileLayer
  ) throws(FileLayerError) -> CInt {
    guard isFolder else {
      return try layer.run(.create, path) {
        unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(permissions))
      }
    }
    try layer.run(.makeFolder, path) { unsafe mkdir(path, mode_t(permissions)) }
    return try layer.run(.open, path) {
      unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
  }

  private static let ending = ".part"

  /// `.NAME.0123456789abcdef.part`, so that others cannot foresee it.
  private static func name(for name: String) -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    // A name of the longest kind leaves no room for more.
    let name = String(decoding: name.utf8.prefix(200), as: UTF8.self)
    return ".\(name).\(String(repeating: "0", count: 16 - digits.count))\(digits)\(ending)"
  }

  /// Whether a name is one that ``name(for:)`` makes.
  static func isName(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(ending) else { return false }
    let digits = name.dropLast(ending.count).suffix(17)
    return digits.first == "." && digits.dropFirst().allSatisfy { $0.isHexDigit }
      && digits.count == 17
  }

  /// Removes what others of the same user began in a folder and did not live to finish.
  private static func removeAbandoned(in folder: String, _ layer: FileLayer) {
    for name in (try? layer.names(in: folder)) ?? [] where isName(name) {
      let path = FileLayer.path(name, in: folder)
      let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: remove(path, isFolder: false, layer)
      case S_IFDIR: remove(path, isFolder: true, layer)
      default: break
      }
    }
  }

  /// Removes a draft with what SQLite keeps beside one, or with the files in it.
  private static func remove(_ path: String, isFolder: Bool, _ layer: FileLayer) {
    guard isFolder else {
      for ending in ["", "-journal", "-wal", "-shm"] { layer.remove(path + ending) }
      return
    }
    for name in (try? layer.names(in: path)) ?? [] { layer.remove(FileLayer.path(name, in: path)) }
    layer.removeEmptyFolder(path)
  }
}
