// SPDX-License-Identifier: MIT
import Foundation

/// The disk below one folder, in the hands of a test: calls fail where the test wants, what was
/// synced is remembered, and at any call the machine can die.
///
/// All connections of the process go through it once there is one; for files elsewhere nothing
/// changes. What lasts is what was synced; of the rest, each sector of 512 bytes and each name in the
/// folder is lost or kept by chance when the power goes.
package final class TroubledDisk: @unchecked Sendable {
  /// A kind of call into the file system.
  package enum Call: String, CaseIterable, Sendable {
    case open, read, write, truncate, sync, size, lock, map, delete, file
  }

  /// What becomes of a call.
  package enum Answer: Equatable, Sendable {
    /// It is done.
    case done
    /// It fails and does nothing.
    case failure
    /// It fails for want of room and does nothing.
    case full
    /// It is done, and said to have failed.
    case failureAfter
    /// Half of what is to be written is, and then it fails.
    case torn
    /// The process dies before it: what was written stays.
    case kill
    /// The power goes before it: what was synced stays, and by chance some of the rest.
    case powerCut
  }

  /// Decides about each call, which is the so many-th.
  package var decide: (_ call: Call, _ path: String, _ number: Int) -> Answer = { _, _, _ in .done }
  /// Whether files that are opened from now on may be mapped by several processes, which some
  /// network file systems cannot do.
  package var mapsFiles = true
  /// Whether syncing makes anything last.
  package var syncs = true
  /// Whether deaths are told apart from failures: then everything fails until ``revive()``.
  package private(set) var isDead = false
  /// How many calls there were.
  package private(set) var calls = 0
  /// What the dead machine's folder holds, by name; a folder's files by the way to them.
  package private(set) var remains: [String: [UInt8]] = [:]

  private let folder: String
  private let lock = NSRecursiveLock()
  private var random: @Sendable () -> UInt64
  /// What lasts, by inode.
  private var lasting: [UInt64: [UInt8]] = [:]
  /// Sectors that were written and not synced, by inode.
  private var dirty: [UInt64: Set<Int>] = [:]
  /// The names that last, with their inodes.
  private var names: [String: UInt64] = [:]

  /// Watches a folder.
  /// - Parameters:
  ///   - folder: The folder, without a slash at its end.
  ///   - seed: What is lost when the power goes follows from it.
  package init(_ folder: String, seed: UInt64 = 1) {
    self.folder = folder
    let state = Generator(seed: seed)
    random = { state.next() }
    precondition(TroubledVFS.isRegistered)
    Self.registry.withLock { $0.append(Reference(self)) }
    noteAll()
  }

  /// Lets calls through again, and takes everything that is in the folder for synced.
  package func revive() {
    lock.withLock {
      isDead = false
      remains = [:]
      noteAll()
    }
  }

  /// Takes the names in the folder for synced, after somebody else than the program changed them.
  package func noteSyncedFolderByHand() { lock.withLock { names = Self.contents(of: folder) } }

  // MARK: Which disk watches a file

  private struct Reference: @unchecked Sendable {
    weak var disk: TroubledDisk?
    init(_ disk: TroubledDisk) { self.disk = disk }
  }

  private final class Registry: @unchecked Sendable {
    private var references: [Reference] = []
    private let lock = NSLock()
    func withLock<Result>(_ body: (inout [Reference]) -> Result) -> Result {
      lock.withLock { body(&references) }
    }
  }

  private static let registry = Registry()

  static func watching(_ path: String) -> TroubledDisk? {
    registry.withLock { references in
      references.removeAll { $0.disk == nil }
      return references.lazy.compactMap(\.disk).first { path.hasPrefix($0.folder + "/") }
    }
  }

  // MARK: Answers

  /// Does a call, or what was decided instead.
  func answer(
    _ call: Call, _ path: String, orElse failure: Int32, tearing: () -> Void = {},
    _ body: () -> Int32
  ) -> Int32 {
    lock.lock()
    if isDead {
      lock.unlock()
      return failure
    }
    calls += 1
    let answer = decide(call, path, calls)
    if answer == .kill || answer == .powerCut { die(keepingAll: answer == .kill) }
    // Locks and syncs of others are not waited for under this one.
    lock.unlock()
    switch answer {
    case .done: return body()
    case .failure, .kill, .powerCut: return failure
    case .full: return call == .write || call == .truncate ? 13 : failure
    case .failureAfter:
      // A lock that was given and denied would be nobody's to give back.
      guard call != .lock, call != .open, call != .map else { return failure }
      _ = body()
      return failure
    case .torn:
      tearing()
      return failure
    }
  }

  /// What the program's own file layer asks before each of its calls: an error number, or nil.
  package func fileCall(_ name: String, _ path: String) -> Int32? {
    guard path.hasPrefix(folder) else { return nil }
    var number: Int32?
    let result = answer(.file, path, orElse: EIO) { 0 }
    if result != 0 { number = result == 13 ? ENOSPC : EIO }
    guard number == nil else { return number }
    lock.withLock {
      if name == "sync" { noteSynced(path, isWhole: true) }
      if name == "syncFolder" { noteSyncedFolder() }
    }
    return nil
  }

  // MARK: What lasts

  func noteWritten(_ path: String, _ range: Range<Int>) {
    lock.withLock {
      guard let inode = Self.inode(of: path), !range.isEmpty else { return }
      dirty[inode, default: []].formUnion(
        range.lowerBound / Self.sector...(range.upperBound - 1) / Self.sector)
    }
  }

  func noteSynced(_ path: String, isWhole: Bool = false) {
    lock.withLock {
      guard syncs, let inode = Self.inode(of: path) else { return }
      if isWhole || lasting[inode] == nil {
        lasting[inode] = Self.bytes(of: path)
      } else if let sectors = dirty[inode] {
        Self.copy(sectors, of: path, into: &lasting[inode, default: []])
      }
      dirty[inode] = nil
      // With a log that is new, SQLite's own calls sync the folder, too.
      if path.hasSuffix("-wal") || path.hasSuffix("-journal") {
        names[Self.name(of: path)] = inode
      }
    }
  }

  func noteSyncedFolder() {
    lock.withLock {
      guard syncs else { return }
      names = Self.contents(of: folder)
    }
  }

  private func noteAll() {
    lasting = [:]
    dirty = [:]
    names = Self.contents(of: folder)
    for (name, inode) in names { lasting[inode] = Self.bytes(of: "\(folder)/\(name)") }
  }

  private func die(keepingAll: Bool) {
    isDead = true
    let current = Self.contents(of: folder)
    remains = [:]
    for name in Set(current.keys).union(names.keys).sorted() {
      // Indexes of logs are memory that processes share.
      if name.hasSuffix("-shm") { continue }
      let path = "\(folder)/\(name)"
      if keepingAll {
        if current[name] != nil { remains[name] = Self.bytes(of: path) }
        continue
      }
      guard current[name] == names[name] || random() & 1 == 0 else {
        // The name as it was, with what of that file lasts.
        if let inode = names[name] { remains[name] = lasting[inode] ?? [] }
        continue
      }
      if let inode = current[name] { remains[name] = survivors(of: path, inode) }
    }
  }

  /// A file after the power went.
  private func survivors(of path: String, _ inode: UInt64) -> [UInt8] {
    let now = Self.bytes(of: path)
    guard var bytes = lasting[inode] else {
      // Never synced: some of it, in order.
      return Array(now.prefix(Int(random() % UInt64(now.count + 1))))
    }
    if now.count < bytes.count, random() & 1 == 0 { bytes.removeLast(bytes.count - now.count) }
    for sector in (dirty[inode] ?? []).sorted() where random() & 1 == 0 {
      Self.copy(sector, from: now, into: &bytes)
    }
    return bytes
  }

  // MARK: Bytes

  private static let sector = 512

  private static func copy(_ sector: Int, from now: [UInt8], into bytes: inout [UInt8]) {
    let start = sector * Self.sector
    let end = min(start + Self.sector, now.count)
    guard start < end else { return }
    if bytes.count < end { bytes += Array(repeating: 0, count: end - bytes.count) }
    bytes.replaceSubrange(start..<end, with: now[start..<end])
  }

  private static func copy(_ sectors: Set<Int>, of path: String, into bytes: inout [UInt8]) {
    let now = Self.bytes(of: path)
    if now.count < bytes.count { bytes.removeLast(bytes.count - now.count) }
    for sector in sectors { copy(sector, from: now, into: &bytes) }
  }

  private static func bytes(of path: String) -> [UInt8] {
    (try? Data(contentsOf: URL(filePath: path))).map { Array($0) } ?? []
  }

  private static func name(of path: String) -> String {
    String(path[path.index(path.lastIndex(of: "/") ?? path.startIndex, offsetBy: 1)...])
  }

  private static func inode(of path: String) -> UInt64? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// The files of a folder and of those in it, by their ways from it.
  private static func contents(of folder: String) -> [String: UInt64] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    var contents: [String: UInt64] = [:]
    for name in names {
      var status = stat()
      guard unsafe stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT != S_IFDIR
      else { continue }
      contents[name] = UInt64(status.st_ino)
    }
    return contents
  }
}

/// SplitMix64.
private final class Generator: @unchecked Sendable {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
