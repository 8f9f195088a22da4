// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@testable import AdModel

@Suite struct GzipTests {
  /// What the system's gzip makes of compressed bytes; nil where it refuses them.
  private static func read(_ bytes: [UInt8]) throws -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let writer = Thread {
      try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
      try? input.fileHandleForWriting.close()
    }
    writer.start()
    let read = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](read) : nil
  }

  @Test(
    arguments: [
      "", "a", "abcabcabcabc", String(repeating: "x", count: 259),
      String(repeating: "ä", count: 70_000),
    ])
  func `texts come back`(text: String) throws {
    #expect(try Self.read(Gzip.compressed([UInt8](text.utf8))) == [UInt8](text.utf8))
  }

  @Test(arguments: [32_767, 32_768, 32_769, 40_000])
  func `what comes again too far away is written anew`(distance: Int) throws {
    var random = SeededRandom(seed: 5)
    let part = (0..<distance).map { _ in UInt8(random.int(0...255)) }
    let bytes = part + part.prefix(300)
    #expect(try Self.read(Gzip.compressed(bytes)) == bytes)
  }

  @Test func `whatever the bytes are, and however far away they come again, they come back`() throws
  {
    try Fuzz.forEachSeed(12) { seed, random in
      let alphabet = [2, 5, 256][Int(seed % 3)]
      // Nothing is found farther away than 32,768 bytes.
      let length = random.int(1...(alphabet > 5 ? 40_000 : 2_000))
      let part = (0..<length).map { _ in UInt8(random.int(0...alphabet - 1)) }
      let bytes = part + [UInt8](repeating: 7, count: random.int(0...600)) + part
      let back = try Self.read(Gzip.compressed(bytes))
      #expect(back == bytes, "seed \(seed)")
    }
  }
}
