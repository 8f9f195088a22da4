// SPDX-License-Identifier: MIT
package import AdModel

/// What a seal commits to, taken a field at a time: ``LoadSeal`` says which fields.
package struct SealDigest: Sendable {
  private var hasher = ContentHasher()
  private var pending: CanonicalBytes

  /// Begins the digest of something.
  package init(_ domain: LedgerFormat.Domain) { pending = CanonicalBytes(domain) }

  /// The commitment to the script that told a page of consent.
  /// - Parameters:
  ///   - script: The hash of its source.
  ///   - salt: Random bytes, without which nobody can try strings.
  package static func commitment(to script: ContentHash, salt: [UInt8]) -> ContentHash {
    var digest = SealDigest(.toldConsent)
    digest.append(salt)
    digest.append(script.bytes)
    return digest.finish()
  }

  /// Takes a field's bytes.
  package mutating func append(_ field: [UInt8]) {
    pending.append(field)
    flush()
  }

  /// Takes a text.
  package mutating func append(_ field: String) {
    pending.append(field)
    flush()
  }

  /// Takes a whole number, or none.
  package mutating func append(_ field: Int64?) {
    guard let field else { return append([]) }
    pending.append(field)
    flush()
  }

  /// Takes a real number, or none.
  package mutating func append(_ field: Double?) {
    append(field.map { Int64(bitPattern: $0.bitPattern) })
  }

  private mutating func flush() {
    if pending.bytes.count >= 4_096 { hasher.update(pending.takeAll()) }
  }

  /// The digest of all that was taken.
  package func finish() -> ContentHash {
    var last = hasher
    last.update(pending.bytes)
    return last.finish()
  }
}
