// SPDX-License-Identifier: MIT
public import AdModel

/// Why a message from a page was not taken.
public enum BridgeDropReason: String, Sendable, CaseIterable {
  /// It came through a handler that is not ours.
  case unknownHandler
  /// It is no object, or no string where the handler takes strings.
  case wrongBody
  /// It has no `type`.
  case missingType
  /// Its `type` is not one of ours.
  case unknownType
  /// A member that its type needs is missing.
  case missingMember
  /// A member has another JSON type than its type needs.
  case mistypedMember
  /// A number is negative or zero where it must not be, infinite or not a number.
  case outOfRange
  /// A size, a text or the number of members is beyond its limit.
  case tooLarge
  /// A member is a list or an object: all of our messages are flat.
  case nested
}

/// Turns what pages post into typed messages, and counts what it drops.
///
/// Any frame of a page reaches the message handlers, an advertiser's among them, so nothing in a
/// message is trusted: sizes, lengths and types are checked, unknown members are ignored.
public struct BridgeReader: Sendable {
  /// The longest console line, in UTF-8 bytes.
  public static let longestText = 64 << 10
  /// The longest placeholder message, in UTF-8 bytes: the changes of some 10,000 placeholders.
  public static let longestPlaceholderMessage = 1 << 20
  /// The longest slot id, in UTF-8 bytes.
  public static let longestSlotID = 256
  /// The greatest number of members of a message.
  public static let mostMembers = 32

  private let contract: PageContract
  /// How many messages were dropped, per reason.
  public private(set) var drops: [BridgeDropReason: Int] = [:]

  /// Makes a reader.
  ///
  /// - Parameter contract: The names of the handlers.
  public init(contract: PageContract = .standard) {
    self.contract = contract
  }

  /// Reads one message; cost linear in its size, which is bounded.
  ///
  /// - Parameters:
  ///   - body: The message's body, as the web view gives it.
  ///   - handler: The name of the handler that it came through.
  ///   - constraints: What the unit's sizes are brought within.
  /// - Returns: The message, or `nil` when it was dropped and counted.
  public mutating func read(
    _ body: JSONValue, handler: String, constraints: SizeConstraints
  ) -> BridgeMessage? {
    do throws(Drop) {
      switch handler {
      case contract.bridgeHandler: return try message(body, constraints: constraints)
      case contract.placeholderHandler: return try placeholders(body)
      default: throw Drop(reason: .unknownHandler)
      }
    } catch {
      drops[error.reason, default: 0] += 1
      return nil
    }
  }

  private struct Drop: Error {
    let reason: BridgeDropReason
  }

  private func message(
    _ body: JSONValue, constraints: SizeConstraints
  ) throws(Drop) -> BridgeMessage {
    guard case .object(let object) = body else { throw Drop(reason: .wrongBody) }
    if object.members.count > Self.mostMembers { throw Drop(reason: .tooLarge) }
    for member in object.members {
      switch member.value {
      case .array, .object: throw Drop(reason: .nested)
      case .null, .bool, .integer, .double, .string: continue
      }
    }
    guard let type = object["type"] else { throw Drop(reason: .missingType) }
    switch type {
    case .string("console"): return try console(object)
    case .string("adSize"): return try adSize(object, constraints: constraints)
    case .string("impressionViewable"):
      return .impressionViewable(slotID: try slotID(object), pageTime: try pageTime(object))
    case .string("slotVisibilityChanged"):
      let percent = try number("visiblePercent", of: object)
      guard (0...100).contains(percent) else { throw Drop(reason: .outOfRange) }
      return .slotVisibilityChanged(
        slotID: try slotID(object), visiblePercent: percent, pageTime: try pageTime(object))
    case .string: throw Drop(reason: .unknownType)
    default: throw Drop(reason: .mistypedMember)
    }
  }

  /// A line without a level, or with one that is none of ours, is a plain `log` line.
  private func console(_ object: JSONObject) throws(Drop) -> BridgeMessage {
    let message = try text("message", of: object, longest: Self.longestText)
    let level = object["level"] == nil ? "log" : try text("level", of: object, longest: 64)
    return .console(level: BridgeMessage.ConsoleLevel(rawValue: level) ?? .log, message: message)
  }

  private func adSize(
    _ object: JSONObject, constraints: SizeConstraints
  ) throws(Drop) -> BridgeMessage {
    let size = AdSize(
      width: try number("width", of: object), height: try number("height", of: object))
    guard size.width > 0, size.height > 0 else { throw Drop(reason: .outOfRange) }
    guard max(size.width, size.height) <= SizeConstraints.largestSide else {
      throw Drop(reason: .tooLarge)
    }
    return .adSize(reported: size, clamped: constraints.clamp(size))
  }

  private func placeholders(_ body: JSONValue) throws(Drop) -> BridgeMessage {
    guard case .string(let text) = body else { throw Drop(reason: .wrongBody) }
    if text.utf8.count > Self.longestPlaceholderMessage { throw Drop(reason: .tooLarge) }
    return .placeholders(text)
  }

  private func slotID(_ object: JSONObject) throws(Drop) -> String {
    let id = try text("slotId", of: object, longest: Self.longestSlotID)
    if id.isEmpty { throw Drop(reason: .outOfRange) }
    return id
  }

  /// Milliseconds since 1970 by the page's clock, up to the year 9999.
  private func pageTime(_ object: JSONObject) throws(Drop) -> Int64 {
    let time = try number("ts", of: object)
    guard (0..<253_402_300_800_000).contains(time) else { throw Drop(reason: .outOfRange) }
    return Int64(time)
  }

  private func text(
    _ key: String, of object: JSONObject, longest: Int
  ) throws(Drop) -> String {
    guard let value = object[key] else { throw Drop(reason: .missingMember) }
    guard case .string(let text) = value else { throw Drop(reason: .mistypedMember) }
    if text.utf8.count > longest { throw Drop(reason: .tooLarge) }
    return text
  }

  private func number(_ key: String, of object: JSONObject) throws(Drop) -> Double {
    guard let value = object[key] else { throw Drop(reason: .missingMember) }
    guard let number = value.number else { throw Drop(reason: .mistypedMember) }
    guard number.isFinite else { throw Drop(reason: .outOfRange) }
    return number
  }
}

extension JSONValue {
  /// The value as a number, whichever way it was written.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
}
