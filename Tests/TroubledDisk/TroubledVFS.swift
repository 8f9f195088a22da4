// SPDX-License-Identifier: MIT
import CAdSQLite

/// A file system of SQLite's that hands every call on to the system's, after a ``TroubledDisk`` was
/// asked about it. Files outside of watched folders are nobody's trouble.
enum TroubledVFS {
  /// Makes it the one that all connections use from now on.
  static let isRegistered: Bool = {
    guard let system = unsafe sqlite3_vfs_find(nil) else { return false }
    let troubled = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe troubled.initialize(to: system.pointee)
    unsafe troubled.pointee.zName = unsafe name
    unsafe troubled.pointee.pNext = nil
    unsafe troubled.pointee.szOsFile = system.pointee.szOsFile + Int32(OpenFile.size)
    unsafe troubled.pointee.xOpen = { _, name, file, flags, outFlags in
      unsafe open(name, file, flags, outFlags)
    }
    unsafe troubled.pointee.xDelete = { _, name, syncsFolder in unsafe delete(name, syncsFolder) }
    return unsafe sqlite3_vfs_register(troubled, 1) == SQLITE_OK
  }()

  private static var name: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(StaticString("troubled").utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// The system's own, which was the first to be registered.
  nonisolated(unsafe) private static let system =
    unsafe sqlite3_vfs_find("unix")
    ?? sqlite3_vfs_find(nil)

  private static func open(
    _ name: sqlite3_filename?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let file = unsafe file, let system = unsafe system, let open = unsafe system.pointee.xOpen
    else { return SQLITE_CANTOPEN }
    let path = unsafe name.map { unsafe String(cString: $0) }
    let disk = path.flatMap(TroubledDisk.watching)
    unsafe file.pointee.pMethods = nil
    unsafe OpenFile.of(file).initialize(to: OpenFile(base: file.pointee, context: nil))
    func openReally() -> Int32 {
      let result = unsafe open(system, name, OpenFile.system(file), flags, outFlags)
      // SQLite closes what has methods, also where opening it failed.
      guard unsafe OpenFile.system(file).pointee.pMethods != nil else { return result }
      let context = OpenFile.Context(disk: disk, path: path ?? "")
      unsafe OpenFile.of(file).pointee.context = Unmanaged.passRetained(context)
      let isMapped = disk?.mapsFiles ?? true
      unsafe file.pointee.pMethods = UnsafePointer(isMapped ? methods : methodsWithoutMap)
      return result
    }
    guard let disk, let path else { return openReally() }
    return disk.answer(.open, path, orElse: SQLITE_CANTOPEN, openReally)
  }

  private static func delete(_ name: UnsafePointer<CChar>?, _ syncsFolder: Int32) -> Int32 {
    guard let name = unsafe name, let system = unsafe system,
      let delete = unsafe system.pointee.xDelete
    else { return SQLITE_IOERR }
    let path = unsafe String(cString: name)
    func deleteReally() -> Int32 {
      let result = unsafe delete(system, name, syncsFolder)
      if syncsFolder != 0 { TroubledDisk.watching(path)?.noteSyncedFolder() }
      return result
    }
    guard let disk = TroubledDisk.watching(path) else { return deleteReally() }
    return disk.answer(.delete, path, orElse: SQLITE_IOERR | (10 << 8), deleteReally)
  }

  // MARK: What is done with an open file

  private typealias File = UnsafeMutablePointer<sqlite3_file>

  nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    unsafe methods.initialize(to: sqlite3_io_methods())
    // Without the third version's memory mapping, so that every read is seen.
    unsafe methods.pointee.iVersion = 2
    unsafe methods.pointee.xClose = { unsafe close($0) }
    unsafe methods.pointee.xRead = { file, buffer, count, offset in
      unsafe forward(file, .read, SQLITE_IOERR | (1 << 8)) { system in
        unsafe system.pointee.pMethods.pointee.xRead(system, buffer, count, offset)
      }
    }
    unsafe methods.pointee.xWrite = { unsafe write($0, $1, $2, $3) }
    unsafe methods.pointee.xTruncate = { file, size in
      unsafe forward(file, .truncate, SQLITE_IOERR | (6 << 8)) { system in
        unsafe system.pointee.pMethods.pointee.xTruncate(system, size)
      }
    }
    unsafe methods.pointee.xSync = { unsafe sync($0, $1) }
    unsafe methods.pointee.xFileSize = { file, size in
      unsafe forward(file, .size, SQLITE_IOERR | (7 << 8)) { system in
        unsafe system.pointee.pMethods.pointee.xFileSize(system, size)
      }
    }
    unsafe methods.pointee.xLock = { file, level in
      unsafe forward(file, .lock, SQLITE_IOERR | (15 << 8)) { system in
        unsafe system.pointee.pMethods.pointee.xLock(system, level)
      }
    }
    unsafe methods.pointee.xUnlock = { file, level in
      unsafe system(of: file) { unsafe $0.pointee.pMethods.pointee.xUnlock($0, level) }
    }
    unsafe methods.pointee.xCheckReservedLock = { file, isLocked in
      unsafe system(of: file) {
        unsafe $0.pointee.pMethods.pointee.xCheckReservedLock($0, isLocked)
      }
    }
    unsafe methods.pointee.xFileControl = { file, operation, argument in
      unsafe system(of: file) {
        unsafe $0.pointee.pMethods.pointee.xFileControl($0, operation, argument)
      }
    }
    unsafe methods.pointee.xSectorSize = { file in
      unsafe system(of: file) { unsafe $0.pointee.pMethods.pointee.xSectorSize($0) }
    }
    unsafe methods.pointee.xDeviceCharacteristics = { file in
      unsafe system(of: file) { unsafe $0.pointee.pMethods.pointee.xDeviceCharacteristics($0) }
    }
    unsafe methods.pointee.xShmMap = { file, region, size, extends, memory in
      unsafe forward(file, .map, SQLITE_IOERR | (21 << 8)) { system in
        unsafe system.pointee.pMethods.pointee.xShmMap(system, region, size, extends, memory)
      }
    }
    unsafe methods.pointee.xShmLock = { file, offset, count, flags in
      guard flags & SQLITE_SHM_LOCK != 0 else {
        return unsafe system(of: file) {
          unsafe $0.pointee.pMethods.pointee.xShmLock($0, offset, count, flags)
        }
      }
      return unsafe forward(file, .lock, SQLITE_IOERR | (20 << 8)) { system in
        unsafe system.pointee.pMethods.pointee.xShmLock(system, offset, count, flags)
      }
    }
    unsafe methods.pointee.xShmBarrier = { file in
      guard let file = unsafe file else { return }
      let system = unsafe OpenFile.system(file)
      unsafe system.pointee.pMethods.pointee.xShmBarrier(system)
    }
    unsafe methods.pointee.xShmUnmap = { file, deletes in
      unsafe system(of: file) { unsafe $0.pointee.pMethods.pointee.xShmUnmap($0, deletes) }
    }
    return unsafe methods
  }()

  /// The first version's, which knew no memory that processes share.
  nonisolated(unsafe) private static let methodsWithoutMap = {
    let fewer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    unsafe fewer.initialize(to: methods.pointee)
    unsafe fewer.pointee.iVersion = 1
    return unsafe fewer
  }()

  private static func system(of file: File?, _ body: (File) -> Int32) -> Int32 {
    guard let file = unsafe file else { return SQLITE_MISUSE }
    return unsafe body(OpenFile.system(file))
  }

  private static func forward(
    _ file: File?, _ call: TroubledDisk.Call, _ failure: Int32, _ body: (File) -> Int32
  ) -> Int32 {
    guard let file = unsafe file else { return SQLITE_MISUSE }
    let system = unsafe OpenFile.system(file)
    guard let context = unsafe OpenFile.of(file).pointee.context?.takeUnretainedValue(),
      let disk = context.disk
    else { return unsafe body(system) }
    return disk.answer(call, context.path, orElse: failure) { unsafe body(system) }
  }

  private static func close(_ file: File?) -> Int32 {
    guard let file = unsafe file else { return SQLITE_MISUSE }
    let system = unsafe OpenFile.system(file)
    let result = unsafe system.pointee.pMethods.pointee.xClose(system)
    unsafe OpenFile.of(file).pointee.context?.release()
    unsafe OpenFile.of(file).pointee.context = nil
    return result
  }

  private static func write(
    _ file: File?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard let file = unsafe file else { return SQLITE_MISUSE }
    let system = unsafe OpenFile.system(file)
    func write(_ count: Int32) -> Int32 {
      unsafe system.pointee.pMethods.pointee.xWrite(system, bytes, count, offset)
    }
    guard let context = unsafe OpenFile.of(file).pointee.context?.takeUnretainedValue(),
      let disk = context.disk
    else { return write(count) }
    func tear() {
      disk.noteWritten(context.path, Int(offset)..<Int(offset) + Int(count / 2))
      _ = write(count / 2)
    }
    return disk.answer(.write, context.path, orElse: SQLITE_IOERR | (3 << 8), tearing: tear) {
      disk.noteWritten(context.path, Int(offset)..<Int(offset) + Int(count))
      return write(count)
    }
  }

  private static func sync(_ file: File?, _ flags: Int32) -> Int32 {
    guard let file = unsafe file else { return SQLITE_MISUSE }
    let system = unsafe OpenFile.system(file)
    guard let context = unsafe OpenFile.of(file).pointee.context?.takeUnretainedValue(),
      let disk = context.disk
    else { return unsafe system.pointee.pMethods.pointee.xSync(system, flags) }
    // The system's own is left out: what lasts here is what the disk remembers.
    return disk.answer(.sync, context.path, orElse: SQLITE_IOERR | (4 << 8)) {
      disk.noteSynced(context.path)
      return SQLITE_OK
    }
  }
}

/// How a file of ours lies in memory: what SQLite sees, what we need, and behind it the system's.
@unsafe private struct OpenFile {
  final class Context {
    let disk: TroubledDisk?
    let path: String

    init(disk: TroubledDisk?, path: String) {
      self.disk = disk
      self.path = path
    }
  }

  var base: sqlite3_file
  var context: Unmanaged<Context>?

  static var size: Int { unsafe (MemoryLayout<OpenFile>.stride + 15) / 16 * 16 }

  static func of(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<OpenFile> {
    unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenFile.self)
  }

  static func system(
    _ file: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutablePointer<sqlite3_file> {
    unsafe UnsafeMutableRawPointer(file).advanced(by: size)
      .assumingMemoryBound(to: sqlite3_file.self)
  }
}
