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
    effect: .reads, arguments: [string], options: [at],
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
    let decoded = try DecodedString(text, at: run.input[at] ?? run.now)
    try run.fields(decoded, decoded.columns, object: DecodedString.writeObject)
    return decoded.violations.isEmpty ? .done : .answerIsNo
  }
}

/// A consent string of any format, as lines for people and an object for programs.
private struct DecodedString {
  /// One thing to tell; what a program finds in an object elsewhere is told to people alone.
  private struct Entry {
    let key: String
    let title: String
    let value: JSONValue
    var isForPeople = true
    var isForPrograms = true
  }

  private let format: String
  private var entries: [Entry] = []
  /// The rules that the string breaks, and the values that its sections do not allow.
  private(set) var violations: [String] = []

  init(_ text: String, at time: Timestamp) throws {
    if text.hasPrefix("1~") || text.hasPrefix("2~") {
      format = "additionalConsent"
      append(try AdditionalConsent(decoding: text))
    } else if text.hasPrefix("1") {
      format = "usPrivacy"
      append(try USPrivacyString(decoding: text))
    } else if text.hasPrefix("D") {
      format = "gpp"
      try append(try GPPString(decoding: text), at: time)
    } else {
      format = "tcf"
      append(try TCString(decoding: text), at: time)
    }
    if format == "tcf" || format == "gpp" {
      add("violations", "Broken rules", .array(violations.map { .string($0) }))
    }
  }

  private mutating func add(_ key: String, _ title: String, _ value: JSONValue) {
    entries.append(Entry(key: key, title: title, value: value))
  }

  private mutating func append(_ string: AdditionalConsent) {
    add("version", "Version", .integer(Int64(string.version)))
    add("consented", "Consented", .numbers(string.consented.sorted()))
    add("disclosed", "Disclosed", string.disclosed.map { .numbers($0.sorted()) } ?? .null)
  }

  private mutating func append(_ string: USPrivacyString) {
    add("version", "Version", 1)
    add("noticeGiven", "Notice given", .string(string.noticeGiven.rawValue))
    add("optedOutOfSale", "Opted out of sale", .string(string.optedOutOfSale.rawValue))
    add("limitedServiceProvider", "LSPA", .string(string.isLimitedServiceProvider.rawValue))
  }

  private mutating func append(_ string: GPPString, at time: Timestamp) throws {
    let sections = try string.sections.map { ($0, try GPPSectionContent(decoding: $0)) }
    entries.append(
      Entry(
        key: "sections", title: "Sections", value: .array(sections.map { $0.json(with: $1) }),
        isForPeople: false))
    for (section, content) in sections {
      let name = section.id.apiPrefix ?? "section \(section.id.rawValue)"
      add(people: name, .string(section.text))
      for member in content.segments.flatMap(\.members) {
        add(people: "\(name).\(member.key)", member.value)
      }
      switch content {
      case .tcfEU(let tc): violations += tc.violations(at: time).map(\.description)
      case .unitedStates(let decoded):
        violations += decoded.invalidFields.map { "invalidValue: \($0)" }
      case .tcfCanada, .usPrivacy, .unknown: break
      }
    }
  }

  private mutating func add(people key: String, _ value: JSONValue) {
    entries.append(Entry(key: key, title: key, value: value, isForPrograms: false))
  }

  private mutating func append(_ tc: TCString, at time: Timestamp) {
    violations = tc.violations(at: time).map(\.description)
    add("version", "Version", 2)
    add("policyVersion", "Policy version", .integer(Int64(tc.policyVersion)))
    add("created", "Created", .string(tc.created.description))
    add("lastUpdated", "Last updated", .string(tc.lastUpdated.description))
    add("cmpId", "CMP", .integer(Int64(tc.cmpID)))
    add("cmpVersion", "CMP version", .integer(Int64(tc.cmpVersion)))
    add("consentScreen", "Consent screen", .integer(Int64(tc.consentScreen)))
    add("consentLanguage", "Language", .string(tc.consentLanguage.description))
    add("vendorListVersion", "Vendor list", .integer(Int64(tc.vendorListVersion)))
    add("isServiceSpecific", "Service specific", .bool(tc.isServiceSpecific))
    add("usesNonStandardTexts", "Non-standard texts", .bool(tc.usesNonStandardTexts))
    add("publisherCountry", "Publisher country", .string(tc.publisherCountry.description))
    add("purposeOneTreatment", "Purpose 1 undisclosed", .bool(tc.purposeOneTreatment))
    add("purposesConsent", "Purposes, consent", .numbers(tc.purposesConsent.ids))
    add(
      "purposesLegitimateInterest", "Purposes, interest",
      .numbers(tc.purposesLegitimateInterest.ids))
    add("specialFeatureOptIns", "Special features", .numbers(tc.specialFeatureOptIns.ids))
    add("vendorConsents", "Vendors, consent", .ranges(tc.vendorConsents))
    add(
      "vendorLegitimateInterests", "Vendors, interest", .ranges(tc.vendorLegitimateInterests))
    add("restrictions", "Restrictions", .array(tc.publisherRestrictions.map(\.json)))
    add("segments", "Segments", .array(tc.segmentNames.map { .string($0) }))
    add("disclosedVendors", "Vendors, disclosed", tc.disclosedVendors.map { .ranges($0) } ?? .null)
    add("allowedVendors", "Vendors, allowed", tc.allowedVendors.map { .ranges($0) } ?? .null)
    append(tc.publisherTC)
  }

  /// The publisher's own purposes, null where the string has no such segment.
  private mutating func append(_ publisher: PublisherTC?) {
    func ids(_ set: (PublisherTC) -> PurposeSet) -> JSONValue {
      publisher.map { .numbers(set($0).ids) } ?? .null
    }
    add("publisherPurposesConsent", "Publisher, consent", ids(\.purposesConsent))
    add(
      "publisherPurposesLegitimateInterest", "Publisher, interest",
      ids(\.purposesLegitimateInterest))
    add(
      "customPurposeCount", "Custom purposes",
      publisher.map { .integer(Int64($0.customPurposeCount)) } ?? .null)
    add("customPurposesConsent", "Custom, consent", ids(\.customPurposesConsent))
    add(
      "customPurposesLegitimateInterest", "Custom, interest",
      ids(\.customPurposesLegitimateInterest))
  }

  var columns: [Column<DecodedString>] {
    [Column("format", "Format") { .text($0.format) }]
      + entries.filter(\.isForPeople).map { entry in
        Column(entry.key, entry.title) { _ in entry.value.cell }
      }
  }

  static func writeObject(_ decoded: DecodedString, to json: inout JSONWriter) throws {
    json.member("format", decoded.format)
    for entry in decoded.entries where entry.isForPrograms {
      try json.member(entry.key, entry.value)
    }
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

  /// The value as a cell: arrays as words, an empty one as nothing.
  fileprivate var cell: Cell {
    switch self {
    case .null: .none
    case .bool(let flag): .flag(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .number(number)
    case .string(let text): .text(text)
    case .array(let values): .list(values.map { $0.cell.plain })
    case .object: .json(self)
    }
  }
}

extension PublisherRestriction {
  fileprivate var json: JSONValue {
    [
      "purpose": .integer(Int64(purpose)), "kind": .string("\(kind)"), "vendors": .ranges(vendors),
    ]
  }
}

extension GPPSection {
  /// The section with its segments; null where the section is not understood.
  fileprivate func json(with content: GPPSectionContent) -> JSONValue {
    [
      "id": .integer(Int64(id.rawValue)), "name": id.apiPrefix.map { .string($0) } ?? .null,
      "text": .string(text),
      "segments": content == .unknown
        ? .null : .array(content.segments.map { .object($0) }),
    ]
  }
}
