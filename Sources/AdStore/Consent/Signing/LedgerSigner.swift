// SPDX-License-Identifier: MIT
public import AdUpdate

/// A key that does not leave the device, with which it signs the entries of the consent ledger that it
/// appends: ECDSA over P-256 with SHA-256.
///
/// Whoever can write the file and has not the key can append to the ledger, and `consent verify` names
/// what they appended. On Apple's systems `SecureEnclaveSigner` is one.
///
/// A signer is called inside the transaction that appends, once for all of its entries, on whichever
/// thread writes.
public protocol LedgerSigner: SignatureVerifier {
  /// The public half: a SubjectPublicKeyInfo (RFC 5480) in DER, 91 bytes.
  ///
  /// Throws where the key cannot be used now, as before a device is first unlocked: entries are then
  /// appended without a signature.
  var publicKey: [UInt8] { get throws }

  /// Signs a message.
  /// - Returns: The signature in DER.
  /// - Throws: Where the key cannot be used now.
  func sign(_ message: [UInt8]) throws -> [UInt8]
}
