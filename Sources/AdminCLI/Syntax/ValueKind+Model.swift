// SPDX-License-Identifier: MIT
package import AdConsent
package import AdModel
package import AdStore

extension ValueKind where Value == AdUnitID {
  /// The id of an ad unit.
  package static let unit = unit(offering: InventoryUnit.Status.allCases)

  /// The id of an ad unit, of which a shell offers those that a verb can take.
  package static func unit(offering statuses: [InventoryUnit.Status]) -> ValueKind {
    ValueKind("UNIT", expected: "an ad unit id", completion: .units(statuses)) {
      try AdUnitID($0)
    }
  }

  /// The id of an ad unit that is not there yet.
  package static let newUnit = ValueKind("UNIT", expected: "an ad unit id") { try AdUnitID($0) }
}

extension ValueKind where Value == PageID {
  /// The name of a page.
  package static let page = ValueKind("PAGE", expected: "a page name", completion: .pages) {
    try PageID($0)
  }
}

extension ValueKind where Value == ExperimentID {
  /// The name of an experiment.
  package static let experiment = ValueKind(
    "EXPERIMENT", expected: "an experiment name", completion: .experiments
  ) { try ExperimentID($0) }
}

extension ValueKind where Value == ArmID {
  /// The name of an arm of an experiment.
  package static let arm = ValueKind("ARM", expected: "an arm name") { try ArmID($0) }
}

extension ValueKind where Value == SessionID {
  /// The id of a recorded session.
  package static let session = ValueKind(
    "SESSION", expected: "a session id", completion: .sessions
  ) {
    try SessionID($0)
  }
}

extension ValueKind where Value == AdManagerPath {
  /// The path of a unit in Google Ad Manager.
  package static let adManagerPath = ValueKind("PATH", expected: "a path: /NETWORK/CODE") {
    try AdManagerPath($0)
  }
}

extension ValueKind where Value == DeclaredSize {
  /// A size that creatives may have.
  package static let size = ValueKind("SIZE", expected: "a size: WIDTHxHEIGHT or fluid") {
    try DeclaredSize($0)
  }
}

extension ValueKind where Value == FeedPattern {
  /// Where ads stand in a feed.
  package static let feedPattern = ValueKind(
    "PATTERN", expected: "positions and period: 5,7,8/10"
  ) {
    try FeedPattern($0)
  }
}

extension ValueKind where Value == SubjectKey {
  /// The pseudonymous key of a person; declare what takes one with `isPersonal`.
  package static let subject = ValueKind(
    "SUBJECT", expected: "a subject key of 1 to 256 bytes without control characters"
  ) { try SubjectKey($0) }
}

extension ValueKind where Value == Bool {
  /// `yes` or `no`; other words for them are taken, too.
  package static let yesOrNo = ValueKind(
    "yes|no", expected: "yes or no", completion: .words(["yes", "no"])
  ) { text in
    switch text {
    case "yes", "on", "true": true
    case "no", "off", "false": false
    default: nil
    }
  }
}

/// A targeting key with one value, as `--target KEY=VALUE` gives it.
package struct TargetingPair: Hashable, Sendable {
  /// The key: what stands before the first equals sign.
  package let key: String
  /// The value: what stands after it.
  package let value: String

  /// Puts pairs together to targeting; the values of a key keep their order.
  /// - Parameter pairs: The pairs in the order given.
  /// - Throws: `InvalidValue` of a key or value that cannot be one, or that is given twice.
  package static func targeting(of pairs: [TargetingPair]) throws(InvalidValue) -> AdTargeting {
    var places: [[UInt8]: Int] = [:]
    var keys: [(key: String, values: [String])] = []
    for pair in pairs {
      let bytes = Array(pair.key.utf8)
      if let place = places[bytes] {
        keys[place].values.append(pair.value)
      } else {
        places[bytes] = keys.count
        keys.append((pair.key, [pair.value]))
      }
    }
    var entries: [TargetingEntry] = []
    for (key, values) in keys { entries.append(try TargetingEntry(key: key, values: values)) }
    return try AdTargeting(entries)
  }
}

extension ValueKind where Value == TargetingPair {
  /// A targeting key with one value.
  package static let targetingPair = ValueKind(
    "KEY=VALUE", expected: "a key and a value: KEY=VALUE", completion: .targeting
  ) { text in
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let pair = TargetingPair(
      key: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
    _ = try TargetingEntry(key: pair.key, values: [pair.value])
    return pair
  }
}

extension ValueKind where Value == InventoryFilter.TargetingMatch {
  /// A targeting key, or a key with one value.
  package static let targetingMatch = ValueKind(
    "KEY[=VALUE]", expected: "a key, or a key and a value: KEY=VALUE", completion: .targeting
  ) { text in
    guard !text.isEmpty, !text.hasPrefix("=") else { return nil }
    guard let equals = text.firstIndex(of: "=") else {
      return InventoryFilter.TargetingMatch(key: text)
    }
    return InventoryFilter.TargetingMatch(
      key: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }
}
