// SPDX-License-Identifier: MIT
public import AdModel

/// A person's identifiers for advertisers: sent only where consent allows it.
public struct AdPerson: Hashable, Sendable {
  /// A gender as the parameter spells it. Cases may be added: `switch` over it with a `default`.
  public enum Gender: String, Hashable, Sendable {
    /// Male.
    case male = "M"
    /// Female.
    case female = "F"
    /// Another.
    case other = "O"
  }

  /// The advertising identifier, in lower or upper case as the system gives it.
  package let advertisingID: String?
  /// The year of birth.
  package let yearOfBirth: Int?
  /// The gender.
  package let gender: Gender?

  /// The names of parameters that identify a person, among them the hashes that we never send.
  static let names: Set<String> = [
    "ad-ifa", "ad-didsha1", "ad-didmd5", "ad-dpidsha1", "ad-dpidmd5", "ad-macsha1", "ad-macmd5",
    "ad-yob", "ad-gender",
  ]

  /// A person of whom nothing is known.
  public init() {
    advertisingID = nil
    yearOfBirth = nil
    gender = nil
  }

  /// Describes a person.
  /// - Parameters:
  ///   - advertisingID: The advertising identifier, a UUID; one of zeros alone, which systems give
  ///     when tracking is not permitted, counts as none.
  ///   - yearOfBirth: The year of birth, 1900 to 2100.
  /// - Throws: `InvalidValue`, which does not repeat the value.
  public init(
    advertisingID: String?, yearOfBirth: Int? = nil, gender: Gender? = nil
  ) throws(InvalidValue) {
    if let advertisingID, !Self.isUUID(advertisingID) {
      throw InvalidValue(.malformed, field: "advertising identifier", reason: "it must be a UUID")
    }
    if let yearOfBirth, !(1900...2100).contains(yearOfBirth) {
      throw InvalidValue(
        .outOfRange, field: "year of birth", reason: "it must be between 1900 and 2100")
    }
    let isNone = advertisingID?.utf8.allSatisfy { "0-".utf8.contains($0) } ?? true
    self.advertisingID = isNone ? nil : advertisingID
    self.yearOfBirth = yearOfBirth
    self.gender = gender
  }

  /// The identifiers that are known, as parameters.
  var parameters: [AdRequestParameter] {
    let known: [(String, String?)] = [
      ("ad-ifa", advertisingID), ("ad-yob", yearOfBirth.map(String.init)),
      ("ad-gender", gender?.rawValue),
    ]
    return known.compactMap { name, value in value.map { .init(name, $0) } }
  }

  /// Whether a text is 8-4-4-4-12 hexadecimal digits.
  private static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
  }
}
