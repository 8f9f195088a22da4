// SPDX-License-Identifier: MIT
package import AdModel

extension InventoryLint {
  /// Looks at the targeting that is set for a scope itself.
  ///
  /// A value that looks personal is not repeated in a finding.
  /// - Complexity: Linear in the size of the targeting.
  package static func findings(
    in targeting: AdTargeting, of scope: TargetingScope
  ) -> [LintFinding] {
    var unit: AdUnitID?
    let place: String
    switch scope {
    case .app: place = "targeting of the app"
    case .debug: place = "targeting of debugging"
    case .page(let id): place = "targeting of page \(id)"
    case .unit(let id):
      place = "targeting"
      unit = id
    }
    var keys: [String: String] = [:]
    return targeting.entries.flatMap { entry -> [LintFinding] in
      var found = rules(brokenBy: entry.key) + values(of: entry)
      if let twin = keys.updateValue(entry.key, forKey: entry.key.lowercased()) {
        found.append((.keyTwins, "is the same key as \(twin.quotedForDisplay)"))
      }
      return found.map { rule, what in
        LintFinding(
          rule, unit: unit, place: "\(place), key \(entry.key.quotedForDisplay)", what: what)
      }
    }
  }

  private static func rules(brokenBy key: String) -> [(LintRule, String)] {
    var found: [(LintRule, String)] = []
    let scalars = key.unicodeScalars
    if scalars.count > AdManagerLimits.longestKey {
      found.append((.keyTooLong, "the key has \(scalars.count) characters"))
    }
    let refused = scalars.first {
      $0.properties.isWhitespace || AdManagerLimits.refused.contains($0)
    }
    if let refused {
      found.append((.keyCharacter, "the key holds \(refused.quoted)"))
    } else if !scalars.allSatisfy({ $0.isASCIIWord || $0 == "_" }) {
      found.append((.keyNotForMacros, "the key holds more than letters, digits and _"))
    }
    if let first = scalars.first, ("0"..."9").contains(first) {
      found.append((.keyStartsWithDigit, "the key begins with \(first.quoted)"))
    }
    if key.lowercased().hasPrefix("hb_") {
      found.append((.keyOfPrebid, "Prebid sets keys in hb_ at each auction"))
    }
    return found
  }

  private static func values(of entry: TargetingEntry) -> [(LintRule, String)] {
    var found: [(LintRule, String)] = []
    var seen: [String: String] = [:]
    for (place, value) in entry.values.enumerated() {
      if let kind = PersonalData(in: value) {
        found.append((.personalValue, "value \(place + 1) looks like \(kind.rawValue)"))
        continue
      }
      let scalars = value.unicodeScalars
      if scalars.count > AdManagerLimits.longestValue {
        found.append(
          (.valueTooLong, "the value \(value.quotedForDisplay) has \(scalars.count) characters"))
      }
      if let refused = scalars.first(where: AdManagerLimits.refused.contains) {
        found.append(
          (.valueCharacter, "the value \(value.quotedForDisplay) holds \(refused.quoted)"))
      }
      if let twin = seen.updateValue(value, forKey: value.lowercased()) {
        found.append(
          (
            .valueTwins,
            "the value \(value.quotedForDisplay) is the same as \(twin.quotedForDisplay)"
          ))
      }
    }
    return found
  }
}
