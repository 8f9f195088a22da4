// SPDX-License-Identifier: MIT
import AdModel

/// The id of a purpose or a vendor, as the consent platform writes it.
///
/// Didomi names purposes by text and vendors by text or by number in the same array; TCF numbers
/// both. The spelling is kept, because it is relayed.
/// These cases are all; none will be added.
public enum ConsentItemID: Hashable, Sendable {
  /// A text id: `cookies`, `google`.
  case name(String)
  /// A number of the TCF's lists: 755.
  case number(Int)

  /// Reads an id as a person types it: digits alone are a number, everything else is a name.
  public init(_ text: String) {
    if let number = Int(text), number >= 0, String(number) == text {
      self = .number(number)
    } else {
      self = .name(text)
    }
  }
}

extension ConsentItemID {
  /// Compares bytes: two spellings that only look alike are two ids.
  /// - Parameter right: The id to compare it with.
  /// - Returns: Whether both would be written as the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left == right
    case (.name(let left), .name(let right)): left.hasSameBytes(as: right)
    case (.number, .name), (.name, .number): false
    }
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let number): hasher.combine(number)
    case .name(let name): hasher.combine(ByteText(name))
    }
  }
}

extension ConsentItemID: Comparable, CustomStringConvertible {
  /// Orders numbers by value before names by bytes, so that equal sets are written alike.
  /// - Parameter right: The id to compare it with.
  /// - Returns: Whether the left one comes first.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.number, .name): true
    case (.name, .number): false
    case (.name(let left), .name(let right)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }

  /// The id as text.
  public var description: String {
    switch self {
    case .name(let name): name
    case .number(let number): String(number)
    }
  }
}
