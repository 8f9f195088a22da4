// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate
import AdminCLI
import Testing

@Suite(.enabled(if: OpenSSL.isInstalled)) struct OpenSSLTests {
  @Test func `takes the signature of RFC 8032's second example, and no other`() throws {
    let verifier = try OpenSSL()
    let bytes = try #require(
      Hexadecimal.bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"))
    let signature = try #require(
      Hexadecimal.bytes(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
          + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"))
    let key = SigningKey.Material.ed25519(bytes)
    #expect(verifier.isValid(signature, of: [0x72], by: key))
    #expect(!verifier.isValid(signature, of: [0x73], by: key))
    #expect(!verifier.isValid(signature.map { $0 ^ 1 }, of: [0x72], by: key))
    #expect(!verifier.isValid([], of: [0x72], by: key))
    #expect(!verifier.isValid(signature, of: [0x72], by: .ed25519(bytes.reversed())))
    #expect(!verifier.isValid(signature, of: [0x72], by: .ecdsaP256("no key")))
  }

  @Test func `has the SHA-512 of FIPS 180's first example`() throws {
    let hash = try #require(try OpenSSL().sha512(Array("abc".utf8)))
    #expect(Hexadecimal.text(hash).hasPrefix("ddaf35a193617abacc417349ae204131"))
  }
}
