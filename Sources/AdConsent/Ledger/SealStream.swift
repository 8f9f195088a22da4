// SPDX-License-Identifier: MIT
package import AdModel

/// The hash of rows in their short form, fed a column at a time as they are written: ``LoadSeal`` says
/// which bytes.
package struct SealStream: Sendable {
  private var hasher = ContentHasher()
  private var pending: [UInt8]

  /// Begins the hash of something.
  package init(_ domain: LedgerFormat.Domain) { pending = CanonicalBytes(domain).bytes }

  /// Takes a whole number.
  package mutating func append(_ number: Int64) {
    flush()
    ShortNumber.append(number, to: &pending)
  }

  /// Takes a whole number, or none.
  package mutating func append(_ number: Int64?) {
    guard let number else { return ShortNumber.appendNone(to: &pending) }
    append(number)
  }

  /// Takes a real number, or none.
  package mutating func append(_ number: Double?) {
    append(number.map { Int64(bitPattern: $0.bitPattern.byteSwapped) })
  }

  /// Takes bytes as they are.
  package mutating func append(_ bytes: [UInt8]) {
    flush()
    pending.append(contentsOf: bytes)
  }

  /// Takes a whole number in eight bytes.
  package mutating func append(whole number: Int64) {
    append(BigEndian.bytes(UInt64(bitPattern: number)))
  }

  private mutating func flush() {
    guard pending.count >= 4_096 else { return }
    hasher.update(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// The hash of all that was taken; more can be taken then.
  package func finish() -> ContentHash {
    var last = hasher
    last.update(pending)
    return last.finish()
  }
}

/// A whole number in as many bytes as it needs: LEB128.
package enum ShortNumber {
  /// Seven bits a byte, the lowest first; the highest bit says that another follows.
  package static func append(_ number: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: number)
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// What stands for no number, and for none of them.
  package static func appendNone(to bytes: inout [UInt8]) {
    bytes.append(0x80)
    bytes.append(0)
  }
}
