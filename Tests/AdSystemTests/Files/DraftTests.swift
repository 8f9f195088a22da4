// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@testable import AdSystem

/// Files and folders that get their names when they are complete, whoever else is at work there.
@Suite struct DraftTests {
  let home: TemporaryFolder
  private var target: String { home.file("target") }
  private var kept: String { home.file("kept") }

  init() throws { home = try TemporaryFolder() }

  /// A layer that asks before each call, with how many of its kind there were, this one included.
  private func layer(
    _ failure: @escaping @Sendable (_ call: FileLayer.Call, _ path: String, _ number: Int) -> CInt?
  ) -> FileLayer {
    let counts = Mutex<[FileLayer.Call: Int]>([:])
    return FileLayer { call, path in
      let number = counts.withLock { counts in
        counts[call, default: 0] += 1
        return counts[call] ?? 0
      }
      return failure(call, path, number)
    }
  }

  /// Puts a folder with one file in it where somebody else wants to put theirs.
  @Sendable private static func putFolder(at path: String, holding name: String) {
    let folder = URL(filePath: path)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try? Data("theirs".utf8).write(to: folder.appending(path: name))
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.file(folder)).sorted()
  }

  private func finishFile(
    _ placement: Draft.Placement, _ layer: FileLayer
  ) throws(FileLayerError) {
    let draft = try Draft(of: target, permissions: 0o600, layer: layer)
    try draft.write(Array("new".utf8))
    try draft.finish(as: target, placement)
  }

  private func finishFolder(
    _ layer: FileLayer = .system, mayReplace: ([String]) -> Bool = { _ in true }
  ) throws(FileLayerError) {
    let draft = try Draft(of: target, permissions: 0o700, isFolder: true, layer: layer)
    try draft.add("mine", holding: Array("mine".utf8))
    try draft.finishFolder(as: target, mayReplace: mayReplace)
  }

  // MARK: File systems without links

  @Test(arguments: [EPERM, ENOTSUP, ENOSYS])
  func `without links a file is kept and replaced all the same`(number: CInt) throws {
    try home.write(Data("old".utf8), to: "target")
    try finishFile(.keeping(kept), layer { call, _, _ in call == .link ? number : nil })
    #expect(try home.bytes(of: "target") == Data("new".utf8))
    #expect(try home.bytes(of: "kept") == Data("old".utf8))
    #expect(try home.contents() == ["kept", "target"])
  }

  @Test func `without links a new file gets its name, and a name that is taken stays whose it was`()
    throws
  {
    let linkless = layer { call, _, _ in call == .link ? EPERM : nil }
    try finishFile(.new, linkless)
    #expect(try home.bytes(of: "target") == Data("new".utf8))
    try home.write(Data("old".utf8), to: "target")
    #expect(throws: FileLayerError(.link, target, number: EEXIST)) {
      try finishFile(.new, linkless)
    }
    try home.write(Data("kept".utf8), to: "kept")
    #expect(throws: FileLayerError(.link, kept, number: EEXIST)) {
      try finishFile(.keeping(kept), linkless)
    }
    #expect(try home.bytes(of: "target") == Data("old".utf8))
    #expect(try home.bytes(of: "kept") == Data("kept".utf8))
    #expect(try home.contents() == ["kept", "target"])
  }

  @Test func `a link that fails for another reason is an error, and nothing is renamed`() throws {
    try home.write(Data("old".utf8), to: "target")
    #expect(throws: FileLayerError(.link, kept, number: EIO)) {
      try finishFile(.keeping(kept), layer { call, _, _ in call == .link ? EIO : nil })
    }
    #expect(try home.bytes(of: "target") == Data("old".utf8))
    #expect(try home.contents() == ["target"])
  }

  // MARK: Others who put folders there

  @Test func `a folder that must not go is where it was, and no draft stays`() throws {
    Self.putFolder(at: target, holding: "theirs")
    var found: [String] = []
    #expect(throws: FileLayerError(.rename, target, number: EEXIST)) {
      try finishFolder {
        found = $0
        return false
      }
    }
    #expect(found == ["theirs"])
    #expect(try names(in: "target") == ["theirs"])
    #expect(try home.contents() == ["target"])
  }

  @Test func `a folder that is gone when it is to be put aside is nobody's trouble`() throws {
    Self.putFolder(at: target, holding: "theirs")
    try finishFolder(
      layer { [target] call, _, number in
        if call == .rename, number == 2 {
          try? FileManager.default.removeItem(atPath: target)
        }
        return nil
      })
    #expect(try names(in: "target") == ["mine"])
    #expect(try home.contents() == ["target"])
  }

  @Test func `whoever is last stands where somebody else's folder comes at the last moment`() throws
  {
    Self.putFolder(at: target, holding: "first")
    try finishFolder(
      layer { call, path, number in
        if call == .rename, number == 3 { Self.putFolder(at: path, holding: "second") }
        return nil
      })
    #expect(try names(in: "target") == ["mine"])
    #expect(try home.contents() == ["target"])
  }

  @Test func `where folders keep coming it is given up, and nothing but theirs is there`() throws {
    #expect(throws: FileLayerError(.rename, target, number: EBUSY)) {
      try finishFolder(
        layer { [target] call, path, _ in
          if call == .rename, path == target { Self.putFolder(at: path, holding: "theirs") }
          return nil
        })
    }
    #expect(try names(in: "target") == ["theirs"])
    #expect(try home.contents() == ["target"])
  }

  @Test func `every file of a folder is on the disk before the folder has its name`() throws {
    let calls = Mutex<[String]>([])
    try finishFolder(
      layer { call, path, _ in
        calls.withLock { $0.append("\(call) \(path.split(separator: "/").last ?? "")") }
        return nil
      })
    let made = calls.withLock { $0 }
    let synced = try #require(made.firstIndex(of: "sync mine"))
    let named = try #require(made.firstIndex { $0.hasPrefix("rename ") })
    #expect(synced < named)
  }

  @Test func `a folder that may not be moved is an error at once`() throws {
    #expect(throws: FileLayerError(.rename, target, number: EACCES)) {
      try finishFolder(layer { call, _, _ in call == .rename ? EACCES : nil })
    }
    #expect(try home.contents() == [])
  }

  @Test func `a draft that somebody removed needs no removal`() throws {
    do {
      let draft = try Draft(of: target, permissions: 0o700, isFolder: true, layer: .system)
      try FileManager.default.removeItem(atPath: draft.path)
    }
    #expect(try home.contents() == [])
  }

  // MARK: Others who sweep, and what they plant

  /// Whoever sweeps locks what he takes for abandoned, in the instant before its maker does.
  private func sweptLayer(
    _ held: Mutex<[CInt]>, while isSwept: @escaping @Sendable (Int) -> Bool
  ) -> FileLayer {
    layer { call, path, number in
      guard call == .open, isSwept(number) else { return nil }
      let descriptor = unsafe open(path, O_RDONLY)
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      held.withLock { $0.append(descriptor) }
      return nil
    }
  }

  @Test func `a draft that a sweeper got hold of is left to him, and another one made`() throws {
    let held = Mutex<[CInt]>([])
    try finishFolder(sweptLayer(held) { $0 == 1 })
    #expect(try names(in: "target") == ["mine"])
    #expect(try home.contents().count == 2)
    for descriptor in held.withLock({ $0 }) { close(descriptor) }
    try finishFolder()
    #expect(try home.contents() == ["target"])
  }

  @Test func `where every draft is swept at once it is given up`() throws {
    let held = Mutex<[CInt]>([])
    #expect(throws: FileLayerError(.create, target, number: EAGAIN)) {
      try finishFolder(sweptLayer(held) { _ in true })
    }
    #expect(held.withLock { $0.count } == 100)
    for descriptor in held.withLock({ $0 }) { close(descriptor) }
    try finishFolder()
    #expect(try home.contents() == ["target"])
  }

  @Test func `what somebody began and did not live to finish is removed`() throws {
    let file = ".a.0123456789abcdef.part"
    let folder = ".b.0123456789ABCDEF.part"
    try home.write(Data("half".utf8), to: file)
    try home.write(Data("log".utf8), to: file + "-wal")
    Self.putFolder(at: home.file(folder), holding: "half")
    try finishFile(.new, .system)
    #expect(try home.contents() == ["target"])
  }

  @Test func `a name that no draft has is left alone`() throws {
    let names = [
      ".a.0123456789abcde.part", ".a.0123456789abcdef.par", ".a.0123456789abcdeg.part",
      ".a_0123456789abcdef.part", "a.0123456789abcdef.part",
    ]
    for name in names { try home.write(Data(), to: name) }
    try finishFile(.new, .system)
    #expect(try home.contents() == names + ["target"])
  }

  @Test func `what is called like a draft and is none stays where it is`() throws {
    let link = ".a.0123456789abcdef.part"
    let pipe = ".b.0123456789abcdef.part"
    try FileManager.default.createSymbolicLink(
      atPath: home.file(link), withDestinationPath: home.file("elsewhere"))
    #expect(unsafe mkfifo(home.file(pipe), 0o600) == 0)
    try finishFile(.new, .system)
    #expect(try home.contents() == [link, pipe, "target"])
  }
}
