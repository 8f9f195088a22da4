// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate
import AdminCLI
import Foundation

/// Checks by `openssl`, each signature once: a thousand phones ask about the same ones.
final class SharedVerifier: SignatureVerifier, @unchecked Sendable {
  private let lock = NSLock()
  private let openssl: OpenSSL
  private var known: [ContentHash: Bool] = [:]
  private(set) var asked = 0

  init() throws { openssl = try OpenSSL() }

  var checked: Int { lock.withLock { known.count } }

  func isValid(_ signature: [UInt8], of message: [UInt8], by key: SigningKey.Material) -> Bool {
    let name = ContentHasher.hash(
      "\(key) \(Hexadecimal.text(signature)) \(Hexadecimal.text(message))")
    return lock.withLock {
      asked += 1
      if let known = known[name] { return known }
      let isValid = openssl.isValid(signature, of: message, by: key)
      known[name] = isValid
      return isValid
    }
  }

  func sha512(_ bytes: [UInt8]) -> [UInt8]? { lock.withLock { openssl.sha512(bytes) } }
}
