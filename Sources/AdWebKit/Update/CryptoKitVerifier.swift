// SPDX-License-Identifier: MIT
#if canImport(WebKit) && canImport(CryptoKit)
  public import AdView
  import CryptoKit
  import Foundation

  /// Checks what publishers signed by CryptoKit: Ed25519, and ECDSA over P-256 with SHA-256. A signature
  /// of any other kind counts for nothing.
  ///
  /// ```swift
  /// let update = try InventoryUpdate(
  ///   of: database, trusting: root, at: .now, verifier: CryptoKitVerifier())
  /// ```
  public struct CryptoKitVerifier: SignatureVerifier {
    /// Makes a verifier.
    public init() {}

    /// Whether a key made a signature over a message.
    public func isValid(
      _ signature: [UInt8], of message: [UInt8], by key: SigningKey.Material
    ) -> Bool {
      switch key {
      case .ed25519(let bytes):
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
          return false
        }
        return key.isValidSignature(signature, for: message)
      case .ecdsaP256(let pem):
        guard let key = try? P256.Signing.PublicKey(pemRepresentation: pem),
          let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: message)
      default: return false
      }
    }

    /// The SHA-512 of some bytes.
    public func sha512(_ bytes: [UInt8]) -> [UInt8]? { Array(SHA512.hash(data: bytes)) }
  }
#endif
