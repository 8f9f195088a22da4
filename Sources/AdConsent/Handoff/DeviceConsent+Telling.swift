// SPDX-License-Identifier: MIT
public import AdModel

extension DeviceConsent {
  /// What the entries tell of the person, one statement for each law that applies.
  ///
  /// A TC string counts where the GDPR applies, and is as old as its own day. The sections of a GPP
  /// string and a US Privacy string tell no time: they were given when they are read, unless they were
  /// known before. Under the GDPR without a string, and where nobody knows whether it applies, nothing
  /// is told.
  ///
  /// What changed between two looks was answered at the second, unless it is only written anew
  /// (the same choices of the same day) or older than before, as after a restored backup.
  ///
  /// - Parameters:
  ///   - law: The law that applies as the app knows it; it names the one of those that a TC string
  ///     tells of.
  ///   - before: What the entries told before they changed; nil where they were found, as an app
  ///     finds them when it starts.
  ///   - rules: How long answers hold.
  /// - Returns: What is told; nothing where the person has not answered or what was told is gone.
  public func told(
    at now: Timestamp, under law: Regulation? = nil, after before: DeviceConsent? = nil,
    rules: ExpiryRules = .standard
  ) -> [ToldConsent] {
    var told = europe(at: now, under: law, after: before, rules) ?? []
    told += unitedStates(at: now, after: before, rules)
    return told + (stray(beside: told.map(\.statement.strings), at: now).map { [$0] } ?? [])
  }

  /// The answer under the law of the TC string.
  private func europe(
    at now: Timestamp, under law: Regulation?, after before: DeviceConsent?, _ rules: ExpiryRules
  ) -> [ToldConsent]? {
    guard gdprApplies == true else { return nil }
    let law = law.flatMap { $0.isToldByTCF ? $0 : nil } ?? .gdpr
    guard var statement = tcfStatement(under: law, rules) else { return nil }
    statement.gdprApplies = law == .gdpr ? true : nil
    statement.collection.interface = Self.interface
    if let before, let tc = tc {
      let last = before.gdprApplies == true ? before.tc : nil
      let isAnew = last.map { ConsentChoices(of: $0) != ConsentChoices(of: tc) } ?? true
      let isOlder = last.map { tc.lastUpdated < $0.lastUpdated } ?? false
      // Found again is what it was; a later day tells itself.
      if isAnew, !isOlder { return [.answered(statement, at: now, rules: rules)] }
    }
    return [.found(statement)]
  }

  private func tcfStatement(under law: Regulation, _ rules: ExpiryRules) -> ConsentStatement? {
    if let text = strings.tc {
      var statement = try? ConsentStatement(tcString: text, regulation: law, rules: rules)
      statement?.strings.additionalConsent = strings.additionalConsent
      return statement
    }
    guard applicableSections?.contains(.tcfEU) == true, let gpp = strings.gpp else { return nil }
    return (try? ConsentStatement(gpp: gpp, regulation: law, rules: rules)) ?? nil
  }

  /// The answers under the laws whose sections apply, and the one of a US Privacy string.
  private func unitedStates(
    at now: Timestamp, after before: DeviceConsent?, _ rules: ExpiryRules
  ) -> [ToldConsent] {
    let present = (try? strings.gpp.map(GPPString.init(decoding:)))??.sections.map(\.id) ?? []
    let sections = (applicableSections ?? []).filter { $0 != .tcfEU && present.contains($0) }
    var laws = sections.compactMap(\.answeredLaw)
    let usPrivacy = (try? strings.usPrivacy.map(USPrivacyString.init(decoding:))) ?? nil
    let isOfLaw = usPrivacy.map { $0.optedOutOfSale != .notApplicable } ?? false
    if laws.isEmpty, isOfLaw { laws = [.cpra] }
    return laws.reduce(into: [Regulation]()) { if !$0.contains($1) { $0.append($1) } }
      .map { law in
        var statement = ConsentStatement(
          choices: ConsentChoices(), regulation: law, at: now, rules: rules)
        statement.strings.gpp = sections.contains { $0.answeredLaw == law } ? strings.gpp : nil
        statement.strings.usPrivacy = isOfLaw ? strings.usPrivacy : nil
        statement.collection.interface = Self.interface
        let last = before?.unitedStates(at: now, after: nil, rules).map(\.statement)
        let isNew = last.map { !$0.contains { $0.tellsTheSame(as: statement) } } ?? false
        return isNew ? .answered(statement, at: now, rules: rules) : .found(statement)
      }
  }

  /// That no law applies, where nothing else is told; and the strings of other laws than those that
  /// apply where they hold what counts under every law, as an opt-out does.
  private func stray(beside told: [ConsentStrings], at now: Timestamp) -> ToldConsent? {
    let isNowhere =
      told.isEmpty && gdprApplies != true
      && (gdprApplies == false || applicableSections?.isEmpty == true)
    var statement = ConsentStatement(
      choices: ConsentChoices(), regulation: isNowhere ? .none : .undetermined, at: now)
    statement.collection.interface = Self.interface
    statement.strings.gpp = told.contains { $0.gpp != nil } ? nil : strings.gpp
    statement.strings.usPrivacy = told.contains { $0.usPrivacy != nil } ? nil : strings.usPrivacy
    if isNowhere {
      // Kept as evidence; a TC string is no answer where the GDPR does not apply.
      statement.gdprApplies = gdprApplies
      statement.strings = strings
      return .noticed(statement)
    }
    let isCarried = (try? RelayedConsent(of: statement).isCarried) ?? false
    return isCarried ? .noticed(statement) : nil
  }

  private var tc: TCString? { (try? ConsentSignals(strings))?.allTC.first }

  /// How what was read from a device's settings came about.
  private static let interface = "deviceKeys"
}

extension ConsentStatement {
  /// Whether both tell the same under one law by what has no time of its own.
  fileprivate func tellsTheSame(as other: ConsentStatement) -> Bool {
    guard regulation == other.regulation, let left = try? ConsentSignals(strings),
      let right = try? ConsentSignals(other.strings)
    else { return false }
    return left.timeless(under: regulation) == right.timeless(under: regulation)
  }
}

extension ConsentState {
  /// Whether what was found is known already: byte for byte, or by a string that was only written anew;
  /// with what is told beside the strings.
  package func knows(_ told: ToldConsent) -> Bool {
    let law = told.statement.regulation
    guard repeats(told.statement, \.gpc), repeats(told.statement, \.ageTreatment) else {
      return false
    }
    switch told.kind {
    case .answered: return false
    case .noticed:
      let (strings, notice) = (told.statement.strings, told.statement.collection.notice)
      let known = (notices[law] ?? []).map(\.record.statement)
      return known.contains { $0.strings == strings }
        && (notice == nil || known.contains { $0.collection.notice == notice })
    case .found:
      return (answers[law] ?? []).map(\.record.statement).contains { known in
        if !told.statement.strings.isEmpty, known.strings == told.statement.strings { return true }
        return told.statement.projection == nil && !told.statement.strings.isEmpty
          && known.tellsTheSame(as: told.statement)
      }
    }
  }

  /// Whether a statement tells nothing of something that has no string, or the same as was told of it
  /// last under its law: what was taken back and is told again is new.
  private func repeats<Value: Equatable>(
    _ statement: ConsentStatement, _ member: KeyPath<ConsentStatement, Value?>
  ) -> Bool {
    guard let value = statement[keyPath: member] else { return true }
    let law = statement.regulation
    let told = ((answers[law] ?? []) + (notices[law] ?? [])).filter {
      $0.record.statement[keyPath: member] != nil
    }
    let newest = Self.newest(among: told)
    return !newest.isEmpty
      && newest.allSatisfy { $0.record.statement[keyPath: member] == value }
  }
}

extension ConsentSignals {
  /// What the strings say under a law of the United States or another one without times.
  fileprivate func timeless(under law: Regulation) -> [GPPSectionContent] {
    sections.filter { $0.section.id.answeredLaw == law }.map(\.content)
      + allUSPrivacy.map { .usPrivacy($0) }
  }
}

extension GPPSectionID {
  /// The law that the section answers; of several the most careful one.
  fileprivate var answeredLaw: Regulation? {
    switch self {
    case .tcfEU: nil
    case .usPrivacy: .cpra
    case .usNational: Regulation(known: "usnat")
    default: Law.all.first { $0.section == self }?.id
    }
  }
}
