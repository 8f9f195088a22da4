// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

extension ValueKind where Value == String {
  /// A consent string; never repeated in a message.
  static let consentString = ValueKind("STRING", expected: "a consent string") {
    $0.isEmpty ? nil : $0
  }

  /// A country.
  static let country = ValueKind("CC", expected: "a country of two letters") {
    try LetterPair($0).description
  }
}

extension ValueKind where Value == ContentHash {
  /// What a notice is named by.
  static let noticeHash = ValueKind("HASH", expected: "64 hexadecimal digits") {
    ContentHash(hex: $0)
  }
}

extension ValueKind where Value == Regulation {
  /// The law that an answer was given under.
  static let regulation = ValueKind(
    "LAW", expected: "the id of a law: gdpr, cpra, tdpsa; see 'adview-admin consent laws'",
    completion: .words(Law.ids.map(\.rawValue))
  ) { try Regulation($0) }
}

extension ValueKind where Value == [ConsentItemID] {
  /// Ids of purposes or vendors with commas between them: digits are numbers, the rest names.
  static let items = ValueKind("IDS", expected: "ids with commas between them: cookies,755") {
    let ids = $0.split(separator: ",", omittingEmptySubsequences: false)
    return ids.contains(where: \.isEmpty) ? nil : ids.map { ConsentItemID(String($0)) }
  }
}

/// When a consent runs out, as somebody types it.
enum TypedExpiry: Hashable, Sendable {
  /// At a time.
  case at(Moment)
  /// After some time from the answer on.
  case after(ConsentLifetime)

  /// The time that is meant.
  /// - Parameter start: What a number of months or days counts from.
  func time(from start: Timestamp, at now: Timestamp) -> Timestamp {
    switch self {
    case .at(let moment): moment.time(at: now)
    case .after(let lifetime): lifetime.end(from: start)
    }
  }
}

extension ValueKind where Value == TypedExpiry {
  /// A time, or how long from the answer on.
  static let expiry = ValueKind(
    "TIME", expected: "a time, or how long: 2027-05-21, 2027-05-21T06:26:00Z, 6mo, 26w or 180d"
  ) { text in
    if text.hasSuffix("mo"), let months = Int(text.dropLast(2)), (1...1200).contains(months) {
      return .after(.months(months))
    }
    let moment = try Moment(text)
    // Elsewhere it is how long ago.
    guard case .ago(let duration) = moment, duration > 0 else { return .at(moment) }
    return duration <= 36_500 * 86_400_000 ? .after(.seconds(duration / 1000)) : nil
  }
}
