// SPDX-License-Identifier: MIT
import AdModel
import Foundation
import Testing

@Suite struct DebugLogTests {
  @Test func `a log that is off does not even build its lines`() {
    var built = 0
    func line() -> String {
      built += 1
      return "line"
    }
    DebugLog.off(line())
    #expect(built == 0 && !DebugLog.off.isOn)
  }

  @Test func `a log that is on hands over each line`() {
    let lines = Lines()
    let log = DebugLog { lines.append($0) }
    log("first")
    log("second")
    #expect(lines.all == ["first", "second"] && log.isOn)
  }

  @Test(arguments: [
    ("plain", "'plain'"), ("a\u{1B}[31m", "'a\\u{1b}[31m'"), ("a\u{202E}b", "'a\\u{202e}b'"),
    (String(repeating: "x", count: 61), "'" + String(repeating: "x", count: 60) + "…'"),
  ])
  func `a quoted text cannot steer a terminal and stays short`(text: String, quoted: String) {
    #expect(text.quotedForDisplay == quoted)
  }
}

private final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  var all: [String] { lock.withLock { lines } }
  func append(_ line: String) { lock.withLock { lines.append(line) } }
}
