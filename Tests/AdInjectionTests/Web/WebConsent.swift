// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel

/// The consent that pages get in the real engines.
enum WebConsent {
  /// Purposes 1, 3, 4, 5, 6 and vendors 11, 28, 29 on consent, six vendors disclosed; published in
  /// iabgpp-es, modules/cmpapi/test/encoder/section/TcfEuV2.test.ts.
  static let tcString =
    "CPTtLAAPTtLAAAKAAAENAAFgALwAAEAAAAAAAOgAgABgAAAA.IAoAAgABgAAEAQAAEAAA.d4AACEAAAAAA"

  static var statement: ConsentStatement {
    get throws {
      var statement = try ConsentStatement(tcString: tcString)
      statement.strings = ConsentStrings(
        tc: tcString, additionalConsent: "2~1.35~dv.9", gpp: "DBACNY~\(tcString)~1YNN",
        usPrivacy: "1YNN")
      return statement
    }
  }

  /// An answer in California: opted out of sale, with Global Privacy Control.
  static var optOut: ConsentStatement {
    ConsentStatement(
      choices: ConsentChoices(), regulation: .cpra, at: Timestamp(milliseconds: 1_795_242_360_000),
      strings: ConsentStrings(gpp: "DBABBg~BUYAAABo.YA", usPrivacy: "1YYN"))
  }

  static func tcData() throws -> JSONValue? {
    try RelayedConsent(of: statement).tcData
  }

  static func inAppTCData() throws -> JSONValue? {
    try RelayedConsent(of: statement).inAppTCData
  }
}
