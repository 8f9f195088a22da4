// SPDX-License-Identifier: MIT
// What AdWebKit calls of CryptoKit, for checking its types where there is no Mac.
public import Foundation

public enum Curve25519 {
  public enum Signing {
    public struct PublicKey: Sendable {
      public init<D: ContiguousBytes>(rawRepresentation data: D) throws {}
      public func isValidSignature<S: DataProtocol, D: DataProtocol>(
        _ signature: S, for data: D
      ) -> Bool { false }
    }
  }
}

public enum P256 {
  public enum Signing {
    public struct ECDSASignature: Sendable {
      public init<D: DataProtocol>(derRepresentation: D) throws {}
    }
    public struct PublicKey: Sendable {
      public init(pemRepresentation: String) throws {}
      public func isValidSignature<D: DataProtocol>(
        _ signature: ECDSASignature, for data: D
      ) -> Bool { false }
    }
  }
}

public enum SHA512 {
  public static func hash<D: DataProtocol>(data: D) -> [UInt8] { [] }
}
