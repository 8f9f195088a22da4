// SPDX-License-Identifier: MIT
public import AdModel

/// Reads the body of a message within fixed limits, before anything is made of it.
///
/// Any frame of an ad posts what it likes, and engines hand over what they get: lists that hold
/// themselves, thousands of levels, millions of numbers. The walk keeps its own stack, looks at no
/// more than ``mostNodes`` values, and asks for the children of a value only where all of them are
/// within the limits.
package struct MessageWalk<Body: MessageBody> {
  /// How many lists and objects may stand inside each other.
  package static var greatestDepth: Int { 8 }
  /// How many members an object may have.
  package static var mostMembers: Int { BridgeReader.mostMembers }
  /// How many values there may be altogether, keys among them.
  package static var mostNodes: Int { 512 }
  /// How many bytes the texts may have altogether, in UTF-8.
  package static var mostText: Int { BridgeReader.longestText }

  /// A list or an object that is being read.
  private struct Container {
    /// The keys of an object; nil for a list.
    let keys: [String]?
    let nodes: [Body.Node]
    var values: [JSONValue] = []
  }

  /// That a limit was passed.
  private struct Excess: Error {}

  private let body: Body
  private var stack: [Container] = []
  private var nodes = 0
  private var text = 0

  /// Begins with a body.
  package init(_ body: Body) { self.body = body }

  /// Reads all of it.
  /// - Returns: The value, numbers without a fraction as integers and members in order of their keys; nil
  ///   where it is beyond a limit.
  package mutating func value() -> JSONValue? {
    do throws(Excess) {
      try count(1)
      var found = try read(body.root)
      while true {
        if let value = found {
          guard !stack.isEmpty else { return value }
          stack[stack.count - 1].values.append(value)
        }
        guard let container = stack.last else { return nil }
        if container.values.count == container.nodes.count {
          stack.removeLast()
          found = Self.value(of: container)
        } else {
          found = try read(container.nodes[container.values.count])
        }
      }
    } catch {
      return nil
    }
  }

  /// Reads a value that has no children, or begins with one that has.
  private mutating func read(_ node: Body.Node) throws(Excess) -> JSONValue? {
    switch body.kind(of: node) {
    case .null, .other: return .null
    case .bool(let value): return .bool(value)
    case .number(let value): return Self.number(value)
    case .text(let bytes): return .string(try read(node, atLeast: bytes))
    case .array(let count):
      try begin(count)
      stack.append(Container(keys: nil, nodes: body.elements(of: node)))
    case .object(let count):
      guard count <= Self.mostMembers else { throw Excess() }
      try begin(2 * count)
      var members: [(key: String, value: Body.Node)] = []
      for member in body.members(of: node) {
        guard case .text(let bytes) = body.kind(of: member.key) else { throw Excess() }
        members.append((try read(member.key, atLeast: bytes), member.value))
      }
      members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      stack.append(Container(keys: members.map(\.key), nodes: members.map(\.value)))
    }
    return nil
  }

  /// Takes that there is one more container, with so many values in it.
  private mutating func begin(_ children: Int) throws(Excess) {
    guard stack.count < Self.greatestDepth else { throw Excess() }
    try count(children)
  }

  private mutating func count(_ more: Int) throws(Excess) {
    guard more <= Self.mostNodes - nodes else { throw Excess() }
    nodes += more
  }

  private mutating func read(_ node: Body.Node, atLeast bytes: Int) throws(Excess) -> String {
    guard bytes <= Self.mostText - text else { throw Excess() }
    let found = body.text(of: node)
    guard found.utf8.count <= Self.mostText - text else { throw Excess() }
    text += found.utf8.count
    return found
  }

  private static func value(of container: Container) -> JSONValue {
    guard let keys = container.keys else { return .array(container.values) }
    var object = JSONObject()
    for (key, value) in zip(keys, container.values) { object[key] = value }
    return .object(object)
  }

  /// A page's numbers are all of one kind; those that are whole are integers to whoever reads them.
  private static func number(_ value: Double) -> JSONValue {
    guard value.isFinite else { return .null }
    guard abs(value) <= 0x1p53, value == value.rounded(), value.sign == .plus || value != 0 else {
      return .double(value)
    }
    return .integer(Int64(value))
  }
}

extension JSONValue {
  /// Reads the body of a message; nil where it is beyond the limits: 8 levels, 32 members an
  /// object, 512 values and 64 KiB of text.
  ///
  /// What JSON has nothing for counts as `null`, a number that is not finite among it.
  /// - Complexity: O(1), for the limits are fixed.
  public init?(reading body: some MessageBody) {
    var walk = MessageWalk(body)
    guard let value = walk.value() else { return nil }
    self = value
  }
}
