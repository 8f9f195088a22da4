// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel

/// What a report says of why loads were as they were, and of what would change it.
package struct HistoryAdvice: Sendable {
  /// The figures of one version of the app, in the order of ``HistoryMeasure/all``.
  package struct Version: Sendable {
    let name: String
    let sessions: Int
    let figures: [(value: Double, interval: Interval?)]

    package init(
      name: String, sessions: Int, figures: [(value: Double, interval: Interval?)]
    ) {
      self.name = name
      self.sessions = sessions
      self.figures = figures
    }
  }

  /// A kind of fault with its cause.
  package struct Reason: Hashable, Sendable {
    package let kind: LoadFault.Kind
    package let cause: FaultCause?

    package init(_ fault: LoadFault) {
      kind = fault.kind
      cause = fault.cause
    }
  }

  /// What thresholds were tried on.
  package struct Search: Sendable {
    let proposals: [ThresholdProposal]
    let settings: Int
    let sessions: Int
    let own: [(words: String, sessions: Int)]

    /// - Parameters:
    ///   - settings: How many were tried.
    ///   - own: With which thresholds how many of the sessions began.
    package init(
      _ proposals: [ThresholdProposal], settings: Int, sessions: Int,
      own: [LoadingThresholds: Int]
    ) {
      self.proposals = proposals
      self.settings = settings
      self.sessions = sessions
      self.own = own.map { (Self.words(for: $0.key), $0.value) }
        .sorted { ($1.sessions, $0.words) < ($0.sessions, $1.words) }
    }

    static func words(for thresholds: LoadingThresholds) -> String {
      "fetch \(thresholds.fetch.formatted), display \(thresholds.display.formatted), "
        + (thresholds.unloadingEnabled
          ? "unload \(thresholds.unload.inPoints) after \(thresholds.stabilityDelay) ms"
          : "no unloading")
        + (thresholds.prediction > 0 ? ", \(thresholds.prediction) ms ahead of a scroll" : "")
    }
  }

  /// The versions, the newest last.
  package var versions: [Version] = []
  /// How many loads had which fault for which cause.
  package var reasons: [Reason: Int] = [:]
  /// In how many sessions these were counted.
  package var diagnosed = 0
  /// From how many these were drawn.
  package var recorded = 0
  /// What was tried; nil where no session was recorded with its scroll.
  package var search: Search?

  package init() {}

  /// The most versions and thresholds that are listed.
  private static let most = 8

  // MARK: Sections

  var versionTable: Markup {
    guard !versions.isEmpty else { return "" }
    let shown = versions.suffix(Self.most)
    let heads = ["Version", "Sessions"] + HistoryMeasure.all.map(\.title)
    let rows = shown.map { version -> Markup in
      let cells = zip(HistoryMeasure.all, version.figures).map { measure, figure -> Markup in
        let between = figure.interval.map(measure.written) ?? ""
        return "<td>\(measure.written(figure.value))<small>\(between)</small></td>"
      }
      return """
        <tr><th scope="row">\(version.name.isEmpty ? "not told" : version.name)</th>\
        <td>\("\(version.sessions)")</td>\(Markup.joined(cells))</tr>
        """
    }
    return """
      <section><h2>Versions of the app</h2><p>Each figure with its interval over sessions, at 95 of \
      100, where there are \("\(HistoryComparison.leastSessions)") and more. 'history compare' says whether two differ.</p>
      \(Self.table(heads, Array(rows)))</section>
      """
  }

  var reasonTable: Markup {
    guard diagnosed > 0 else { return "" }
    let counts = reasons.sorted {
      ($1.value, $0.key.kind.rawValue, $0.key.cause?.rawValue ?? "")
        < ($0.value, $1.key.kind.rawValue, $1.key.cause?.rawValue ?? "")
    }
    let all = reasons.values.reduce(0, +)
    let rows = counts.map { reason, count -> Markup in
      """
      <tr><th scope="row">\(reason.kind.rawValue): \(reason.cause?.words ?? "not known")</th>\
      <td>\("\(count)")</td><td>\(HistoryFigure.percent(Double(count) / Double(all)))</td>\
      <td>\(reason.cause?.help ?? "")</td></tr>
      """
    }
    let heads = ["What and why", "Loads", "Of all faults", "What helps"]
    return """
      <section><h2>Why</h2><p>Of \(diagnosed.counted("session")) that \(diagnosed == 1 ? "was" : "were") \
      looked through\(drawn); 'history loads --why CAUSE' lists them.</p>
      \(all == 0 ? "<p>Nothing was wrong with any load.</p>" : Self.table(heads, rows))</section>
      """
  }

  private var drawn: String {
    diagnosed < recorded ? ", drawn from \(recorded.counted("session"))" : ""
  }

  var changes: Markup {
    guard let search else {
      return """
        <section><h2>What to change</h2><p>Nobody can say: no session was recorded with its scroll.</p>\
        </section>
        """
    }
    let own = search.own.prefix(Self.most).map { own -> Markup in
      "<li>\(own.words): \(own.sessions.counted("session"))</li>"
    }
    return """
      <section><h2>What to change</h2><p>In force, of \(search.sessions.counted("session"))\(drawn):</p>
      <ul>\(Markup.joined(own))</ul>
      \(proposals(of: search))</section>
      """
  }

  private func proposals(of search: Search) -> Markup {
    guard search.sessions >= ThresholdSearch.leastSessions else {
      return """
        <p>Nothing is proposed from \(search.sessions.counted("session")); at least \
        \("\(ThresholdSearch.leastSessions)") are needed.</p>
        """
    }
    guard !search.proposals.isEmpty else {
      return """
        <p>None of \(search.settings.counted("other setting")) leaves places empty for less time with no \
        fewer viewable impressions and at most \(HistoryFigure.percent(SearchGoal.standardGrowth)) more \
        memory.</p>
        """
    }
    let items = search.proposals.map { proposal -> Markup in
      """
      <li><b>\(proposal.result.thresholds.map(Search.words) ?? "")</b>: \
      \(Self.words(for: proposal.changes))</li>
      """
    }
    return """
      <p>Change this; for 100 sessions it would bring that, each with its interval at 95 of 100, by \
      sessions that had no part in choosing it:</p>
      <ol>\(Markup.joined(items))</ol>
      <p>'simulate --sessions all --search --goal fewest-late --format json --out better.json' and 'page \
      set PAGE --from better.json' take one over.</p>
      """
  }

  private static func words(for changes: ThresholdProposal.Changes) -> String {
    func written(
      _ change: ThresholdProposal.Change, _ unit: String, per: Double = 1
    ) -> String {
      func number(_ value: Double) -> String {
        let rounded = (value / per * 10).rounded() / 10
        return (rounded > 0 ? "+" : "") + rounded.formatted
      }
      let between = change.interval.map { " [\(number($0.low)), \(number($0.high))]" } ?? ""
      return "\(number(change.value))\(between) \(unit)"
    }
    return [
      written(changes.timeMissing, "s with places empty on the screen", per: 1_000),
      written(changes.wastedFetches, "requests nobody sees"),
      written(changes.viewableImpressions, "viewable impressions"),
      written(changes.averagePeak, "ads in memory at once"),
    ].joined(separator: ", ")
  }

  private static func table(_ heads: [String], _ rows: [Markup]) -> Markup {
    let heads = heads.map { title -> Markup in "<th scope=\"col\">\(title)</th>" }
    return """
      <div class="scroll"><table><thead><tr>\(Markup.joined(heads))</tr></thead>
      <tbody>
      \(Markup.joined(rows))
      </tbody></table></div>
      """
  }
}
