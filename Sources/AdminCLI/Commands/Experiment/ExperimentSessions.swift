// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// The sessions of one experiment, or all of a page, of a database and of the lines that phones export,
/// in any order and some of them twice.
struct ExperimentSessions {
  /// What names a session anywhere.
  private struct Key: Hashable {
    let store: String
    let session: String
  }

  /// A session without its loads.
  private struct Session {
    let revision: Int64
    let arm: String
    let start: Timestamp
    let isMeasured: Bool
    let peakLoaded: Int
  }

  private struct LoadKey: Hashable {
    let session: Key
    let unit: String
    let sequence: Int64
  }

  /// What one load adds to its session.
  private struct Load {
    let revision: Int64
    let viewable: Int
    let isWasted: Bool
    let timeToAd: Int32?
    let timeMissed: Int64
  }

  /// Under which arm sessions are kept that are taken whatever their experiment was.
  static let anyArm = "all"

  /// The experiment; nil for all sessions as one arm.
  private let experiment: ExperimentID?
  private let page: PageID?
  private var sessions: [Key: Session] = [:]
  private var loads: [LoadKey: Load] = [:]
  /// The sessions of a database, whose loads are counted already.
  private var counted: [Key: (session: Session, sum: StoreSum)] = [:]

  /// Begins without sessions of an experiment.
  init(of experiment: ExperimentID) {
    self.experiment = experiment
    page = nil
  }

  /// Begins without sessions of a page, or of all; whatever their experiment was, they are one arm.
  init(ofPage page: PageID?) {
    experiment = nil
    self.page = page
  }

  /// All of them by store, arm and day. Sessions that did not measure what was seen are left out.
  var records: ExperimentRecords {
    var figures: [Key: (viewable: Int, unseen: Int, times: [Int32], missed: Int64)] = [:]
    for (key, load) in loads {
      figures[key.session, default: (0, 0, [], 0)].viewable += load.viewable
      figures[key.session]?.unseen += load.isWasted ? 1 : 0
      if let time = load.timeToAd { figures[key.session]?.times.append(time) }
      figures[key.session]?.missed += load.timeMissed
    }
    var records = ExperimentRecords()
    for (key, session) in sessions where session.isMeasured && counted[key] == nil {
      let (viewable, unseen, times, missed) = figures[key] ?? (0, 0, [], 0)
      let sum = StoreSum(
        viewable: viewable, unseen: unseen, peakLoaded: session.peakLoaded, times: times,
        missed: Int(missed))
      records.add(sum, store: key.store, arm: session.arm, at: session.start)
    }
    for (key, own) in counted where own.session.isMeasured {
      records.add(own.sum, store: key.store, arm: own.session.arm, at: own.session.start)
    }
    return records
  }

  /// Adds the sessions of a database.
  /// - Parameter simulated: Simulations that were kept instead of real ones.
  mutating func add(_ database: AdDatabase, simulated: Bool) throws {
    var filter = StatisticsFilter()
    filter.experiment = experiment
    filter.page = page
    filter.simulated = simulated
    let history = HistoryRepository(database)
    let store = try history.store()
    let found = Dictionary(
      try history.statistics(by: .session, filter: filter).map { ($0.key, $0.statistics) },
      uniquingKeysWith: { $1 })
    for summary in try history.sessions(matching: filter) {
      guard let arm = experiment == nil ? Self.anyArm : summary.arm?.arm.rawValue else { continue }
      let session = Session(
        revision: .max, arm: arm, start: summary.startedAt,
        isMeasured: summary.measuresViewability, peakLoaded: summary.peakLoaded)
      let key = Key(store: store, session: summary.id.rawValue)
      counted[key] = (
        session,
        StoreSum(session: found[key.session] ?? LoadStatistics(), peakLoaded: summary.peakLoaded)
      )
    }
  }

  /// Lines that were set aside: how many, and what is wrong with the first.
  struct SetAside {
    var count = 0
    var first: (line: Int, reason: String)?
  }

  /// Adds lines of `history export`, sessions and loads as they come; those of other experiments are
  /// passed over. A line that is neither, or damaged, or of a newer form, is set aside.
  mutating func add(lines: inout JSONLines) -> SetAside {
    var aside = SetAside()
    while true {
      do {
        guard let value = try lines.next() else { return aside }
        try add(JSONNode(value))
      } catch {
        aside.count += 1
        aside.first = aside.first ?? (lines.line, "\(error)")
      }
    }
  }

  private mutating func add(_ node: JSONNode) throws {
    let form = try node.member(ExportForm.key).integer()
    guard form <= ExportForm.current else {
      throw InvalidValue(
        .malformed, field: ExportForm.key,
        reason: "is \(form), newer than \(ExportForm.current), which this adview-admin knows")
    }
    if let experiment {
      guard try node.optional("experiment")?.string() == experiment.rawValue else { return }
    } else if let page {
      guard try node.member("page").string() == page.rawValue else { return }
    }
    let key = Key(
      store: try node.member("store").string(), session: try node.member("session").string())
    let revision = try node.member("revision").integer()
    if let unit = try node.optional("adUnitId")?.string() {
      try add(
        load: node,
        LoadKey(session: key, unit: unit, sequence: node.member("sequence").integer()),
        revision)
    } else if sessions[key].map({ $0.revision <= revision }) ?? true {
      sessions[key] = Session(
        revision: revision,
        arm: try experiment == nil ? Self.anyArm : node.member("arm").string(),
        start: try Timestamp(node.member("startedAt").string()),
        isMeasured: try node.member("measured").bool(),
        peakLoaded: Int(try node.member("peakLoaded").integer(in: 0...1_000_000)))
    }
  }

  private mutating func add(load node: JSONNode, _ key: LoadKey, _ revision: Int64) throws {
    guard loads[key].map({ $0.revision <= revision }) ?? true else { return }
    let times: ClosedRange<Int64> = 0...Int64(Int32.max)
    loads[key] = Load(
      revision: revision,
      viewable: Int(try node.member("viewableImpressions").integer(in: 0...1_000_000)),
      isWasted: try node.member("wasted").bool(),
      timeToAd: try node.optional("timeToAdMs").map { Int32(try $0.integer(in: times)) },
      timeMissed: try node.optional("timeMissedMs")?.integer(in: times) ?? 0)
  }
}
