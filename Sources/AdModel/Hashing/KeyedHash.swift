// SPDX-License-Identifier: MIT

/// A keyed hash: HMAC (RFC 2104) over SHA-256.
package enum KeyedHash {
  private static let blockSize = 64

  /// The authentication code of a message under a key of any length.
  ///
  /// - Parameters:
  ///   - message: The bytes to authenticate.
  ///   - key: The secret; 32 random bytes are what it deserves.
  /// - Returns: The 32-byte code.
  /// - Complexity: O(*n*) in the bytes of key and message.
  package static func code(for message: [UInt8], key: [UInt8]) -> ContentHash {
    var block = key.count > blockSize ? ContentHasher.hash(key).bytes : key
    block.append(contentsOf: repeatElement(0, count: blockSize - block.count))
    var inner = ContentHasher()
    inner.update(block.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = ContentHasher()
    outer.update(block.map { $0 ^ 0x5c })
    outer.update(inner.finish().bytes)
    return outer.finish()
  }
}
