// SPDX-License-Identifier: MIT

/// What a value in the body of a message is, as far as that can be told without looking into it.
/// Cases may be added: `switch` over it with a `default`.
public enum MessageNode: Hashable, Sendable {
  /// Nothing.
  case null
  /// A boolean.
  case bool(Bool)
  /// A number, which need not be finite.
  case number(Double)
  /// A text of at least so many bytes in UTF-8.
  case text(atLeast: Int)
  /// A list of so many values.
  case array(count: Int)
  /// Keys with their values, so many of them.
  case object(count: Int)
  /// What JSON has nothing for, such as a date.
  case other
}

/// The body of a message as a web engine hands it over: values of the engine's own, of which nothing is
/// known. They may hold themselves, be many and be very deep.
///
/// What is asked about one value looks at no other but its children, and asks them nothing: whoever
/// compares, hashes or describes such a value may never come back.
public protocol MessageBody {
  /// A value as the engine has it.
  associatedtype Node

  /// The whole of it.
  var root: Node { get }
  /// Tells what a value is, at constant cost.
  func kind(of node: Node) -> MessageNode
  /// The text of a value that is one.
  func text(of node: Node) -> String
  /// The values of a list in their order.
  func elements(of node: Node) -> [Node]
  /// The keys of an object with their values, in any order.
  func members(of node: Node) -> [(key: Node, value: Node)]
}
