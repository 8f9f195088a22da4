// SPDX-License-Identifier: MIT

internal import AdModel

/// One row of the format: a field's name, how it is written, where its value lives, and the part
/// of the specification that says so.
///
/// Decoder and encoder both walk the rows in order; neither knows a field by name.
struct TCField<Root>: Sendable {
  /// The place of a value in the decoded segment.
  typealias Property<Value> = any WritableKeyPath<Root, Value> & Sendable

  /// How a field is written, and the property that holds its value.
  enum Form: Sendable {
    /// A number that is always the same, in this many bits.
    case constant(UInt64, bits: Int)
    /// A whole number in this many bits.
    case number(Property<Int>, bits: Int)
    /// Tenths of a second since 1970, 36 bits.
    case time(Property<Timestamp>)
    /// One bit.
    case flag(Property<Bool>)
    /// Two letters of six bits, A = 0.
    case letters(Property<LetterPair>)
    /// One bit for each of this many purposes, purpose 1 first.
    case purposes(Property<PurposeSet>, bits: Int)
    /// One bit for each of as many purposes as an earlier field says.
    case countedPurposes(Property<PurposeSet>, count: Property<Int>)
    /// MaxVendorId 16, IsRangeEncoding 1, then MaxVendorId bits, or NumEntries 12 and ranges.
    case vendors(Property<VendorSet>)
    /// The same with ranges as GPP writes them: Fibonacci numbers, each counted from the last.
    case fibonacciVendors(Property<VendorSet>)
    /// A vendor section that an earlier field has been read from, once more.
    case repeatedVendors(Property<VendorSet>)
    /// NumPubRestrictions 12, then for each PurposeId 6, RestrictionType 2, NumEntries 12, ranges.
    case restrictions(Property<[PublisherRestriction]>)
    /// The same, or nothing in strings that were made before the field was added.
    case addedRestrictions(Property<[PublisherRestriction]>)
  }

  let name: StaticString
  let form: Form
  /// The heading of the specification, below "TC String Format".
  let section: StaticString

  init(_ name: StaticString, _ form: Form, _ section: StaticString) {
    self.name = name
    self.form = form
    self.section = section
  }
}

extension TCField<TCString> {
  /// The core segment.
  static let core: [TCField] = [
    TCField("Version", .constant(2, bits: 6), "The Core String"),
    TCField("Created", .time(\.created), "The Core String"),
    TCField("LastUpdated", .time(\.lastUpdated), "The Core String"),
    TCField("CmpId", .number(\.cmpID, bits: 12), "The Core String"),
    TCField("CmpVersion", .number(\.cmpVersion, bits: 12), "The Core String"),
    TCField("ConsentScreen", .number(\.consentScreen, bits: 6), "The Core String"),
    TCField("ConsentLanguage", .letters(\.consentLanguage), "The Core String"),
    TCField("VendorListVersion", .number(\.vendorListVersion, bits: 12), "The Core String"),
    TCField("TcfPolicyVersion", .number(\.policyVersion, bits: 6), "The Core String"),
    TCField("IsServiceSpecific", .flag(\.isServiceSpecific), "The Core String"),
    TCField("UseNonStandardTexts", .flag(\.usesNonStandardTexts), "The Core String"),
    TCField(
      "SpecialFeatureOptIns", .purposes(\.specialFeatureOptIns, bits: 12), "The Core String"),
    TCField("PurposesConsent", .purposes(\.purposesConsent, bits: 24), "The Core String"),
    TCField(
      "PurposesLITransparency", .purposes(\.purposesLegitimateInterest, bits: 24),
      "The Core String"),
    TCField(
      "PurposeOneTreatment", .flag(\.purposeOneTreatment), "Specific Jurisdiction Disclosures"),
    TCField("PublisherCC", .letters(\.publisherCountry), "Specific Jurisdiction Disclosures"),
    TCField("VendorConsents", .vendors(\.vendorConsents), "Vendor Consent Section"),
    TCField(
      "VendorLegitimateInterests", .vendors(\.vendorLegitimateInterests),
      "Vendor Legitimate Interest Section"),
    TCField(
      "PublisherRestrictions", .restrictions(\.publisherRestrictions),
      "Publisher Restrictions Section"),
  ]
}

extension TCField<VendorSet> {
  /// The segment of the vendors that were shown.
  static let disclosedVendors: [TCField] = [
    TCField("SegmentType", .constant(1, bits: 3), "Disclosed Vendors"),
    TCField("DisclosedVendors", .vendors(\.self), "Disclosed Vendors"),
  ]

  /// The segment of the vendors allowed outside the framework, in strings made before it ended.
  static let allowedVendors: [TCField] = [
    TCField("SegmentType", .constant(2, bits: 3), "Allowed Vendors (OOB)"),
    TCField("AllowedVendors", .vendors(\.self), "Allowed Vendors (OOB)"),
  ]
}

extension TCField<PublisherTC> {
  private static let heading: StaticString = "Publisher Purposes Transparency and Consent"

  /// The segment of the publisher's own purposes.
  static let publisherTC: [TCField] = [
    TCField("SegmentType", .constant(3, bits: 3), heading),
    TCField("PubPurposesConsent", .purposes(\.purposesConsent, bits: 24), heading),
    TCField(
      "PubPurposesLITransparency", .purposes(\.purposesLegitimateInterest, bits: 24), heading),
    TCField("NumCustomPurposes", .number(\.customPurposeCount, bits: 6), heading),
    TCField(
      "CustomPurposesConsent",
      .countedPurposes(\.customPurposesConsent, count: \.customPurposeCount), heading),
    TCField(
      "CustomPurposesLITransparency",
      .countedPurposes(\.customPurposesLegitimateInterest, count: \.customPurposeCount), heading),
  ]
}

extension TCField<TCFCanadaString> {
  private static let heading: StaticString = "TCF Canada, core segment"

  /// The core segment of the TCF Canada, in every way that it is written.
  ///
  /// The specification writes ranges of vendors as GPP does, and CMPs as the TCF of Europe does. The
  /// reference's encoder once wrote the last vendor section twice, in the place of the restrictions.
  static let canadaCores: [[TCField]] = [
    canada + vendors(Form.vendors) + [restrictions],
    canada + vendors(Form.vendors) + [repetition],
    canada + vendors(Form.fibonacciVendors) + [restrictions],
    canada + vendors(Form.fibonacciVendors) + [repetition],
  ]

  /// The fields as they are told, whichever way they were written.
  static let canadaTold = canada + vendors(Form.vendors) + [restrictions]

  private static func vendors(
    _ form: (Property<VendorSet>) -> Form
  ) -> [TCField] {
    [
      TCField("VendorExpressConsent", form(\.vendorExpressConsents), heading),
      TCField("VendorImpliedConsent", form(\.vendorImpliedConsents), heading),
    ]
  }

  private static let restrictions = TCField(
    "PubRestrictions", .addedRestrictions(\.publisherRestrictions), heading)
  private static let repetition = TCField(
    "VendorImpliedConsent", .repeatedVendors(\.vendorImpliedConsents), heading)

  private static let canada: [TCField] = [
    TCField("Version", .constant(1, bits: 6), heading),
    TCField("Created", .time(\.created), heading),
    TCField("LastUpdated", .time(\.lastUpdated), heading),
    TCField("CmpId", .number(\.cmpID, bits: 12), heading),
    TCField("CmpVersion", .number(\.cmpVersion, bits: 12), heading),
    TCField("ConsentScreen", .number(\.consentScreen, bits: 6), heading),
    TCField("ConsentLanguage", .letters(\.consentLanguage), heading),
    TCField("VendorListVersion", .number(\.vendorListVersion, bits: 12), heading),
    TCField("TcfPolicyVersion", .number(\.policyVersion, bits: 6), heading),
    TCField("UseNonStandardStacks", .flag(\.usesNonStandardStacks), heading),
    TCField(
      "SpecialFeatureExpressConsent", .purposes(\.specialFeaturesExpressConsent, bits: 12),
      heading),
    TCField("PurposesExpressConsent", .purposes(\.purposesExpressConsent, bits: 24), heading),
    TCField("PurposesImpliedConsent", .purposes(\.purposesImpliedConsent, bits: 24), heading),
  ]
}

extension TCField<VendorSet> {
  /// The vendors that were shown under the TCF Canada.
  static let canadaDisclosedVendors: [TCField] = [
    TCField("DisclosedVendorsSegmentType", .constant(1, bits: 3), "TCF Canada, disclosed vendors"),
    TCField("DisclosedVendors", .vendors(\.self), "TCF Canada, disclosed vendors"),
  ]
}

extension TCField<PublisherTC> {
  private static let canada: StaticString = "TCF Canada, publisher purposes"

  /// The publisher's own purposes under the TCF Canada.
  static let canadaPublisher: [TCField] = [
    TCField("PubPurposesSegmentType", .constant(3, bits: 3), canada),
    TCField("PubPurposesExpressConsent", .purposes(\.purposesConsent, bits: 24), canada),
    TCField(
      "PubPurposesImpliedConsent", .purposes(\.purposesLegitimateInterest, bits: 24), canada),
    TCField("NumCustomPurposes", .number(\.customPurposeCount, bits: 6), canada),
    TCField(
      "CustomPurposesExpressConsent",
      .countedPurposes(\.customPurposesConsent, count: \.customPurposeCount), canada),
    TCField(
      "CustomPurposesImpliedConsent",
      .countedPurposes(\.customPurposesLegitimateInterest, count: \.customPurposeCount), canada),
  ]
}
