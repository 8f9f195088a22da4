// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Foundation
import Testing

/// Hands cases to the real engines, and reads what came back; `scripts/web/run` calls both parts.
@Suite struct WebExchangeTests {
  private static let folder = ProcessInfo.processInfo.environment["ADVIEW_WEB"].map {
    URL(fileURLWithPath: $0, isDirectory: true)
  }

  @Test(.enabled(if: folder != nil)) func `the engines get their cases`() throws {
    let folder = try #require(Self.folder)
    try Data(try WebCases.document().text().utf8)
      .write(to: folder.appendingPathComponent("cases.json"))
  }

  @Test(.enabled(if: folder != nil), arguments: ["WebKitGTK", "Chromium"])
  func `messages come back typed`(engine: String) throws {
    let folder = try #require(Self.folder)
    let file = folder.appendingPathComponent("messages-\(engine).json")
    guard let data = try? Data(contentsOf: file) else { return }
    var reader = BridgeReader()
    var typed: [BridgeMessage] = []
    var dropped: [BridgeDropReason] = []
    guard case .array(let bodies) = try JSONReader.read(Array(data)) else {
      Issue.record("the messages are no list")
      return
    }
    for body in bodies {
      if let message = reader.read(body, handler: "nativeBridge") {
        typed.append(message)
      } else if let reason = reader.lastDrop {
        dropped.append(reason)
      }
    }
    #expect(
      typed.contains(
        .adSize(CreativeSize(width: 300, height: 250))))
    #expect(typed.contains(.console(level: .warn, message: "warned {\"a\":[1,null]}")))
    #expect(
      typed.contains {
        if case .impressionViewable(slotID: "div-gpt-ad-mobile_1", pageTime: _) = $0 {
          true
        } else {
          false
        }
      })
    #expect(dropped == [.outOfRange, .mistypedMember, .mistypedMember])
  }
}
