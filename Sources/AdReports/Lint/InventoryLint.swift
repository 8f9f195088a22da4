// SPDX-License-Identifier: MIT
public import AdModel

/// Looks for what is stored in an inventory and is still unwise, by the ``LintRule``s.
public enum InventoryLint {
  /// Looks at an ad unit and at all that it sends together; at its own targeting,
  /// ``findings(in:of:)`` looks.
  /// - Parameter effective: What it sends, without the debug targeting.
  /// - Returns: The findings, in the order of the rules.
  /// - Complexity: Linear in the size of the unit and of what it sends.
  public static func findings(
    in unit: InventoryUnit, sending effective: EffectiveTargeting
  ) -> [LintFinding] {
    let list = twins(among: effective) + length(of: effective) + path(of: unit) + sizes(of: unit)
    let page: [(LintRule, String, String)] =
      unit.page == nil ? [(.noPage, "page", "the unit stands on no page")] : []
    return (list + page).map { LintFinding($0, unit: unit.id, place: $1, what: $2) }
  }

  /// What is wrong with the rules that are silenced for a unit.
  /// - Parameter found: Everything that was found of it, silenced or not.
  /// - Returns: A finding for each rule of which nothing was found, or that there is not.
  public static func idleSilences(of unit: InventoryUnit, among found: [LintFinding])
    -> [LintFinding]
  {
    idle(unit.silenced, of: unit.id, among: found.filter { $0.unit == unit.id })
  }

  /// What is wrong with the rules that are silenced for all units.
  /// - Parameter found: Everything that was found in the inventory, silenced or not.
  package static func idleSilences(
    in settings: LintSilences, among found: [LintFinding]
  ) -> [LintFinding] {
    idle(settings, of: nil, among: found)
  }

  private static func idle(
    _ silences: LintSilences, of unit: AdUnitID?, among found: [LintFinding]
  ) -> [LintFinding] {
    let names = Set(found.map(\.rule.rawValue))
    return silences.silences.filter { !names.contains($0.rule) }.map { silence in
      let isKnown = LintRule(rawValue: silence.rule) != nil
      let near = Spelling.nearest(to: silence.rule, in: LintRule.allCases.map(\.rawValue))
      return LintFinding(
        .idleSilence, unit: unit, place: unit == nil ? "setting silence" : "silenced rules",
        what: isKnown
          ? "'\(silence.rule)' is silenced, and nothing is found by it"
          : "there is no rule '\(silence.rule)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  /// What keeps a code of a path from being an ad unit's.
  /// - Returns: The rules that it breaks, each with the fault in words.
  public static func faults(ofCode code: String) -> [(rule: LintRule, what: String)] {
    var found: [(rule: LintRule, what: String)] = []
    let name = code.quotedForDisplay
    let scalars = code.unicodeScalars
    if scalars.count > AdManagerLimits.longestCode {
      found.append((.codeTooLong, "the code \(name) has \(scalars.count) characters"))
    }
    let strange = scalars.first { !($0.isASCIIWord || AdManagerLimits.codeCharacters.contains($0)) }
    if let strange {
      found.append((.codeCharacter, "the code \(name) holds \(strange.quoted)"))
    }
    if code.hasPrefix("ca-"), code.hasSuffix("-tag"), code.contains("pub-") {
      found.append((.codeReserved, "the code \(name) is reserved"))
    }
    return found
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

  private static func path(of unit: InventoryUnit) -> [(LintRule, String, String)] {
    guard let path = unit.adManagerPath else { return [] }
    let codes = path.codes
    var found = codes.flatMap { code in
      faults(ofCode: code).map { ($0.rule, "Ad Manager path", $0.what) }
    }
    if codes.count > AdManagerLimits.mostLevels {
      found.append((.deepPath, "Ad Manager path", "the path has \(codes.count) levels"))
    }
    if path.network.prefix(while: { $0 != "," }).allSatisfy({ $0 == "0" }) {
      found.append((.noNetwork, "Ad Manager path", "the network code is 0"))
    }
    return found
  }

  private static func sizes(of unit: InventoryUnit) -> [(LintRule, String, String)] {
    if unit.declaredSizes.isEmpty { return [(.noSizes, "declared sizes", "no size is declared")] }
    let limits = unit.constraints
    func misfit(_ size: DeclaredSize) -> LintRule? {
      guard case .fixed(let across, let down) = size else { return nil }
      let (width, height) = (Double(across), Double(down))
      if width > limits.maximumWidth ?? .infinity || height > limits.maximumHeight ?? .infinity {
        return .sizeTooLarge
      }
      let isSmall = width < limits.minimumWidth ?? 0 || height < limits.minimumHeight ?? 0
      return isSmall ? .sizeTooSmall : nil
    }
    let misfits = unit.declaredSizes.compactMap { size in misfit(size).map { (size, $0) } }
    let most =
      "the container is at most \(words(limits.maximumWidth)) wide and "
      + "\(words(limits.maximumHeight)) high"
    let least =
      "the container is at least \((limits.minimumWidth ?? 0).formatted) points wide and "
      + "\((limits.minimumHeight ?? 0).formatted) high"
    var found: [(LintRule, String, String)] = []
    if misfits.count == unit.declaredSizes.count {
      let reasons = Set(misfits.map(\.1))
      let container = [
        reasons.contains(.sizeTooLarge) ? most : nil, reasons.contains(.sizeTooSmall) ? least : nil,
      ].compactMap { $0 }.joined(separator: ", and ")
      found.append((.noSizeFits, "declared sizes", "none fits: \(container)"))
    } else {
      for (size, rule) in misfits {
        let container = rule == .sizeTooLarge ? most : least
        found.append((rule, "declared size \(size)", "does not fit: \(container)"))
      }
    }
    for size in unit.declaredSizes
    where size != .fluid && !AdManagerLimits.commonSizes.contains(size) {
      found.append((.uncommonSize, "declared size \(size)", "few creatives have this size"))
    }
    return found
  }

  private static func words(_ limit: Double?) -> String {
    limit.map { $0.inPoints } ?? "any number of points"
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
