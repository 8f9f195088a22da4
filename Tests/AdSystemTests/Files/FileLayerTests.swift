// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@testable import AdSystem

@Suite struct FileLayerTests {
  let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func number(_ body: () throws(FileLayerError) -> Void) -> CInt? {
    do throws(FileLayerError) {
      try body()
      return nil
    } catch {
      return error.number
    }
  }

  @Test func `a call that a signal cuts short is made again`() throws {
    var calls = 0
    let result = try FileLayer.system.run(.write, "file") {
      calls += 1
      guard calls == 3 else {
        errno = EINTR
        return -1
      }
      return 7
    }
    #expect(result == 7 && calls == 3)
  }

  @Test func `a call that was made is not made again, whatever a signal left behind`() throws {
    var calls = 0
    try FileLayer.system.run(.write, "file") {
      calls += 1
      errno = EINTR
      return 0
    }
    #expect(calls == 1)
  }

  @Test func `a folder is told apart from one that is still to be made`() throws {
    let (old, new) = (home.folder.path, home.file("new"))
    #expect(
      try FileLayer.system.destination(of: old, isFolder: true) == .folder(old, exists: true))
    #expect(
      try FileLayer.system.destination(of: new, isFolder: true) == .folder(new, exists: false))
  }

  @Test func `a write that the system refuses is an error with its number`() throws {
    try home.write(Data("old".utf8), to: "file")
    let descriptor = unsafe open(home.file("file"), O_RDONLY)
    defer { close(descriptor) }
    let failed = number { () throws(FileLayerError) in
      try FileLayer.system.write([1], to: descriptor, named: "file")
    }
    #expect(failed == EBADF)
  }

  @Test func `what a process has open is a stream, whatever it is`() throws {
    try home.write(Data(), to: "file")
    for path in ["/dev/fd/1", "/proc/self/fd/1"] {
      #expect(try FileLayer.system.destination(of: path) == .stream(path))
      try? FileManager.default.removeItem(atPath: home.file("link"))
      try FileManager.default.createSymbolicLink(
        atPath: home.file("link"), withDestinationPath: path)
      #expect(try FileLayer.system.destination(of: home.file("link")) == .stream(path))
    }
    #expect(unsafe mkfifo(home.file("pipe"), 0o600) == 0)
    #expect(
      try FileLayer.system.destination(of: home.file("pipe")) == .stream(home.file("pipe")))
  }

  @Test func `a path that can be no file or no folder is refused with the system's number`() throws
  {
    try home.write(Data(), to: "file")
    let folder = home.folder.path
    let cases: [(path: String, isFolder: Bool, number: CInt?)] = [
      (home.file("file"), false, nil), (home.file("file"), true, ENOTDIR),
      (folder, true, nil), (folder, false, EISDIR),
      (home.file("file/inside"), false, ENOTDIR), (home.file("file/inside"), true, ENOTDIR),
      (home.file("new"), false, nil), (home.file("new"), true, nil),
    ]
    for (path, isFolder, expected) in cases {
      let found = number { () throws(FileLayerError) in
        _ = try FileLayer.system.destination(of: path, isFolder: isFolder)
      }
      #expect(found == expected, "\(path) \(isFolder)")
    }
  }
}
