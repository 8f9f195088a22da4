// SPDX-License-Identifier: MIT

package import AdModel

/// What `__gpp` answers. Source: IAB Tech Lab, Global Privacy Platform, "CMP API Specification",
/// version 1.1, PingReturn.
extension RelayedConsent {
  /// The `PingReturn` object without the statuses; nil without a GPP string.
  ///
  /// Every section that is understood is told parsed, one object for each of its segments.
  package var gppPing: JSONValue? {
    guard let gpp else { return nil }
    let numbers = gpp.sections.map { JSONValue.integer(Int64($0.id.rawValue)) }
    let applicable = applicableSections.map { JSONValue.integer(Int64($0.rawValue)) }
    let prefixes = gpp.sections.compactMap { section in
      section.id.apiPrefix.map { JSONValue.string("\(section.id.rawValue):\($0)") }
    }
    var parsed = JSONObject()
    for section in signals.sections {
      guard let prefix = section.section.id.apiPrefix, section.content != .unknown else { continue }
      parsed[prefix] = .array(section.content.segments.map { .object($0) })
    }
    return [
      "gppVersion": "1.1",
      "supportedAPIs": .array(prefixes),
      "cmpId": .integer(Int64(tc?.cmpID ?? 0)),
      "sectionList": .array(numbers),
      "applicableSections": .array(applicable.isEmpty ? [noSection] : applicable),
      "gppString": .string(gpp.text),
      "parsedSections": .object(parsed),
    ]
  }

  /// What stands for no section: -1 where no law applies, and 0 where the law's section is missing,
  /// so that nobody takes the string for an answer under it.
  private var noSection: JSONValue { regulation.model == .unregulated ? -1 : 0 }

  /// The sections of the string that are of the statement's law, and those that hold what counts
  /// under every law: an opt-out, or that the person is a child.
  var applicableSections: [GPPSectionID] {
    signals.sections.map { ($0.section.id, $0.content) }
      .filter { $1.isCarried || regulation.isAnswered(in: $0) }.map(\.0)
  }
}

extension GPPSectionContent {
  /// Whether the section restricts the ads under every law: the person opted out, or is a child.
  var isCarried: Bool {
    switch self {
    case .usPrivacy(let string): string.optedOutOfSale == .yes
    case .unitedStates(let section):
      !section.optOuts.isEmpty || section.ageTreatment != .unspecified
    case .tcfEU, .tcfCanada, .unknown: false
    }
  }
}
