// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@testable import AdSystem

@Suite struct WrittenProcessTests {
  @Test func `what is written reaches the command, which has ended when the wait has`() throws {
    let home = try TemporaryFolder()
    let process = try #require(WrittenProcess("cat > \(home.file("a").quotedForShell)"))
    try FileHandle(fileDescriptor: process.input).write(contentsOf: Data("shown".utf8))
    process.end()
    #expect(try home.bytes(of: "a") == Data("shown".utf8))
  }
}
