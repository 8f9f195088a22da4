// SPDX-License-Identifier: MIT
import AdSystem
import Testing

@Suite struct FolderLockTests {
  @Test func `one at a time holds a folder, and the next one after it`() throws {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    do {
      let first = try FolderLock.taken(folder.path, layer: .system)
      defer { withExtendedLifetime(first) {} }
      #expect(first != nil)
      let second = try FolderLock.taken(folder.path, layer: .system)
      #expect(second == nil)
    }
    let third = try FolderLock.taken(folder.path, layer: .system)
    #expect(third != nil)
  }

  @Test func `what is no folder cannot be held`() throws {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    #expect(throws: FileLayerError.self) {
      _ = try FolderLock.taken(folder.path + "/missing", layer: .system)
    }
  }
}
