// SPDX-License-Identifier: MIT
#if canImport(WebKit) && canImport(CryptoKit)
  public import AdView
  import CryptoKit
  public import Foundation

  /// Signs the consent ledger with a key that the Secure Enclave made and never gives away.
  ///
  /// ```swift
  /// let signer = try? SecureEnclaveSigner(keptAt: folder.appending(path: "ledger.key"))
  /// let database = try await AdDatabase.open(at: "ads.sqlite", signer: signer)
  /// ```
  ///
  /// The file holds what this device's Secure Enclave alone can read as the key. It is left out of
  /// backups: another device makes a key of its own, which `consent verify` names as one that nobody
  /// introduced. The key cannot be used while the device is locked; what is recorded then is stored
  /// without a signature, and covered by the next one.
  public struct SecureEnclaveSigner: LedgerSigner {
    private let kept: Data

    /// Takes the key of a file, or makes one.
    /// - Throws: What CryptoKit and Foundation throw: where there is no Secure Enclave, as in the simulator,
    ///   and where the file cannot be read or written.
    public init(keptAt file: URL) throws {
      if FileManager.default.fileExists(atPath: file.path) {
        kept = try Data(contentsOf: file)
        return
      }
      kept = try SecureEnclave.P256.Signing.PrivateKey().dataRepresentation
      try kept.write(to: file, options: .withoutOverwriting)
      var (file, values) = (file, URLResourceValues())
      values.isExcludedFromBackup = true
      try file.setResourceValues(values)
    }

    /// The public half, in DER.
    public var publicKey: [UInt8] {
      get throws { Array(try key.publicKey.derRepresentation) }
    }

    /// Signs a message; throws while the device is locked.
    public func sign(_ message: [UInt8]) throws -> [UInt8] {
      Array(try key.signature(for: message).derRepresentation)
    }

    /// Whether a key made a signature over a message.
    public func isValid(
      _ signature: [UInt8], of message: [UInt8], by key: SigningKey.Material
    ) -> Bool {
      CryptoKitVerifier().isValid(signature, of: message, by: key)
    }

    /// The SHA-512 of some bytes.
    public func sha512(_ bytes: [UInt8]) -> [UInt8]? { CryptoKitVerifier().sha512(bytes) }

    private var key: SecureEnclave.P256.Signing.PrivateKey {
      get throws { try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: kept) }
    }
  }
#endif
