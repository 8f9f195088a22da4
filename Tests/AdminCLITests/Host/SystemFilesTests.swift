// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

@Suite struct SystemFilesTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace(database: false) }

  @Test func `a folder that cannot be exchanged is as it was before`() throws {
    let folder = workspace.path("bundle")
    try SystemFiles().writeFolder([FolderEntry(name: "a", bytes: [1])], to: folder) { _ in true }
    var files = SystemFiles()
    files.renameFolder = { from, to in
      from.hasSuffix(".part") ? false : SystemFiles().renameFolder(from, to)
    }
    #expect(throws: FileError.self) {
      try files.writeFolder([FolderEntry(name: "b", bytes: [2])], to: folder) { _ in true }
    }
    #expect(try workspace.read("bundle/a") == [1])
    #expect(!SystemFiles().exists(workspace.path("bundle/b")))
  }
}
