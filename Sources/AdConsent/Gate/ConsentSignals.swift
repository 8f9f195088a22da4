// SPDX-License-Identifier: MIT

/// The strings of a record, read: those that stand alone and those inside a GPP string.
struct ConsentSignals {
  private(set) var tc: [TCString] = []
  private(set) var usPrivacy: [USPrivacyString] = []
  /// What could not be read, and why; none of the strings is in it.
  private(set) var fault: String?

  init(_ strings: ConsentStrings) {
    do {
      try read(strings)
    } catch {
      fault = "\(error)"
    }
  }

  private mutating func read(_ strings: ConsentStrings) throws {
    if let text = strings.tc { tc.append(try TCString(decoding: text)) }
    if let text = strings.usPrivacy { usPrivacy.append(try USPrivacyString(decoding: text)) }
    guard let text = strings.gpp else { return }
    let gpp = try GPPString(decoding: text)
    if let section = try gpp.tcString() { tc.append(section) }
    if let section = try gpp.usPrivacy() { usPrivacy.append(section) }
  }
}
