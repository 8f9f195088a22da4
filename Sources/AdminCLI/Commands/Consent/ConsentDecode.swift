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
      Needs no database. Ends with 65 where the string is malformed, saying in which segment and at \
      which bit, and with 1 where it is well-formed and breaks a rule of its policy version.
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
      let bytes = try run.read("-").filter { $0 > 0x20 }
      text = String(decoding: bytes, as: UTF8.self)
    }
    let decoded = try DecodedString(text, at: run.input[at] ?? run.now)
    try run.fields(decoded, decoded.columns, object: DecodedString.writeObject)
    return decoded.violations.isEmpty ? .done : .answerIsNo
  }
}

/// A consent string of any format, as lines for people and an object for programs.
private struct DecodedString {
  private let format: String
  private var fields: [(key: String, title: String, value: JSONValue)] = []
  private(set) var violations: [PolicyViolation] = []

  init(_ text: String, at time: Timestamp) throws {
    if text.hasPrefix("1~") || text.hasPrefix("2~") {
      format = "additionalConsent"
      take(try AdditionalConsent(decoding: text))
    } else if text.hasPrefix("1") {
      format = "usPrivacy"
      take(try USPrivacyString(decoding: text))
    } else if text.hasPrefix("D") {
      format = "gpp"
      try take(try GPPString(decoding: text), at: time)
    } else {
      format = "tcf"
      take(try TCString(decoding: text), at: time)
    }
  }

  private mutating func add(_ key: String, _ title: String, _ value: JSONValue) {
    fields.append((key, title, value))
  }

  private mutating func take(_ string: AdditionalConsent) {
    add("version", "Version", .integer(Int64(string.version)))
    add("consented", "Consented", .numbers(string.consented.sorted()))
    add("disclosed", "Disclosed", string.disclosed.map { .numbers($0.sorted()) } ?? .null)
  }

  private mutating func take(_ string: USPrivacyString) {
    add("noticeGiven", "Notice given", .string(string.noticeGiven.rawValue))
    add("optedOutOfSale", "Opted out of sale", .string(string.optedOutOfSale.rawValue))
    add("limitedServiceProvider", "LSPA", .string(string.isLimitedServiceProvider.rawValue))
  }

  private mutating func take(_ string: GPPString, at time: Timestamp) throws {
    add("sections", "Sections", .array(string.sections.map(\.json)))
    if let usPrivacy = try string.usPrivacy() { take(usPrivacy) }
    if let tc = try string.tcString() { take(tc, at: time) }
  }

  private mutating func take(_ tc: TCString, at time: Timestamp) {
    violations = tc.violations(at: time)
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
    add("disclosedVendors", "Vendors, disclosed", tc.disclosedVendors.map { .ranges($0) } ?? .null)
    add("restrictions", "Restrictions", .array(tc.publisherRestrictions.map(\.json)))
    add("violations", "Broken rules", .array(violations.map { .string($0.description) }))
  }

  var columns: [Column<DecodedString>] {
    [Column("format", "Format") { .text($0.format) }]
      + fields.map { field in
        Column(field.key, field.title) { _ in field.value.cell }
      }
  }

  static func writeObject(_ decoded: DecodedString, to json: inout JSONWriter) throws {
    json.member("format", decoded.format)
    for field in decoded.fields { try json.member(field.key, field.value) }
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
  fileprivate var json: JSONValue {
    [
      "id": .integer(Int64(id.rawValue)), "name": id.apiPrefix.map { .string($0) } ?? .null,
      "text": .string(text),
    ]
  }
}
