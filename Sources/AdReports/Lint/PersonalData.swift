// SPDX-License-Identifier: MIT

/// What a text looks like that may tell who a person is. A finding names the kind, never the text.
enum PersonalData: String, CaseIterable {
  /// `name@host.domain`.
  case mailAddress = "an e-mail address"
  /// `+46 70 123 45 67`, `(555) 123-4567`.
  case phoneNumber = "a phone number"
  /// The form of Apple's and Google's advertising ids: `AEBE52E7-03EE-455A-B3C4-E57283966239`.
  case advertisingID = "an advertising id"

  /// `192.0.2.17`, `2001:db8::1:7`.
  case networkAddress = "an IP address"

  /// Looks at a text.
  init?(in text: String) {
    let found = Self.allCases.first { $0.isMatched(by: text) }
    guard let found else { return nil }
    self = found
  }

  private func isMatched(by text: String) -> Bool {
    switch self {
    case .mailAddress: Self.holdsMailAddress(text)
    case .phoneNumber: Self.isPhoneNumber(text)
    case .advertisingID:
      text.split { !($0.isHexDigit || $0 == "-") }.contains { Self.isUUID($0) }
    case .networkAddress: Self.isNetworkAddress(text)
    }
  }

  /// Whether some word of the text is of the form `name@host.domain`.
  private static func holdsMailAddress(_ text: String) -> Bool {
    text.split { $0.isWhitespace || "<>,;\"()".contains($0) }.contains { word in
      guard let at = word.firstIndex(of: "@"), at != word.startIndex else { return false }
      let host = word[word.index(after: at)...]
      guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
      return host.index(after: dot) != host.endIndex
    }
  }

  /// Whether the whole text is a number as people write those of phones: with a plus, or ten and more
  /// digits in three groups or more. Plain digits and dates are none.
  private static func isPhoneNumber(_ text: String) -> Bool {
    let digits = text.count { ("0"..."9").contains($0) }
    guard (9...15).contains(digits),
      text.allSatisfy({ ("0"..."9").contains($0) || "+ -.()/".contains($0) })
    else { return false }
    if text.hasPrefix("+") { return true }
    let groups = text.split { !("0"..."9").contains($0) }
    return digits >= 10 && groups.count >= 3 && groups.count <= 6 && !text.contains("/")
      && groups.allSatisfy { $0.count >= 2 } && !isVersionOrDate(groups)
  }

  /// Whether groups of digits begin with a year and a month.
  private static func isVersionOrDate(_ groups: [Substring]) -> Bool {
    groups[0].count == 4 && groups[1].count == 2
  }

  /// Whether the whole text is an address of version 4, and not one that is only within a network or a
  /// machine, or of version 6. Four numbers of which the first is below 10 are the version of a program as
  /// often, and are none.
  private static func isNetworkAddress(_ text: String) -> Bool {
    let bytes = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    if bytes.count == 4, !bytes.contains(nil) {
      return switch (bytes[0] ?? 0, bytes[1] ?? 0) {
      case (0...10, _), (127, _), (100, 64...127), (169, 254), (172, 16...31), (192, 168): false
      default: true
      }
    }
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    return (4...8).contains(groups.count) && text.contains(where: \.isHexDigit)
      && groups.allSatisfy { $0.count <= 4 && $0.allSatisfy(\.isHexDigit) }
      && (groups.count == 8 || text.contains("::"))
  }

  private static func isUUID(_ word: Substring) -> Bool {
    word.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
  }
}
