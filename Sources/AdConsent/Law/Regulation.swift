// SPDX-License-Identifier: MIT
public import AdModel

/// The law under which a consent was asked for, by the id that consent platforms give it.
///
/// Ids are compared without regard to case. One that stands in no table is kept as it was told, and
/// asks for an opt-in.
public struct Regulation: Sendable, CustomStringConvertible {
  /// The id, as it was told.
  public let rawValue: String

  /// The European Union's General Data Protection Regulation.
  public static let gdpr = Regulation(known: "gdpr")
  /// The California Privacy Rights Act, which took the place of the CCPA.
  public static let cpra = Regulation(known: "cpra")
  /// The Colorado Privacy Act.
  public static let cpa = Regulation(known: "cpa")
  /// The Connecticut Data Privacy Act.
  public static let ctdpa = Regulation(known: "ctdpa")
  /// The Virginia Consumer Data Protection Act.
  public static let vcdpa = Regulation(known: "vcdpa")
  /// No regulation applies.
  public static let none = Regulation(known: "none")

  /// Nobody knows which law applies: no law of the table, and so taken for one that asks first.
  package static let undetermined = Regulation(known: "undetermined")

  /// Takes an id of 1 to 32 ASCII letters, digits, `-` and `_`; `ccpa`, which older platforms write,
  /// is ``cpra``.
  /// - Throws: ``InvalidValue`` with `malformed`.
  public init(_ id: String) throws(InvalidValue) {
    let isWritten = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard (1...32).contains(id.utf8.count), isWritten else {
      throw InvalidValue(
        .malformed, field: "regulation",
        reason: "the id of a law has 1 to 32 letters, digits, - and _, as gdpr and cpra have")
    }
    self.init(known: id.lowercased() == "ccpa" ? "cpra" : id)
  }

  init(known id: String) { rawValue = id }

  /// The id, as it was told.
  public var description: String { rawValue }

  /// What ids are compared by.
  private var key: String { rawValue.lowercased() }
}

extension Regulation: Hashable, Comparable {
  /// Whether both are one law.
  public static func == (left: Self, right: Self) -> Bool { left.key == right.key }

  /// Hashes what ids are compared by.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Orders by id.
  public static func < (left: Self, right: Self) -> Bool { left.key < right.key }
}

/// Whether a law asks before, lets people refuse after, or says nothing.
package enum ConsentModel: String, Hashable, Sendable {
  /// Nothing is allowed until it is agreed to.
  case optIn
  /// People may opt out of the sale and sharing of their data.
  case optOut
  /// No law asks for anything.
  case unregulated
}

extension Regulation: Codable, CodedAsText {}
