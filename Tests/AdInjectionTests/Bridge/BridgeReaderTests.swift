// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

@Suite struct BridgeReaderTests {
  private var reader = BridgeReader()

  @Test mutating func `a console line keeps its level, and an unknown level is a plain line`() {
    #expect(
      read(["type": "console", "level": "warn", "message": "m"])
        == .console(level: .warn, message: "m"))
    #expect(
      read(["type": "console", "level": "table", "message": "m"])
        == .console(level: .log, message: "m"))
    #expect(read(["type": "console", "message": "m"]) == .console(level: .log, message: "m"))
    #expect(read(["type": "console", "level": "log"]) == .console(level: .log, message: ""))
    #expect(reader.lastDrop == nil)
  }

  @Test mutating func `a size is what the ad reported`() {
    #expect(
      read(["type": "adSize", "width": 970.5, "height": 90])
        == .adSize(CreativeSize(width: 970.5, height: 90)))
  }

  @Test mutating func `members that are not known are passed over, whatever they hold`() {
    #expect(
      read([
        "type": "adSize", "width": 300, "height": 250, "slot": ["id": "a", "sizes": [[300, 250]]],
      ])
        == .adSize(CreativeSize(width: 300, height: 250)))
  }

  @Test mutating func `impressions and visibility carry the slot and the page's time`() {
    #expect(
      read(["type": "impressionViewable", "slotId": "div-1", "ts": 1_790_000_000_000])
        == .impressionViewable(slotID: "div-1", pageTime: 1_790_000_000_000))
    #expect(
      read([
        "type": "slotVisibilityChanged", "slotId": "div-1", "visiblePercent": 49.5, "ts": 17.9,
      ]) == .slotVisibilityChanged(slotID: "div-1", visiblePercent: 49.5, pageTime: 17))
  }

  @Test mutating func `a slot for which there was no ad carries the slot and the page's time`() {
    #expect(
      read(["type": "noFill", "slotId": "div-1", "ts": 17])
        == .noFill(slotID: "div-1", pageTime: 17))
    #expect(read(["type": "noFill", "ts": 17]) == nil)
    #expect(reader.lastDrop == .missingMember)
  }

  @Test(
    arguments: [
      ("nativeBridge", nil, .wrongBody),
      ("nativeBridge", "adSize", .wrongBody),
      ("nativeBridge", ["adSize", 1, 2], .wrongBody),
      ("nativeBridge", [:], .missingType),
      ("nativeBridge", ["type": "resize"], .unknownType),
      ("nativeBridge", ["type": 1], .mistypedMember),
      ("nativeBridge", ["type": "console", "message": 5], .mistypedMember),
      ("nativeBridge", ["type": "console", "message": "m", "level": 5], .mistypedMember),
      ("nativeBridge", ["type": "console", "message": ["m"]], .mistypedMember),
      ("nativeBridge", ["type": "adSize", "width": 300], .missingMember),
      ("nativeBridge", ["type": "adSize", "width": "300", "height": 250], .mistypedMember),
      ("nativeBridge", ["type": "adSize", "width": nil, "height": 250], .mistypedMember),
      ("nativeBridge", ["type": "adSize", "width": true, "height": 250], .mistypedMember),
      ("nativeBridge", ["type": "adSize", "width": 0, "height": 250], .outOfRange),
      ("nativeBridge", ["type": "adSize", "width": 300, "height": -250], .outOfRange),
      ("nativeBridge", ["type": "adSize", "width": 300, "height": .double(.nan)], .outOfRange),
      ("nativeBridge", ["type": "adSize", "width": .double(.infinity), "height": 1], .outOfRange),
      ("nativeBridge", ["type": "adSize", "width": 10_001, "height": 1], .tooLarge),
      ("nativeBridge", ["type": "adSize", "width": 1e300, "height": 1], .tooLarge),
      ("nativeBridge", ["type": "adSize", "width": ["px": 300], "height": 250], .mistypedMember),
      ("nativeBridge", ["type": "impressionViewable", "ts": 1], .missingMember),
      ("nativeBridge", ["type": "impressionViewable", "slotId": "", "ts": 1], .outOfRange),
      ("nativeBridge", ["type": "impressionViewable", "slotId": "a", "ts": -1], .outOfRange),
      ("nativeBridge", ["type": "impressionViewable", "slotId": "a", "ts": 1e18], .outOfRange),
      (
        "nativeBridge",
        ["type": "slotVisibilityChanged", "slotId": "a", "visiblePercent": 101, "ts": 1],
        .outOfRange
      ),
      ("adPlaceholderTracker", "[]", .unknownHandler),
      ("anotherHandler", ["type": "console", "message": "m"], .unknownHandler),
    ] as [(String, JSONValue, BridgeDropReason)])
  mutating func `what is wrong with a message is told`(
    handler: String, body: JSONValue, reason: BridgeDropReason
  ) {
    #expect(read(body, handler: handler) == nil)
    #expect(reader.lastDrop == reason)
  }

  @Test mutating func `what is too large is dropped`() {
    let text = JSONValue.string(String(repeating: "x", count: BridgeReader.longestText + 1))
    var crowded = JSONObject()
    crowded["type"] = "console"
    for number in 0..<BridgeReader.mostMembers { crowded["m\(number)"] = 1 }
    for body in [
      ["type": "console", "message": text],
      ["type": "console", "message": "m", "level": text],
      ["type": "impressionViewable", "slotId": text, "ts": 1], .object(crowded),
    ] as [JSONValue] {
      reader = BridgeReader()
      #expect(read(body) == nil && reader.lastDrop == .tooLarge)
    }
  }

  private mutating func read(_ body: JSONValue, handler: String = "nativeBridge") -> BridgeMessage?
  {
    reader.read(body, handler: handler)
  }
}
