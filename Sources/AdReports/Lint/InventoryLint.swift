// SPDX-License-Identifier: MIT
public import AdModel

/// Looks for what is stored in an inventory and is still unwise, by the ``LintRule``s.
public enum InventoryLint {
  /// Looks at an ad unit and at all that it sends together; at its own targeting,
  /// ``findings(in:of:)`` looks.
  /// - Parameters:
  ///   - unit: The unit.
  ///   - effective: What it sends, without the debug targeting.
  /// - Returns: The findings, in the order of the rules.
  /// - Complexity: Linear in the size of the unit and of what it sends.
  public static func findings(
    in unit: AdUnit, sending effective: EffectiveTargeting
  ) -> [LintFinding] {
    let list = twins(among: effective) + length(of: effective) + path(of: unit) + sizes(of: unit)
    let page: [(LintRule, String, String)] =
      unit.page == nil ? [(.noPage, "page", "the unit stands on no page")] : []
    return (list + page).map { LintFinding($0, unit: unit.id, place: $1, what: $2) }
  }

  private static func twins(among effective: EffectiveTargeting) -> [(LintRule, String, String)] {
    var seen: [String: EffectiveTargeting.Line] = [:]
    return effective.lines.compactMap { line in
      // Twins of one scope are found there.
      guard let twin = seen.updateValue(line, forKey: line.entry.key.lowercased()),
        twin.scope != line.scope
      else { return nil }
      return (
        .keyTwins, "targeting",
        "sends the keys \(twin.entry.key.quotedForDisplay) and \(line.entry.key.quotedForDisplay), "
          + "set in two scopes: neither replaces the other"
      )
    }
  }

  private static func length(of effective: EffectiveTargeting) -> [(LintRule, String, String)] {
    let count = effective.entries.reduce(0) { sum, entry in
      // key=value,value& in the request.
      entry.values.reduce(sum + entry.key.unicodeScalars.count + 1) {
        $0 + $1.unicodeScalars.count + 1
      }
    }
    guard count > AdManagerLimits.longestTargeting else { return [] }
    return [(.tooMuchTargeting, "targeting", "sends \(count) characters of keys and values")]
  }

  private static func path(of unit: AdUnit) -> [(LintRule, String, String)] {
    // The first part is the network code, which the model checks.
    let codes = unit.adManagerPath?.rawValue.split(separator: "/").dropFirst() ?? []
    return codes.flatMap { code -> [(LintRule, String, String)] in
      var found: [(LintRule, String, String)] = []
      let name = String(code).quotedForDisplay
      let scalars = code.unicodeScalars
      if scalars.count > AdManagerLimits.longestCode {
        found.append(
          (.codeTooLong, "Ad Manager path", "the code \(name) has \(scalars.count) characters"))
      }
      let strange = scalars.first { scalar in
        !(scalar.isASCIIWord || AdManagerLimits.codeCharacters.contains(scalar))
      }
      if let strange {
        found.append(
          (.codeCharacter, "Ad Manager path", "the code \(name) holds \(strange.quoted)"))
      }
      if code.hasPrefix("ca-"), code.hasSuffix("-tag"), code.contains("pub-") {
        found.append((.codeReserved, "Ad Manager path", "the code \(name) is reserved"))
      }
      return found
    }
  }

  private static func sizes(of unit: AdUnit) -> [(LintRule, String, String)] {
    if unit.declaredSizes.isEmpty { return [(.noSizes, "declared sizes", "no size is declared")] }
    let widest = unit.constraints.maximumWidth ?? .infinity
    let highest = unit.constraints.maximumHeight ?? .infinity
    let tooLarge = unit.declaredSizes.filter { size in
      guard case .fixed(let width, let height) = size else { return false }
      return Double(width) > widest || Double(height) > highest
    }
    let container =
      "the container is at most \(words(unit.constraints.maximumWidth)) wide and "
      + "\(words(unit.constraints.maximumHeight)) high"
    var found: [(LintRule, String, String)] = []
    if tooLarge.count == unit.declaredSizes.count {
      found.append((.noSizeFits, "declared sizes", "none fits: \(container)"))
    } else {
      for size in tooLarge {
        found.append((.sizeTooLarge, "declared size \(size)", "does not fit: \(container)"))
      }
    }
    for size in unit.declaredSizes
    where size != .fluid && !AdManagerLimits.commonSizes.contains(size) {
      found.append((.uncommonSize, "declared size \(size)", "few creatives have this size"))
    }
    return found
  }

  private static func words(_ limit: Double?) -> String {
    limit.map { "\($0.formatted) points" } ?? "any number of points"
  }
}

extension Unicode.Scalar {
  /// Whether it is one of A to Z, a to z and 0 to 9.
  var isASCIIWord: Bool {
    switch self {
    case "A"..."Z", "a"..."z", "0"..."9": true
    default: false
    }
  }

  /// The character in quotes, as a message shows it.
  var quoted: String { String(Character(self)).quotedForDisplay }
}
