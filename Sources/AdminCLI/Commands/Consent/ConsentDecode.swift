// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// `consent decode STRING`.
enum ConsentDecode {
  static let string = Argument(
    .consentString, "A TC, Additional Consent, GPP or US Privacy string; - for standard input.",
    isPersonal: true)
  static let at = Option("at", .time, "The time to judge the rules for.", defaultDescription: "now")

  static let command = Command(
    answering: "decode", "Decode a consent string and list the rules that it breaks.",
    details: """
      Needs no database. Prints every field of the string, and of every section of a GPP string under \
      the names of its specification. Ends with 65 where the string is malformed, saying in which \
      section, in which segment and at which bit, and with 1 where it is well-formed and breaks a rule \
      of its policy version or holds a value that its section does not allow. Of standard input one \
      newline at the end is left out, and nothing else.
      """,
    effect: .reads,
    output: .forms([
      OutputForm("of a TC string", .keys(Column.keys(of: DecodedTC.columns))),
      OutputForm("of a GPP string", .keys(Column.keys(of: DecodedGPP.columns))),
      OutputForm("of a US Privacy string", .keys(Column.keys(of: USPrivacyString.columns))),
      OutputForm(
        "of an Additional Consent string", .keys(Column.keys(of: AdditionalConsent.columns))),
    ]),
    arguments: [string], options: [at],
    examples: [
      Example("consent decode 1YNN", "A US Privacy string."),
      Example("consent decode '2~1.35.41.101~dv.9.21.81'", "An Additional Consent string."),
      Example("consent decode - --format json < tc.txt", "Whatever the file holds."),
    ]
  ) { run in
    var text = run.input[string]
    if text == "-" {
      var bytes = try run.read("-", atMost: .line)[...]
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      text = String(decoding: bytes, as: UTF8.self)
    }
    return try decode(text, at: run.time(at) ?? run.now, run)
  }

  private static func decode(_ text: String, at time: Timestamp, _ run: CommandRun) throws
    -> ExitCode
  {
    if text.hasPrefix("1~") || text.hasPrefix("2~") {
      try run.fields(AdditionalConsent(decoding: text), AdditionalConsent.columns)
    } else if text.hasPrefix("1") {
      try run.fields(USPrivacyString(decoding: text), USPrivacyString.columns)
    } else if text.hasPrefix("D") {
      let gpp = try DecodedGPP(text, at: time)
      try run.fields(gpp, run.format == .table ? gpp.linesForPeople : DecodedGPP.columns)
      return gpp.violations.isEmpty ? .done : .answerIsNo
    } else {
      let tc = try TCString(decoding: text)
      let decoded = DecodedTC(tc: tc, violations: tc.violations(at: time).map(\.description))
      try run.fields(decoded, DecodedTC.columns)
      return decoded.violations.isEmpty ? .done : .answerIsNo
    }
    return .done
  }
}

extension Column {
  /// What kind of string it is.
  fileprivate static func format(_ name: String) -> Column {
    Column("format", "Format", meaning: "What the document or the string is.") { _ in .text(name) }
  }
}

extension AdditionalConsent {
  fileprivate static let columns: [Column<AdditionalConsent>] = [
    .format("additionalConsent"),
    Column("version", "Version", meaning: "The version.") { .integer(Int64($0.version)) },
    Column("consented", "Consented", meaning: "The providers that were agreed to.") {
      .value(.numbers($0.consented.sorted()))
    }
    .showing { .words($0.consented.sorted()) },
    Column("disclosed", "Disclosed", meaning: "The providers that were disclosed.") { string in
      string.disclosed.map { .value(.numbers($0.sorted())) } ?? .none
    }.showing { .words($0.disclosed?.sorted() ?? []) },
  ]
}

extension USPrivacyString {
  fileprivate static let columns: [Column<USPrivacyString>] = [
    .format("usPrivacy"),
    Column("version", "Version", meaning: "The version.") { _ in .integer(1) },
    Column("noticeGiven", "Notice given", meaning: "Whether notice was given: Y, N or -.") {
      .text($0.noticeGiven.rawValue)
    },
    Column("optedOutOfSale", "Opted out of sale", meaning: "Whether the person did: Y, N or -.") {
      .text($0.optedOutOfSale.rawValue)
    },
    Column(
      "limitedServiceProvider", "LSPA", meaning: "Whether the LSPA covers it: Y, N or -."
    ) { .text($0.isLimitedServiceProvider.rawValue) },
  ]
}

/// A GPP string with the content of its sections.
private struct DecodedGPP {
  private typealias Section = (section: GPPSection, content: GPPSectionContent)

  private let sections: [Section]
  /// The rules that the sections break, and the values that they do not allow.
  let violations: [String]

  init(_ text: String, at time: Timestamp) throws {
    sections = try GPPString(decoding: text).sections.map { section in
      (section, try GPPSectionContent(decoding: section))
    }
    violations = sections.flatMap { section -> [String] in
      switch section.content {
      case .tcfEU(let tc): tc.violations(at: time).map(\.description)
      case .unitedStates(let decoded): decoded.invalidFields.map { "invalidValue: \($0)" }
      case .tcfCanada, .usPrivacy, .unknown: []
      }
    }
  }

  static let columns: [Column<DecodedGPP>] = [
    .format("gpp"),
    .list("sections", meaning: "The sections, by ascending number.", of: sectionColumns) {
      $0.sections
    },
    .violations(\.violations),
  ]

  private static let sectionColumns: [Column<Section>] = [
    Column("id", meaning: "The number of the section.") {
      .integer(Int64($0.section.id.rawValue))
    },
    Column("name", meaning: "Its name in the CMP API.") { .optional($0.section.id.apiPrefix) },
    Column("text", meaning: "The section as it stands in the string.") { .text($0.section.text) },
    Column(
      "segments", meaning: "Its fields by their specified names; null where it is not understood."
    ) { section in
      section.content == .unknown
        ? .none : .value(.array(section.content.segments.map { .object($0) }))
    },
  ]

  /// A line for each field of each section.
  var linesForPeople: [Column<DecodedGPP>] {
    func line(_ title: String, _ value: JSONValue) -> Column<DecodedGPP> {
      Column(title, title, meaning: title) { _ in value.words }
    }
    let lines = sections.flatMap { section -> [Column<DecodedGPP>] in
      let name = section.section.id.apiPrefix ?? "section \(section.section.id.rawValue)"
      return [line(name, .string(section.section.text))]
        + section.content.segments.flatMap(\.members).map { line("\(name).\($0.key)", $0.value) }
    }
    return [.format("gpp")] + lines + [.violations(\.violations)]
  }
}

extension Column {
  fileprivate static func violations(
    _ violations: @escaping @Sendable (Row) -> [String]
  ) -> Column {
    Column("violations", "Broken rules", meaning: "The rules that the string breaks.") { row in
      .value(.array(violations(row).map { .string($0) }))
    }.showing { .list(violations($0)) }
  }
}

/// A TC string with the rules that it breaks.
private struct DecodedTC {
  let tc: TCString
  let violations: [String]

  static let columns: [Column<DecodedTC>] =
    [
      .format("tcf"),
      field("version", "Version", "The version of the format.") { _ in 2 },
      field("policyVersion", "Policy version", "The version of the TCF's policies.") {
        .integer(Int64($0.policyVersion))
      },
      field("created", "Created", "When it was first made.") { .string($0.created.description) },
      field("lastUpdated", "Last updated", "When it was last changed.") {
        .string($0.lastUpdated.description)
      },
      field("cmpId", "CMP", "The consent platform.") { .integer(Int64($0.cmpID)) },
      field("cmpVersion", "CMP version", "Its version.") { .integer(Int64($0.cmpVersion)) },
      field("consentScreen", "Consent screen", "The screen that was answered.") {
        .integer(Int64($0.consentScreen))
      },
      field("consentLanguage", "Language", "Its language.") {
        .string($0.consentLanguage.description)
      },
      field("vendorListVersion", "Vendor list", "The version of the vendor list.") {
        .integer(Int64($0.vendorListVersion))
      },
      field("isServiceSpecific", "Service specific", "Whether it holds for one service alone.") {
        .bool($0.isServiceSpecific)
      },
      field("usesNonStandardTexts", "Non-standard texts", "Whether other texts were shown.") {
        .bool($0.usesNonStandardTexts)
      },
      field("publisherCountry", "Publisher country", "The country of the publisher.") {
        .string($0.publisherCountry.description)
      },
      field(
        "purposeOneTreatment", "Purpose 1 undisclosed", "Whether purpose 1 was not disclosed."
      ) { .bool($0.purposeOneTreatment) },
      field("purposesConsent", "Purposes, consent", "The purposes that were agreed to.") {
        .numbers($0.purposesConsent.ids)
      },
      field(
        "purposesLegitimateInterest", "Purposes, interest",
        "The purposes that may rest on legitimate interest."
      ) { .numbers($0.purposesLegitimateInterest.ids) },
      field("specialFeatureOptIns", "Special features", "The features that were agreed to.") {
        .numbers($0.specialFeatureOptIns.ids)
      },
      field("vendorConsents", "Vendors, consent", "The vendors that were agreed to, as ranges.") {
        .ranges($0.vendorConsents)
      },
      field(
        "vendorLegitimateInterests", "Vendors, interest",
        "The vendors that may act on legitimate interest."
      ) { .ranges($0.vendorLegitimateInterests) },
      .list(
        "restrictions", "Restrictions", meaning: "What the publisher restricts.",
        of: restrictionColumns
      ) { $0.tc.publisherRestrictions }
      .showing { .list($0.tc.publisherRestrictions.map(\.words)) },
      field("segments", "Segments", "The segments that it has.") {
        .array($0.segmentNames.map { .string($0) })
      },
      field("disclosedVendors", "Vendors, disclosed", "The vendors that were disclosed.") {
        $0.disclosedVendors.map { .ranges($0) } ?? .null
      },
      field("allowedVendors", "Vendors, allowed", "The vendors that the publisher allows.") {
        $0.allowedVendors.map { .ranges($0) } ?? .null
      },
    ] + publisher + [.violations(\.violations)]

  /// The publisher's own purposes, null where the string has no such segment.
  private static let publisher: [Column<DecodedTC>] = [
    field("publisherPurposesConsent", "Publisher, consent", "The publisher's, agreed to.") {
      $0.publisherTC.map { .numbers($0.purposesConsent.ids) } ?? .null
    },
    field(
      "publisherPurposesLegitimateInterest", "Publisher, interest",
      "The publisher's, on legitimate interest."
    ) { $0.publisherTC.map { .numbers($0.purposesLegitimateInterest.ids) } ?? .null },
    field("customPurposeCount", "Custom purposes", "How many purposes the publisher made.") {
      $0.publisherTC.map { .integer(Int64($0.customPurposeCount)) } ?? .null
    },
    field("customPurposesConsent", "Custom, consent", "Those of them that were agreed to.") {
      $0.publisherTC.map { .numbers($0.customPurposesConsent.ids) } ?? .null
    },
    field(
      "customPurposesLegitimateInterest", "Custom, interest",
      "Those of them that may rest on legitimate interest."
    ) { $0.publisherTC.map { .numbers($0.customPurposesLegitimateInterest.ids) } ?? .null },
  ]

  private static let restrictionColumns: [Column<PublisherRestriction>] = [
    Column("purpose", meaning: "The purpose.") { .integer(Int64($0.purpose)) },
    Column("kind", meaning: "What it restricts: notAllowed, or the legal basis.") {
      .text("\($0.kind)")
    },
    Column("vendors", meaning: "For which vendors, as ranges.") { .value(.ranges($0.vendors)) },
  ]

  private static func field(
    _ key: String, _ title: String, _ meaning: String,
    _ value: @escaping @Sendable (TCString) -> JSONValue
  ) -> Column<DecodedTC> {
    Column(key, title, meaning: meaning) { .value(value($0.tc)) }.showing { value($0.tc).words }
  }
}

extension PublisherRestriction {
  fileprivate var words: String {
    "purpose \(purpose) \(kind) \(JSONValue.ranges(vendors).words.plain)"
  }
}

extension TCString {
  /// The segments that the string has, the core first.
  fileprivate var segmentNames: [String] {
    [
      ("core", true), ("disclosedVendors", disclosedVendors != nil),
      ("allowedVendors", allowedVendors != nil), ("publisherTC", publisherTC != nil),
    ].filter(\.1).map(\.0)
  }
}

extension JSONValue {
  fileprivate static func numbers(_ ids: [Int]) -> JSONValue {
    .array(ids.map { .integer(Int64($0)) })
  }

  /// Vendors as runs: `1-3`, `755`.
  fileprivate static func ranges(_ vendors: VendorSet) -> JSONValue {
    .array(
      vendors.ranges.map { range in
        .string(
          range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)")
      })
  }

  /// The value as a cell for people: arrays as words, an empty one as nothing.
  fileprivate var words: Cell {
    if case .array(let values) = self { .list(values.map { $0.words.plain }) } else { .value(self) }
  }
}

extension Cell {
  fileprivate static func words(_ numbers: [Int]) -> Cell { .list(numbers.map(String.init)) }
}
