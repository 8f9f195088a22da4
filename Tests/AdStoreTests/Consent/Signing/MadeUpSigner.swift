// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSystem
import AdUpdate

@testable import AdStore

/// A key that anybody could sign with: the signature is a hash of key and message. It counts what is asked
/// of it, and fails where it is told to.
final class MadeUpSigner: LedgerSigner {
  struct Locked: Error {}

  private let key: [UInt8]
  /// Whether the key cannot be used now.
  let isLocked = Mutex(false)
  let checks = Mutex(0)
  let signed = Mutex(0)

  init(_ name: String) {
    let half = ContentHasher.hash(name).bytes
    let header: [UInt8] = [
      0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
      0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]
    key = header + half + half
  }

  var publicKey: [UInt8] {
    get throws {
      if isLocked.withLock({ $0 }) { throw Locked() }
      return key
    }
  }

  var enrollment: LedgerEnrollment? { LedgerEnrollment(key: key) }

  func sign(_ message: [UInt8]) throws -> [UInt8] {
    if isLocked.withLock({ $0 }) { throw Locked() }
    signed.withLock { $0 += 1 }
    return ContentHasher.hash(Array((enrollment?.pem ?? "").utf8) + message).bytes
  }

  func isValid(
    _ signature: [UInt8], of message: [UInt8], by key: SigningKey.Material
  ) -> Bool {
    checks.withLock { $0 += 1 }
    guard case .ecdsaP256(let pem) = key else { return false }
    return signature == ContentHasher.hash(Array(pem.utf8) + message).bytes
  }

  func sha512(_ bytes: [UInt8]) -> [UInt8]? { nil }
}
