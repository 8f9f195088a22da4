// SPDX-License-Identifier: MIT
package import AdModel

/// Why a message from a page was not taken.
package enum BridgeDropReason: String, Sendable, CaseIterable {
  /// It came through a handler that is not ours.
  case unknownHandler
  /// It is no object.
  case wrongBody
  /// It has no `type`.
  case missingType
  /// Its `type` is not one of ours.
  case unknownType
  /// A member that its type needs is missing.
  case missingMember
  /// A member that its type needs has another JSON type.
  case mistypedMember
  /// A number is negative or zero where it must not be, infinite or not a number.
  case outOfRange
  /// A size, a text or the number of members is beyond its limit.
  case tooLarge
}

/// Turns what pages post into typed messages, and says why it dropped one.
///
/// Any frame of a page reaches the message handlers, an advertiser's among them, so nothing in a
/// message is trusted: sizes, lengths and types are checked, unknown members are ignored.
package struct BridgeReader: Sendable {
  /// The longest console line, in UTF-8 bytes.
  package static let longestText = 64 << 10
  /// The longest slot id, in UTF-8 bytes.
  package static let longestSlotID = 256
  /// The greatest number of members of a message.
  package static let mostMembers = 32

  private let contract: PageContract
  /// Why a message was dropped last.
  package private(set) var lastDrop: BridgeDropReason?

  /// Makes a reader.
  package init(contract: PageContract = .standard) {
    self.contract = contract
  }

  /// Reads one message; cost linear in its size, which is bounded.
  ///
  /// - Returns: The message, or `nil` when it was dropped.
  package mutating func read(
    _ body: JSONValue, handler: String
  ) -> BridgeMessage? {
    do throws(Drop) {
      guard handler == contract.bridgeHandler else { throw Drop(reason: .unknownHandler) }
      return try message(body)
    } catch {
      lastDrop = error.reason
      return nil
    }
  }

  private struct Drop: Error {
    let reason: BridgeDropReason
  }

  private func message(_ body: JSONValue) throws(Drop) -> BridgeMessage {
    guard case .object(let object) = body else { throw Drop(reason: .wrongBody) }
    if object.members.count > Self.mostMembers { throw Drop(reason: .tooLarge) }
    let node = JSONNode(body)
    guard object["type"] != nil else { throw Drop(reason: .missingType) }
    switch try text("type", of: node, longest: Self.longestText) {
    case "console": return try console(node)
    case "adSize": return .adSize(try size(of: node))
    case "parsed": return .parsed
    case "tagReady": return .tagReady
    case "filled": return .filled(slotID: try slotID(node), size: try size(ifIn: node))
    case "rendered": return .rendered(slotID: try slotID(node))
    case "noFill": return .noFill(slotID: try slotID(node), pageTime: try pageTime(node))
    case "impressionViewable":
      return .impressionViewable(slotID: try slotID(node), pageTime: try pageTime(node))
    case "slotVisibilityChanged":
      let percent = try number("visiblePercent", of: node)
      guard (0...100).contains(percent) else { throw Drop(reason: .outOfRange) }
      return .slotVisibilityChanged(
        slotID: try slotID(node), visiblePercent: percent, pageTime: try pageTime(node))
    default: throw Drop(reason: .unknownType)
    }
  }

  /// A line without a level, or with one that is none of ours, is a plain `log` line; one without words is
  /// empty.
  private func console(_ node: JSONNode) throws(Drop) -> BridgeMessage {
    let message =
      node.memberIfPresent("message") == nil
      ? "" : try text("message", of: node, longest: Self.longestText)
    let level =
      node.memberIfPresent("level") == nil ? "log" : try text("level", of: node, longest: 64)
    return .console(level: BridgeMessage.ConsoleLevel(rawValue: level) ?? .log, message: message)
  }

  private func size(of node: JSONNode) throws(Drop) -> CreativeSize {
    let size = CreativeSize(
      width: try number("width", of: node), height: try number("height", of: node))
    guard size.width > 0, size.height > 0 else { throw Drop(reason: .outOfRange) }
    guard max(size.width, size.height) <= SizeConstraints.largestSide else {
      throw Drop(reason: .tooLarge)
    }
    return size
  }

  /// The size where the message has one: a fluid ad has none.
  private func size(ifIn node: JSONNode) throws(Drop) -> CreativeSize? {
    node.memberIfPresent("width") == nil ? nil : try size(of: node)
  }

  private func slotID(_ node: JSONNode) throws(Drop) -> String {
    let id = try text("slotId", of: node, longest: Self.longestSlotID)
    if id.isEmpty { throw Drop(reason: .outOfRange) }
    return id
  }

  /// Milliseconds since 1970 by the page's clock, up to the year 9999.
  private func pageTime(_ node: JSONNode) throws(Drop) -> Int64 {
    let time = try number("ts", of: node)
    guard (0..<253_402_300_800_000).contains(time) else { throw Drop(reason: .outOfRange) }
    return Int64(time)
  }

  private func text(
    _ key: String, of node: JSONNode, longest: Int
  ) throws(Drop) -> String {
    let text = try read { () throws(JSONError) in try node.presentMember(key).string() }
    if text.utf8.count > longest { throw Drop(reason: .tooLarge) }
    return text
  }

  private func number(_ key: String, of node: JSONNode) throws(Drop) -> Double {
    try read { () throws(JSONError) in try node.presentMember(key).double() }
  }

  /// Reads a member; where that fails, the message is dropped for the reason that the error has.
  private func read<Value>(_ body: () throws(JSONError) -> Value) throws(Drop) -> Value {
    do {
      return try body()
    } catch {
      switch error.code {
      case .missingMember: throw Drop(reason: .missingMember)
      case .notAllowed: throw Drop(reason: .outOfRange)
      default: throw Drop(reason: .mistypedMember)
      }
    }
  }
}
