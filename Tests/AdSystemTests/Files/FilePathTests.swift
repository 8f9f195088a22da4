// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import AdSystem

@Suite struct FilePathTests {
  @Test(arguments: [
    ("a", ".", "a"), ("/a", "/", "a"), ("b/a", "b", "a"), ("/c/b/a", "/c/b", "a"),
  ])
  func `a path is its folder and its last name`(path: String, folder: String, name: String) {
    #expect(FileLayer.folder(of: path) == folder)
    #expect(FileLayer.name(of: path) == name)
    #expect(FileLayer.path(name, in: folder) == path)
  }
}
