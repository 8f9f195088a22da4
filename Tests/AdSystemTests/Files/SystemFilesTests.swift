// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@testable import AdSystem

/// What is written to a file or folder, whatever was there and whatever fails.
@Suite struct SystemFilesTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.file(folder)).sorted()
  }

  private func write(
    _ text: String, to name: String, _ files: SystemFiles = SystemFiles()
  ) throws(FileError) {
    try files.write(Array(text.utf8), to: home.file(name), for: .owner)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try home.bytes(of: name), as: UTF8.self)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: home.file(name), withDestinationPath: target)
  }

  private func bundle(_ name: String, to folder: String, _ files: SystemFiles = SystemFiles())
    throws(FileError)
  {
    try files.writeFolder(
      [FolderEntry(name: name, bytes: [1]), FolderEntry(name: "both", bytes: [2])],
      to: home.file(folder)
    ) { ["a", "b", "both"].contains($0) }
  }

  /// Takes notes of the calls, by their names in order.
  private final class Notes: Sendable {
    private let calls = Mutex<[String]>([])
    var all: [String] { calls.withLock { $0 } }
    var layer: FileLayer {
      FileLayer { call, _ in
        self.calls.withLock { $0.append(call.rawValue) }
        return nil
      }
    }
  }

  @Test func `a file is on the disk before it has its name, and the name before it is done`() throws
  {
    let notes = Notes()
    try write("new", to: "a", SystemFiles(layer: notes.layer))
    #expect(notes.all == ["create", "write", "permit", "sync", "rename", "syncFolder"])
    let folders = Notes()
    try bundle("a", to: "bundle", SystemFiles(layer: folders.layer))
    #expect(
      folders.all == [
        "makeFolder", "open", "create", "write", "sync", "create", "write", "sync", "syncFolder",
        "rename", "syncFolder",
      ])
  }

  @Test(arguments: ["old", nil])
  func `whichever call fails, the old file or the new one is there and no draft`(
    old: String?
  ) throws {
    for call in ["create", "write", "permit", "sync", "rename", "syncFolder"] {
      if let old { try write(old, to: "a") }
      let files = SystemFiles(layer: FileLayer { $0.rawValue == call && $1 != "/" ? EIO : nil })
      #expect(throws: FileError.self) { try write("new", to: "a", files) }
      let isNamed = call == "syncFolder"
      #expect(try names() == (old == nil && !isNamed ? [] : ["a"]), "\(call)")
      if old != nil || isNamed { #expect(try text("a") == (isNamed ? "new" : old)) }
      try FileManager.default.removeItem(atPath: home.folder.path)
      try FileManager.default.createDirectory(
        atPath: home.folder.path, withIntermediateDirectories: true)
    }
  }

  @Test func `whichever call fails, a folder is as it was before or as it shall be`() throws {
    let notes = Notes()
    try bundle("a", to: "bundle")
    try bundle("b", to: "bundle", SystemFiles(layer: notes.layer))
    for place in notes.all.indices {
      try bundle("a", to: "bundle")
      let count = Mutex(0)
      let files = SystemFiles(
        layer: FileLayer { _, _ in
          count.withLock { count in
            defer { count += 1 }
            return count == place ? EIO : nil
          }
        })
      try? bundle("b", to: "bundle", files)
      let found = try names("bundle")
      #expect(found == ["a", "both"] || found == ["b", "both"], "\(notes.all[place]) \(found)")
      // What could not be removed has no lock any more, and goes with the next draft.
      try bundle("a", to: "bundle")
      #expect(try names() == ["bundle"])
    }
  }

  @Test func `a link of one's own stays, and what it leads to is written`() throws {
    try write("old", to: "file")
    try link("link", to: "file")
    try write("new", to: "link")
    #expect(try text("file") == "new")
    try link("nowhere", to: "made")
    try write("new", to: "nowhere")
    #expect(try text("made") == "new")
    try bundle("a", to: "releases")
    try link("current", to: home.file("releases"))
    try bundle("b", to: "current///")
    #expect(try names("releases") == ["b", "both"])
    for name in ["link", "nowhere", "current"] {
      let type = try FileManager.default.attributesOfItem(atPath: home.file(name))[.type]
      #expect(type as? FileAttributeType == .typeSymbolicLink)
    }
    #expect(try names() == ["current", "file", "link", "made", "nowhere", "releases"])
  }

  @Test func `links in a circle end`() throws {
    try link("one", to: "two")
    try link("two", to: "one")
    #expect(throws: FileError.self) { try write("x", to: "one") }
  }

  /// Only root can give a link to somebody else.
  @Test(.enabled(if: geteuid() == 0)) func `a link of somebody else is not followed`() throws {
    try write("mine", to: "file")
    try link("trap", to: "file")
    #expect(unsafe lchown(home.file("trap"), 12_345, 12_345) == 0)
    #expect(throws: FileError.self) { try write("new", to: "trap") }
    #expect(try text("file") == "mine")
  }

  @Test func `a device is written to and stays one`() throws {
    try SystemFiles().write(Array("gone".utf8), to: "/dev/null", for: .owner)
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func `what others planted under a draft's name in former times is not touched`() throws {
    let planted = "a.\(getpid()).part"
    try write("victim", to: "victim")
    try link(planted, to: "victim")
    try write("new", to: "a")
    #expect(try text("victim") == "victim")
    #expect(try names() == ["a", planted, "victim"].sorted())
  }

  @Test func `a draft of one who was killed goes with the next one, and that of the living stays`()
    throws
  {
    try home.write(Data([1]), to: ".a.0123456789abcdef.part")
    try home.write(Data([1]), to: ".a.0123456789abcdef.part-wal")
    try home.write(Data([1]), to: ".other.part")
    let living = try Draft(of: home.file("b"), permissions: 0o600, layer: .system)
    try write("new", to: "a")
    let name = URL(filePath: living.path).lastPathComponent
    #expect(try names() == [name, ".other.part", "a"].sorted())
    try living.finish(as: home.file("b"), .new)
    #expect(try names() == [".other.part", "a", "b"])
  }

  @Test func `a file that may not be replaced is kept`() throws {
    try write("old", to: "a")
    let draft = try Draft(of: home.file("a"), permissions: 0o600, layer: .system)
    #expect { try draft.finish(as: home.file("a"), .new) } throws: {
      ($0 as? FileLayerError)?.number == EEXIST
    }
    #expect(try text("a") == "old")
  }

  @Test func `a folder with somebody's file in it is not replaced`() throws {
    try bundle("a", to: "bundle")
    try home.write(Data([7]), to: "bundle/theirs")
    #expect(throws: FileError.self) { try bundle("b", to: "bundle") }
    #expect(try names("bundle") == ["a", "both", "theirs"])
  }

  @Test func `many writers into one place leave one whole of one of them`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        let name = number.isMultiple(of: 2) ? "a" : "b"
        let (file, folder) = (home.file("file"), home.file("bundle"))
        group.addTask {
          for _ in 0..<20 {
            try? SystemFiles().write(Array("\(number)".utf8), to: file, for: .owner)
            try? SystemFiles().writeFolder(
              [FolderEntry(name: name, bytes: [1]), FolderEntry(name: "both", bytes: [2])],
              to: folder
            ) { ["a", "b", "both"].contains($0) }
          }
        }
      }
    }
    #expect(Int(try text("file")) != nil)
    let found = try names("bundle")
    #expect(found == ["a", "both"] || found == ["b", "both"], "\(found)")
    try bundle("a", to: "bundle")
    #expect(try names() == ["bundle", "file"])
  }

  @Test func `no more is read than may be`() throws {
    try home.write(Data(repeating: 7, count: 100), to: "a")
    #expect(try SystemFiles().read(home.file("a"), atMost: 100).count == 100)
    #expect(throws: FileError.self) { try SystemFiles().read(home.file("a"), atMost: 99) }
    // Has no end.
    #expect(throws: FileError.self) { try SystemFiles().read("/dev/zero", atMost: 1 << 20) }
  }
}
