// SPDX-License-Identifier: MIT

/// The strings of a record, read: those that stand alone and those inside a GPP string.
struct ConsentSignals {
  private(set) var tc: [TCString] = []
  private(set) var usPrivacy: [USPrivacyString] = []
  /// The sections of the GPP string that may hold an opt-out and are only relayed.
  private(set) var unreadSections: [GPPSectionID] = []
  /// What could not be read, and why; none of the strings is in it.
  private(set) var fault: String?

  init(_ strings: ConsentStrings) {
    do {
      try read(strings)
    } catch {
      fault = "\(error)"
    }
  }

  /// Read here, or of a law that is none of the United States.
  private static let readOrForeign: [GPPSectionID] = [.tcfEU, .tcfCanada, .usPrivacy]

  private mutating func read(_ strings: ConsentStrings) throws {
    if let text = strings.tc { tc.append(try TCString(decoding: text)) }
    if let text = strings.usPrivacy { usPrivacy.append(try USPrivacyString(decoding: text)) }
    guard let text = strings.gpp else { return }
    let gpp = try GPPString(decoding: text)
    unreadSections = gpp.sections.map(\.id).filter { !Self.readOrForeign.contains($0) }
    if let section = try gpp.tcString() { tc.append(section) }
    if let section = try gpp.usPrivacy() { usPrivacy.append(section) }
  }
}
