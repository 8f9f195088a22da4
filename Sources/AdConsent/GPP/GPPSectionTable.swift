// SPDX-License-Identifier: MIT

/// One row of a section's format: a field's name, how it is written, which values are valid, and
/// what it means for ads.
struct GPPField: Hashable, Sendable {
  /// How a field is written.
  enum Form: Hashable, Sendable {
    /// A number in this many bits.
    case number(bits: Int, valid: ClosedRange<Int>)
    /// So many numbers of two bits, 0 to 2 each.
    case numbers(count: Int)
    /// One bit.
    case flag
  }

  /// What the value 1 of a field says about ads.
  enum Meaning: Hashable, Sendable {
    /// The person opted out of sale, sharing or targeted advertising; 2 says that they did not.
    case optOut
    /// The person is known to be of these ages, one for each number of the field: 1 says that nobody
    /// agreed for them, 2 that somebody did.
    case knownChild([AgeTreatment])
    /// The browser or the device sends Global Privacy Control.
    case globalPrivacyControl
  }

  let name: String
  let form: Form
  let meaning: Meaning?

  init(_ name: String, _ form: Form = .number(bits: 2, valid: 0...2), _ meaning: Meaning? = nil) {
    self.name = name
    self.form = form
    self.meaning = meaning
  }

  /// How many bits the field takes.
  var width: Int {
    switch form {
    case .number(let bits, _): bits
    case .numbers(let count): 2 * count
    case .flag: 1
    }
  }
}

/// The format of one section of the United States: its core segment, and the one that may follow.
struct GPPSectionLayout: Sendable {
  let id: GPPSectionID
  /// The name that `__gpp` uses.
  let name: String
  /// The fields of the core segment, for each version from 1.
  let cores: [[GPPField]]
  /// The fields of the second segment, where the section may have one.
  let second: [GPPField]

  init(_ id: Int, _ name: String, _ cores: [GPPField]..., second: [GPPField] = []) {
    self.id = GPPSectionID(rawValue: id)
    self.name = name
    self.cores = cores
    self.second = second
  }
}

extension GPPSectionLayout {
  /// Every section of the United States, by its number.
  ///
  /// Numbers of two bits are 0 for not applicable, 1 for yes, notice given, opted out or no consent,
  /// and 2 for no, no notice, not opted out or consent; 3 is invalid everywhere.
  ///
  /// Source: IAB Tech Lab, Global Privacy Platform, "Section Information" and the sections' own
  /// pages: US National, and each state's.
  static let all: [GPPSectionLayout] = [
    GPPSectionLayout(
      7, "usnat", national(sensitive: 12, children(.teen, .child)),
      national(sensitive: 16, children(.teen, .child, .teen)), second: gpc),
    GPPSectionLayout(
      8, "usca",
      [
        version, saleNotice, sharingOptOutNotice, limitUseNotice, saleOptOut, sharingOptOut,
        sensitive(9), children(.child, .child), personalData,
      ] + mspa, second: gpc),
    GPPSectionLayout(
      9, "usva", [version, sharingNotice] + optOuts + [sensitive(8), child] + mspa),
    GPPSectionLayout(
      10, "usco", [version, sharingNotice] + optOuts + [sensitive(7), child] + mspa, second: gpc),
    GPPSectionLayout(
      11, "usut",
      [
        version, sharingNotice, saleNotice, targetingNotice, sensitiveOptOutNotice, saleOptOut,
        targetingOptOut, sensitive(8), child,
      ] + mspa),
    GPPSectionLayout(
      12, "usct",
      [version, sharingNotice] + optOuts + [sensitive(8), children(.child, .teen, .teen)] + mspa,
      second: gpc),
    GPPSectionLayout(13, "usfl", processing(sensitive: 8, children(.child, .teen, .teen))),
    GPPSectionLayout(
      14, "usmt",
      [version, sharingNotice] + optOuts + [
        sensitive(8), children(.child, .teen, .teen), additional,
      ] + mspa,
      second: gpc),
    GPPSectionLayout(
      15, "usor", processing(sensitive: 11, children(.child, .teen, .teen)), second: gpc),
    GPPSectionLayout(16, "ustx", processing(sensitive: 8, child), second: gpc),
    GPPSectionLayout(
      17, "usde", processing(sensitive: 9, children(.child, .teen, .teen, .teen, .teen)),
      second: gpc),
    GPPSectionLayout(
      18, "usia",
      [
        version, processingNotice, saleNotice, targetingNotice,
        GPPField("SensitiveDataOptOutNotice"),
        saleOptOut, targetingOptOut, sensitive(8), child,
      ] + mspa, second: gpc),
    GPPSectionLayout(19, "usne", processing(sensitive: 8, child), second: gpc),
    GPPSectionLayout(
      20, "usnh", processing(sensitive: 8, children(.child, .teen, .teen)), second: gpc),
    GPPSectionLayout(
      21, "usnj", processing(sensitive: 10, children(.child, .teen, .teen, .teen, .teen)),
      second: gpc),
    GPPSectionLayout(22, "ustn", processing(sensitive: 8, child), second: gpc),
    GPPSectionLayout(23, "usmn", processing(sensitive: 8, child), second: gpc),
    GPPSectionLayout(24, "usmd", mspaFirst + [additional], second: gpc),
    GPPSectionLayout(25, "usin", mspaFirst + [child, additional], second: [sensitive(8)]),
    GPPSectionLayout(26, "usky", mspaFirst + [child, additional], second: [sensitive(8)]),
    GPPSectionLayout(27, "usri", mspaFirst + [child, additional], second: [sensitive(8)]),
  ]

  private static func national(sensitive count: Int, _ children: GPPField) -> [GPPField] {
    [
      version, sharingNotice, saleNotice, sharingOptOutNotice, targetingNotice,
      sensitiveOptOutNotice, limitUseNotice, saleOptOut, sharingOptOut, targetingOptOut,
      sensitive(count), children, personalData,
    ] + mspa
  }

  /// The states that ask for a notice of processing and for additional consents.
  private static func processing(sensitive count: Int, _ children: GPPField) -> [GPPField] {
    [version, processingNotice] + optOuts + [sensitive(count), children, additional] + mspa
  }

  private static let version = number("Version", bits: 6, valid: 1...63)
  private static let sharingNotice = GPPField("SharingNotice")
  private static let processingNotice = GPPField("ProcessingNotice")
  private static let saleNotice = GPPField("SaleOptOutNotice")
  private static let sharingOptOutNotice = GPPField("SharingOptOutNotice")
  private static let targetingNotice = GPPField("TargetedAdvertisingOptOutNotice")
  private static let sensitiveOptOutNotice = GPPField("SensitiveDataProcessingOptOutNotice")
  private static let limitUseNotice = GPPField("SensitiveDataLimitUseNotice")
  private static let saleOptOut = choice("SaleOptOut", .optOut)
  private static let sharingOptOut = choice("SharingOptOut", .optOut)
  private static let targetingOptOut = choice("TargetedAdvertisingOptOut", .optOut)
  private static let personalData = GPPField("PersonalDataConsents")
  private static let additional = GPPField("AdditionalDataProcessingConsent")
  private static let child = choice("KnownChildSensitiveDataConsents", .knownChild([.child]))

  /// The notices and opt-outs that most states have in this order.
  private static let optOuts = [saleNotice, targetingNotice, saleOptOut, targetingOptOut]

  private static let covered = number("MspaCoveredTransaction", bits: 2, valid: 1...2)
  private static let mspa = [
    covered, GPPField("MspaOptOutOptionMode"), GPPField("MspaServiceProviderMode"),
  ]

  /// The newer states, which begin with what the MSPA says.
  private static let mspaFirst =
    [
      number("MspaVersion", bits: 6, valid: 1...63), covered, GPPField("MspaMode"),
      processingNotice,
    ] + optOuts

  private static let gpc = [
    number("GpcSegmentType", bits: 2, valid: 1...1),
    GPPField("Gpc", .flag, .globalPrivacyControl),
  ]

  private static func sensitive(_ count: Int) -> GPPField {
    GPPField("SensitiveDataProcessing", .numbers(count: count))
  }

  /// Whom the numbers of a section are about: below 13 years, or above. California's are all about
  /// people under 16, and do not tell which.
  private static func children(_ ages: AgeTreatment...) -> GPPField {
    GPPField(
      "KnownChildSensitiveDataConsents", .numbers(count: ages.count), .knownChild(ages))
  }

  private static func choice(_ name: String, _ meaning: GPPField.Meaning) -> GPPField {
    GPPField(name, .number(bits: 2, valid: 0...2), meaning)
  }

  private static func number(_ name: String, bits: Int, valid: ClosedRange<Int>) -> GPPField {
    GPPField(name, .number(bits: bits, valid: valid))
  }
}

extension GPPSectionID {
  /// The names that `__gpp` uses, from section 2; nil for a number without one.
  package var apiPrefix: String? {
    switch self {
    case .tcfEU: "tcfeuv2"
    case .tcfCanada: "tcfcav1"
    case .usPrivacy: "uspv1"
    default: GPPSectionLayout.all.first { $0.id == self }?.name
    }
  }
}
