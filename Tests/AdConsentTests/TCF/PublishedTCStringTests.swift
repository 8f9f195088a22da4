// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import TestSupport
import Testing

@Suite("Published TC strings")
struct PublishedTCStringTests {
  @Test func `there are 53 of them`() {
    #expect(PublishedTCString.all.count == 53)
  }

  @Test(arguments: PublishedTCString.all)
  func `what is malformed is refused, what others read is read`(vector: PublishedTCString) throws {
    switch vector.expectation {
    case .decodes, .invalid:
      _ = try TCString(decoding: vector.text)
    case .rejects, .lenient, .version1:
      let error = try #require(throws: TCStringError.self) {
        try TCString(decoding: vector.text)
      }
      #expect(error.code == vector.refusal)
    }
  }

  @Test(arguments: PublishedTCString.all.filter { $0.expectation == .invalid })
  func `an invalid string breaks the rule that its authors name`(
    vector: PublishedTCString
  ) throws {
    let string = try TCString(decoding: vector.text)
    let broken = string.violations(at: try Timestamp("2023-11-01T00:00:00Z"))
    #expect(broken.contains { $0.rule == .profilingLegitimateInterest })
  }

  @Test(arguments: PublishedTCString.all.filter { !$0.agreed.isEmpty })
  func `every field is what the public decoders agree on`(vector: PublishedTCString) throws {
    let read = try TCString(decoding: vector.withoutPadding ?? vector.text).published
    for (field, expected) in vector.agreed {
      let value = try PublishedTCString.text(try #require(read[field], "\(field)"))
      #expect(value == expected, "\(field)")
    }
    for segment in ["disclosedVendors", "allowedVendors", "publisherTC"] {
      #expect((read[segment] == nil) == (vector.agreed[segment] == nil), "\(segment)")
    }
  }

  @Test(arguments: PublishedTCString.all.filter { !$0.agreed.isEmpty && !$0.asserted.isEmpty })
  func `every asserted value is read`(vector: PublishedTCString) throws {
    let string = try TCString(decoding: vector.withoutPadding ?? vector.text)
    for (name, expected) in vector.asserted where name != "error" {
      let value = try #require(try Self.value(of: name, in: string), "\(name)")
      // Some authors give their times to the second.
      #expect(value == expected || name.hasSuffix("ISO") && Self.isSameSecond(value, expected))
    }
  }

  @Test(arguments: PublishedTCString.all.filter { !$0.agreed.isEmpty })
  func `writing and reading again changes nothing`(vector: PublishedTCString) throws {
    var string = try TCString(decoding: vector.withoutPadding ?? vector.text)
    string.cmpID = max(2, string.cmpID)
    let text = string.encoded()
    #expect(try TCString(decoding: text) == string)
  }

  @Test func `a string that its authors write again comes out the same`() throws {
    let text = "CPA9dwAPA9dwAKjACBENAPCIAEBAAECAAIAAAAAAAAAA"
    let string = try TCString(decoding: text)
    #expect(string.encoded() == text)
  }

  private static func isSameSecond(_ value: String, _ expected: String) -> Bool {
    value.prefix(20) == expected.prefix(20)
  }

  /// The value of a field under the name an author used, as JSON text.
  private static func value(of name: String, in string: TCString) throws -> String? {
    let sets = [
      "vendorConsents": string.vendorConsents,
      "vendorLegitimateInterests": string.vendorLegitimateInterests,
      "disclosedVendors": string.disclosedVendors ?? VendorSet(),
      "allowedVendors": string.allowedVendors ?? VendorSet(),
    ]
    if let set = sets[name] { return try PublishedTCString.text(Array(set)) }
    for (field, set) in sets where name.hasPrefix(field) {
      switch name.dropFirst(field.count) {
      case "Count": return "\(set.count)"
      case "First": return try PublishedTCString.text(Array(set.prefix(10)))
      case "Last": return try PublishedTCString.text(Array(Array(set).suffix(9)))
      default: break
      }
    }
    switch name {
    case "publisherPurposesConsentCount":
      return "\(string.publisherTC?.purposesConsent.ids.count ?? 0)"
    case "publisherRestrictions":
      return try PublishedTCString.text(string.publisherRestrictions.map(Self.listed))
    case "restrictionVendors":
      return try string.publisherRestrictions.first.map(Self.listed).map(PublishedTCString.text)
    default:
      return try string.published[name].map(PublishedTCString.text)
    }
  }

  private static func listed(_ restriction: PublisherRestriction) -> [String: Any] {
    [
      "purposeId": restriction.purpose, "restrictionType": restriction.kind.rawValue,
      "vendors": Array(restriction.vendors),
    ]
  }
}
