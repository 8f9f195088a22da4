// SPDX-License-Identifier: MIT

internal import AdModel

/// One row of the format: a field's name, how it is written, and where its value lives.
///
/// The decoder walks the rows in order, and knows no field by name.
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

  init(_ name: StaticString, _ form: Form) {
    self.name = name
    self.form = form
  }
}

extension TCField<TCString> {
  /// The core segment.
  static let core: [TCField] = [
    TCField("Version", .constant(2, bits: 6)),
    TCField("Created", .time(\.created)),
    TCField("LastUpdated", .time(\.lastUpdated)),
    TCField("CmpId", .number(\.cmpID, bits: 12)),
    TCField("CmpVersion", .number(\.cmpVersion, bits: 12)),
    TCField("ConsentScreen", .number(\.consentScreen, bits: 6)),
    TCField("ConsentLanguage", .letters(\.consentLanguage)),
    TCField("VendorListVersion", .number(\.vendorListVersion, bits: 12)),
    TCField("TcfPolicyVersion", .number(\.policyVersion, bits: 6)),
    TCField("IsServiceSpecific", .flag(\.isServiceSpecific)),
    TCField("UseNonStandardTexts", .flag(\.usesNonStandardTexts)),
    TCField("SpecialFeatureOptIns", .purposes(\.specialFeatureOptIns, bits: 12)),
    TCField("PurposesConsent", .purposes(\.purposesConsent, bits: 24)),
    TCField("PurposesLITransparency", .purposes(\.purposesLegitimateInterest, bits: 24)),
    TCField("PurposeOneTreatment", .flag(\.purposeOneTreatment)),
    TCField("PublisherCC", .letters(\.publisherCountry)),
    TCField("VendorConsents", .vendors(\.vendorConsents)),
    TCField("VendorLegitimateInterests", .vendors(\.vendorLegitimateInterests)),
    TCField("PublisherRestrictions", .restrictions(\.publisherRestrictions)),
  ]
}

extension TCField<VendorSet> {
  /// The segment of the vendors that were shown.
  static let disclosedVendors: [TCField] = [
    TCField("SegmentType", .constant(1, bits: 3)),
    TCField("DisclosedVendors", .vendors(\.self)),
  ]

  /// The segment of the vendors allowed outside the framework, in strings made before it ended.
  static let allowedVendors: [TCField] = [
    TCField("SegmentType", .constant(2, bits: 3)),
    TCField("AllowedVendors", .vendors(\.self)),
  ]
}

extension TCField<PublisherTC> {
  /// The segment of the publisher's own purposes.
  static let publisherTC: [TCField] = [
    TCField("SegmentType", .constant(3, bits: 3)),
    TCField("PubPurposesConsent", .purposes(\.purposesConsent, bits: 24)),
    TCField("PubPurposesLITransparency", .purposes(\.purposesLegitimateInterest, bits: 24)),
    TCField("NumCustomPurposes", .number(\.customPurposeCount, bits: 6)),
    TCField(
      "CustomPurposesConsent",
      .countedPurposes(\.customPurposesConsent, count: \.customPurposeCount)),
    TCField(
      "CustomPurposesLITransparency",
      .countedPurposes(\.customPurposesLegitimateInterest, count: \.customPurposeCount)),
  ]
}

extension TCField<TCFCanadaString> {
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

  private static func vendors(_ form: (Property<VendorSet>) -> Form) -> [TCField] {
    [
      TCField("VendorExpressConsent", form(\.vendorExpressConsents)),
      TCField("VendorImpliedConsent", form(\.vendorImpliedConsents)),
    ]
  }

  private static let restrictions = TCField(
    "PubRestrictions", .addedRestrictions(\.publisherRestrictions))
  private static let repetition = TCField(
    "VendorImpliedConsent", .repeatedVendors(\.vendorImpliedConsents))

  private static let canada: [TCField] = [
    TCField("Version", .constant(1, bits: 6)),
    TCField("Created", .time(\.created)),
    TCField("LastUpdated", .time(\.lastUpdated)),
    TCField("CmpId", .number(\.cmpID, bits: 12)),
    TCField("CmpVersion", .number(\.cmpVersion, bits: 12)),
    TCField("ConsentScreen", .number(\.consentScreen, bits: 6)),
    TCField("ConsentLanguage", .letters(\.consentLanguage)),
    TCField("VendorListVersion", .number(\.vendorListVersion, bits: 12)),
    TCField("TcfPolicyVersion", .number(\.policyVersion, bits: 6)),
    TCField("UseNonStandardStacks", .flag(\.usesNonStandardStacks)),
    TCField("SpecialFeatureExpressConsent", .purposes(\.specialFeaturesExpressConsent, bits: 12)),
    TCField("PurposesExpressConsent", .purposes(\.purposesExpressConsent, bits: 24)),
    TCField("PurposesImpliedConsent", .purposes(\.purposesImpliedConsent, bits: 24)),
  ]
}

extension TCField<VendorSet> {
  /// The vendors that were shown under the TCF Canada.
  static let canadaDisclosedVendors: [TCField] = [
    TCField("DisclosedVendorsSegmentType", .constant(1, bits: 3)),
    TCField("DisclosedVendors", .vendors(\.self)),
  ]
}

extension TCField<PublisherTC> {
  /// The publisher's own purposes under the TCF Canada.
  static let canadaPublisher: [TCField] = [
    TCField("PubPurposesSegmentType", .constant(3, bits: 3)),
    TCField("PubPurposesExpressConsent", .purposes(\.purposesConsent, bits: 24)),
    TCField("PubPurposesImpliedConsent", .purposes(\.purposesLegitimateInterest, bits: 24)),
    TCField("NumCustomPurposes", .number(\.customPurposeCount, bits: 6)),
    TCField(
      "CustomPurposesExpressConsent",
      .countedPurposes(\.customPurposesConsent, count: \.customPurposeCount)),
    TCField(
      "CustomPurposesImpliedConsent",
      .countedPurposes(\.customPurposesLegitimateInterest, count: \.customPurposeCount)),
  ]
}
