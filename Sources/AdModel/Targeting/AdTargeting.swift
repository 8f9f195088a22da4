// SPDX-License-Identifier: MIT

/// An ordered list of targeting keys with their values; each key stands once.
public struct AdTargeting: Hashable, Sendable {
  /// The entries in order.
  public private(set) var entries: [TargetingEntry]

  /// No targeting at all.
  public init() {
    entries = []
  }

  /// Takes entries in order.
  /// - Parameter entries: The entries; a key may stand only once.
  /// - Throws: ``InvalidValue`` with `duplicate`.
  public init(_ entries: [TargetingEntry]) throws(InvalidValue) {
    if let repeated = entries.lazy.map({ ByteText($0.key) }).firstRepeated?.text {
      throw InvalidValue(
        .duplicate, field: "targeting",
        reason: "names the key \(repeated.quotedForDisplay) twice; give all its values at once")
    }
    self.entries = entries
  }

  /// Whether there is nothing to target.
  public var isEmpty: Bool { entries.isEmpty }

  /// The entry of a key; cost grows with the number of keys.
  /// - Parameter key: The key, compared byte by byte.
  /// - Returns: The entry, or `nil` where the key is not set.
  public func entry(of key: String) -> TargetingEntry? {
    entries.first { $0.key.hasSameBytes(as: key) }
  }

  /// Sets a key: replaces its values where it stands, else adds it at the end.
  public mutating func set(_ entry: TargetingEntry) { entries.set(entry) }

  /// Removes a key.
  /// - Parameter key: The key, compared byte by byte.
  /// - Returns: The entry that was removed, or `nil` where the key was not set.
  @discardableResult
  public mutating func remove(key: String) -> TargetingEntry? {
    guard let index = entries.firstIndex(where: { $0.key.hasSameBytes(as: key) }) else {
      return nil
    }
    return entries.remove(at: index)
  }
}

extension [TargetingEntry] {
  /// Sets a key: replaces its values where it stands, else adds it at the end.
  package mutating func set(_ entry: TargetingEntry) {
    if let index = firstIndex(where: { $0.key.hasSameBytes(as: entry.key) }) {
      self[index] = entry
    } else {
      append(entry)
    }
  }
}

extension AdTargeting: Codable {
  /// Reads the entries in their order.
  /// - Throws: `DecodingError`, where a key stands twice or an entry breaks a rule.
  public init(from decoder: any Decoder) throws {
    let entries = try [TargetingEntry](from: decoder)
    self = try decoder.codingPath.naming { () throws(InvalidValue) in try AdTargeting(entries) }
  }

  /// Writes the entries in their order.
  public func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}
