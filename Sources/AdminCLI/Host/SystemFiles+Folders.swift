// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemFiles {
  func writeFolder(
    _ entries: [FolderEntry], to path: String, owns: (String) -> Bool
  ) throws(FileError) {
    let folder = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
    let old = try names(in: folder)
    if let stranger = old?.first(where: { !owns($0) }) {
      throw FileError(
        kind: .exists, path: path,
        reason: "the folder holds \(stranger.quotedForShell), which this program did not write")
    }
    let draft = "\(folder).\(getpid()).part"
    do throws(FileError) {
      try make(draft, holding: entries)
      guard old != nil else {
        guard unsafe rename(draft, folder) == 0 else { throw error(.cannotCreate, path) }
        return
      }
      try exchange(draft, folder)
    } catch {
      removeFolder(draft)
      throw FileError(kind: error.kind, path: path, reason: error.reason)
    }
    removeFolder(draft)
  }

  /// Only the owner may read the folder and its files: what is exported holds a person's consent.
  private func make(_ folder: String, holding entries: [FolderEntry]) throws(FileError) {
    guard unsafe mkdir(folder, 0o700) == 0 else { throw error(.cannotCreate, folder) }
    for entry in entries {
      try create("\(folder)/\(entry.name)", holding: entry.bytes, permissions: 0o600)
    }
  }

  /// Puts one folder in the place of another; if the second step fails, the first is undone.
  private func exchange(_ draft: String, _ folder: String) throws(FileError) {
    let aside = "\(draft).old"
    guard renameFolder(folder, aside) else { throw error(.cannotCreate, folder) }
    guard renameFolder(draft, folder) else {
      let failure = error(.cannotCreate, folder)
      _ = renameFolder(aside, folder)
      throw failure
    }
    removeFolder(aside)
  }

  /// The names in a folder, or nil where there is no such folder.
  private func names(in folder: String) throws(FileError) -> [String]? {
    guard let directory = unsafe opendir(folder) else {
      if errno == ENOENT { return nil }
      throw error(.cannotCreate, folder)
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

  /// Removes a folder of ours with its files; what is not there is not missed.
  private func removeFolder(_ folder: String) {
    for name in (try? names(in: folder)) ?? [] {
      unsafe unlink("\(folder)/\(name)")
    }
    unsafe rmdir(folder)
  }
}
