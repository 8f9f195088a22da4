// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// A consent string of any kind, decoded for people and for programs.
struct DecodedString {
  /// Every field, as `consent decode` writes it for programs.
  let json: JSONValue
  /// Every field with a title, as `consent decode` shows it to people.
  let lines: [(title: String, words: String)]
  /// The rules that it breaks, and the values that it may not have.
  let violations: [String]
  /// Prints all of it.
  let print: (CommandRun) throws -> Void

  /// Decodes a string of the kind that it begins as.
  /// - Parameter time: The time to judge the rules for.
  /// - Throws: `TCStringError`, `ConsentStringError` or `GPPSectionError` where it is malformed.
  init(_ text: String, at time: Timestamp) throws {
    if text.hasPrefix("1~") || text.hasPrefix("2~") {
      self.init(try AdditionalConsent(decoding: text), AdditionalConsent.columns)
    } else if text.hasPrefix("1") {
      self.init(try USPrivacyString(decoding: text), USPrivacyString.columns)
    } else if text.hasPrefix("D") {
      let gpp = try DecodedGPP(text, at: time)
      self.init(gpp, DecodedGPP.columns, forPeople: gpp.linesForPeople, gpp.violations)
    } else {
      let tc = try DecodedTC(text, at: time)
      self.init(tc, DecodedTC.columns, tc.violations)
    }
  }

  private init<Decoded>(
    _ decoded: Decoded, _ columns: [Column<Decoded>], forPeople shown: [Column<Decoded>]? = nil,
    _ violations: [String] = []
  ) {
    json = columns.value(of: decoded)
    lines = (shown ?? columns).lines(of: decoded)
    self.violations = violations
    print = { run in
      try run.fields(decoded, run.format == .table ? shown ?? columns : columns)
    }
  }
}

extension Column {
  /// What kind of string it is.
  fileprivate static func format(_ name: String) -> Column {
    Column("format", "Format", meaning: "What the document or the string is.") { _ in name }
  }
}

extension AdditionalConsent {
  static let columns: [Column<AdditionalConsent>] = [
    .format("additionalConsent"),
    Column("version", "Version", meaning: "The version.") { $0.version },
    Column("consented", "Consented", meaning: "The providers that were agreed to.") {
      JSONValue.numbers($0.consented.sorted())
    }
    .showing { .words($0.consented.sorted()) },
    Column("disclosed", "Disclosed", meaning: "The providers that were disclosed.") { string in
      string.disclosed.map { JSONValue.numbers($0.sorted()) }
    }.showing { .words($0.disclosed?.sorted() ?? []) },
  ]
}

extension USPrivacyString {
  static let columns: [Column<USPrivacyString>] = [
    .format("usPrivacy"),
    Column("version", "Version", meaning: "The version.") { _ in 1 },
    Column("noticeGiven", "Notice given", meaning: "Whether notice was given: Y, N or -.") {
      $0.noticeGiven.rawValue
    },
    Column("optedOutOfSale", "Opted out of sale", meaning: "Whether the person did: Y, N or -.") {
      $0.optedOutOfSale.rawValue
    },
    Column("limitedServiceProvider", "LSPA", meaning: "Whether the LSPA covers it: Y, N or -.") {
      $0.isLimitedServiceProvider.rawValue
    },
  ]
}

/// A GPP string with the content of its sections.
struct DecodedGPP {
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
    Column("id", meaning: "The number of the section.") { $0.section.id.rawValue },
    Column("name", meaning: "Its name in the CMP API.") { $0.section.id.apiPrefix },
    Column("text", meaning: "The section as it stands in the string.") { $0.section.text },
    Column(
      "segments", meaning: "Its fields by their specified names; null where it is not understood."
    ) { section in
      section.content == .unknown
        ? nil : JSONValue.array(section.content.segments.map { .object($0) })
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
      JSONValue.array(violations(row).map { .string($0) })
    }.showing { .list(violations($0)) }
  }
}

/// A TC string with the rules that it breaks.
struct DecodedTC {
  let tc: TCString
  let violations: [String]

  init(_ text: String, at time: Timestamp) throws {
    tc = try TCString(decoding: text)
    violations = tc.violations(at: time).map(\.description)
  }

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
    Column("purpose", meaning: "The purpose.") { $0.purpose },
    Column("kind", meaning: "What it restricts: notAllowed, or the legal basis.") { "\($0.kind)" },
    Column("vendors", meaning: "For which vendors, as ranges.") { JSONValue.ranges($0.vendors) },
  ]

  private static func field(
    _ key: String, _ title: String, _ meaning: String,
    _ value: @escaping @Sendable (TCString) -> JSONValue
  ) -> Column<DecodedTC> {
    Column(key, title, meaning: meaning) { value($0.tc) }.showing { value($0.tc).words }
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
