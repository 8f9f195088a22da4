// SPDX-License-Identifier: MIT
package import AdModel

/// Fields as bytes that can be read in one way only, as ``LedgerFormat`` says.
struct CanonicalBytes {
  private(set) var bytes: [UInt8] = []

  init(_ domain: LedgerFormat.Domain) {
    append(domain.rawValue)
  }

  mutating func append(_ field: [UInt8]) {
    append(count: field.count)
    bytes.append(contentsOf: field)
  }

  mutating func append(_ field: String) {
    append(count: field.utf8.count)
    bytes.append(contentsOf: field.utf8)
  }

  /// The bytes so far, which go.
  mutating func takeAll() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func append(_ digest: ContentHash) { append(digest.bytes) }

  mutating func append(_ number: Int64) {
    append(count: 8)
    append(number, from: 56)
  }

  private mutating func append(count: Int) { append(Int64(count), from: 24) }

  /// Appends a number's bytes, the highest of which begins at a bit; without an array of their own, for
  /// a session has many.
  private mutating func append(_ number: Int64, from highest: Int64) {
    for shift in stride(from: highest, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

/// Salted hashes that stand in the ledger for what may have to be erased.
///
/// Who has the salt and the content can show that they belong to an entry; once the salt is gone,
/// not even a right guess at the content can be confirmed.
package enum LedgerCommitment {
  /// How many random bytes a salt has.
  package static let saltByteCount = 32

  /// The commitment to a person's key.
  /// - Parameter key: The subject key's bytes, as stored.
  package static func subject(_ key: [UInt8], salt: [UInt8]) -> ContentHash {
    commitment(to: key, salt: salt, .subject)
  }

  /// The commitment to a record's content.
  /// - Parameter content: The record's bytes, as stored.
  package static func payload(_ content: [UInt8], salt: [UInt8]) -> ContentHash {
    commitment(to: content, salt: salt, .payload)
  }

  /// The commitment to the content of an entry that is of nobody, and needs no salt.
  /// - Parameter content: The content's bytes, as stored.
  package static func note(_ content: [UInt8]) -> ContentHash { payload(content, salt: []) }

  /// The commitment of an entry that has no content: an erasure.
  package static let nothing = payload([], salt: [])

  /// By which an erased person is known again; of a keyed hash alone, from which nothing follows.
  /// - Parameter key: The subject key's bytes, as they were stored.
  package static func tombstone(_ key: [UInt8]) -> ContentHash {
    var bytes = CanonicalBytes(.tombstone)
    bytes.append(key)
    return ContentHasher.hash(bytes.bytes)
  }

  private static func commitment(
    to content: [UInt8], salt: [UInt8], _ domain: LedgerFormat.Domain
  ) -> ContentHash {
    var bytes = CanonicalBytes(domain)
    bytes.append(salt)
    bytes.append(content)
    return ContentHasher.hash(bytes.bytes)
  }
}
