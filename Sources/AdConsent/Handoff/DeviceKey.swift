// SPDX-License-Identifier: MIT

/// One entry of a device's settings (`UserDefaults`, `SharedPreferences`) that SDKs read consent
/// from.
public struct DeviceKey: Hashable, Sendable {
  /// A value with its type, which readers depend on. These cases are all; none will be added.
  public enum Value: Hashable, Sendable {
    /// A number.
    case number(Int)
    /// A text; binary strings, one digit an id, are texts too.
    case string(String)
  }

  /// The name, as the specification spells it.
  public let name: String
  /// The value.
  public let value: Value

  /// Takes an entry as a device's settings have it.
  ///
  /// - Parameter name: The name, as the specification spells it.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  init(_ name: String, _ value: Int) { self.init(name, .number(value)) }

  init(_ name: String, _ value: Bool) { self.init(name, value ? 1 : 0) }

  init(_ name: String, _ value: String) { self.init(name, .string(value)) }
}

extension DeviceKey {
  /// The names of the entries that everything else follows from.
  enum Name {
    static let gdprApplies = "IABTCF_gdprApplies"
    static let tcString = "IABTCF_TCString"
    static let additionalConsent = "IABTCF_AddtlConsent"
    static let gppString = "IABGPP_HDR_GppString"
    static let gppSections = "IABGPP_GppSID"
    static let usPrivacy = "IABUSPrivacy_String"
  }

  /// The beginnings of the names of all entries of consent platforms.
  ///
  /// Source: IAB Tech Lab, "CMP API v2", in-app details; Global Privacy Platform, "CMP API", in-app
  /// details; "US Privacy", in-app support.
  public static let prefixes = ["IABTCF_", "IABGPP_", "IABUSPrivacy_"]
}
