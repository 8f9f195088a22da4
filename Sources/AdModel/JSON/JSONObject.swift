// SPDX-License-Identifier: MIT

/// The members of a JSON object in their order, each key once.
public struct JSONObject: Sendable, Equatable {
  /// One key with its value.
  public struct Member: Sendable, Equatable {
    /// The key; its bytes are its identity.
    public let key: String
    /// The value under the key.
    public var value: JSONValue

    /// Joins a key and a value.
    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }

    /// Says whether both would be written as the same text, comparing keys byte by byte.
    public static func == (left: Member, right: Member) -> Bool {
      left.key.hasSameBytes(as: right.key) && left.value == right.value
    }
  }

  /// The members in the order of the text or of their insertion.
  public private(set) var members: [Member]

  /// Makes an object without members.
  public init() { members = [] }

  /// Takes over members whose keys the caller has found to differ.
  ///
  /// For objects with many members, whose keys cannot repeat by the way they are made.
  package init(distinct members: [Member]) { self.members = members }

  /// The value under a key, byte for byte; setting one appends it or replaces it in place, and
  /// setting `nil` removes it.
  ///
  /// - Complexity: Linear in the number of members: our documents have few.
  public subscript(key: String) -> JSONValue? {
    get { members.first { $0.key.hasSameBytes(as: key) }?.value }
    set {
      let place = members.firstIndex { $0.key.hasSameBytes(as: key) }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }
}
