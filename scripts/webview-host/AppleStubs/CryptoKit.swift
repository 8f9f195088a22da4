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
      public var derRepresentation: Data { Data() }
    }
    public struct PublicKey: Sendable {
      public init(pemRepresentation: String) throws {}
      public var derRepresentation: Data { Data() }
      public func isValidSignature<D: DataProtocol>(
        _ signature: ECDSASignature, for data: D
      ) -> Bool { false }
    }
  }
}

public enum SecureEnclave {
  public enum P256 {
    public enum Signing {
      // Without a promise that it may cross threads, which not every SDK gives.
      public struct PrivateKey {
        private let key: CryptoKit.P256.Signing.PublicKey
        public init() throws { key = try .init(pemRepresentation: "") }
        public init(dataRepresentation: Data) throws { try self.init() }
        public var dataRepresentation: Data { Data() }
        public var publicKey: CryptoKit.P256.Signing.PublicKey { key }
        public func signature<D: DataProtocol>(
          for data: D
        ) throws -> CryptoKit.P256.Signing.ECDSASignature { try .init(derRepresentation: Data()) }
      }
    }
  }
}

public enum SHA512 {
  public static func hash<D: DataProtocol>(data: D) -> [UInt8] { [] }
}
