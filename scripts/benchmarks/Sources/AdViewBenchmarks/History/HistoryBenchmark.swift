// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdLoading
import AdModel
import AdStore
import Foundation

/// Recording a million transitions and asking about them.
enum HistoryBenchmark {
  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("History: \(SampleHistory.count) transitions of \(SampleHistory.units) units")
    let base = workplace.path("history-base.sqlite")
    let (database, record) = try SampleHistory.database(base)
    try database.close()
    let ids = try SampleHistory.ids()
    let sessions = (0..<SampleHistory.sessions).map {
      SampleHistory.transitions(of: $0, ids: ids, record: record)
    }
    let path = try compareInserts(sessions, ids, base, workplace, &report)
    try compareSeals(Array(sessions.prefix(10)), base, workplace, &report)
    try compareLists(ids, path, &report)
    try compareDwell(path, workplace, &report)
  }

  private static func compareInserts(
    _ sessions: [[LoadTransition]], _ ids: [AdUnitID], _ base: String, _ workplace: Workplace,
    _ report: inout Report
  ) throws -> String {
    let numbers = Dictionary(
      uniqueKeysWithValues: ids.enumerated().map { ($1, Int64($0 + 1)) })
    let (ours, theirs) = (workplace.path("history.sqlite"), workplace.path("direct-history.sqlite"))
    let medians = try Stopwatch.medians(
      rounds: 1,
      [
        {
          try InventoryBenchmark.renew(ours, from: base)
          let database = try AdDatabase(path: ours, access: .readWrite)
          let seconds = try Stopwatch.seconds { try record(sessions, in: database) }
          try database.close()
          return seconds
        },
        {
          try InventoryBenchmark.renew(theirs, from: base)
          return try Stopwatch.seconds {
            try DirectHistory.insert(sessions, numbers: numbers, into: theirs)
          }
        },
      ])
    try checkSame(ours, theirs)
    report.compare(
      "record, a batch per session, each", ours: medians[0], "C API, same SQL", medians[1],
      count: SampleHistory.count, goal: .init(atMost: 1.1),
      told: "recording a transition durably, a session in a batch (the C API seals nothing)")
    report.note(
      "\(Int(Double(SampleHistory.count) / medians[0])) rows a second through the recorder")
    return ours
  }

  /// What is simulated is recorded alike, and has no seals: the difference is what they cost, and what it
  /// costs to keep and to seal the scripts that each load's web view was made with.
  private static func compareSeals(
    _ sessions: [[LoadTransition]], _ base: String, _ workplace: Workplace, _ report: inout Report
  ) throws {
    let scripts = try scripts(of: sessions)
    let ways: [(isSimulated: Bool, scripts: [AdUnitID: ToldScripts])] = [
      (false, [:]), (false, scripts), (true, [:]),
    ]
    let medians = try Stopwatch.medians(
      rounds: 5,
      ways.map { way in
        {
          let path = workplace.path("seals.sqlite")
          try InventoryBenchmark.renew(path, from: base)
          let database = try AdDatabase(path: path, access: .readWrite)
          let seconds = try Stopwatch.seconds {
            try record(
              sessions, in: database, isSimulated: way.isSimulated, telling: way.scripts)
          }
          try database.close()
          return seconds
        }
      })
    let count = sessions.count * SampleHistory.transitionsPerSession
    report.compare(
      "record, with the seals of batches and sessions", ours: medians[0],
      "simulated, without seals", medians[2], count: count,
      goal: .init(atMost: 1.1), told: "sealing what is recorded")
    report.compare(
      "record, with the scripts of each load and seals", ours: medians[1],
      "simulated, without either", medians[2], count: count)
  }

  /// What the web views of a session's ads are made with, which are other scripts for each unit.
  private static func scripts(
    of sessions: [[LoadTransition]]
  ) throws -> [AdUnitID: ToldScripts] {
    guard let permit = sessions.first?.compactMap(\.permit).first else { return [:] }
    let statement = ConsentStatement(
      choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr,
      at: SampleUnits.now)
    let builder = try BundleBuilder(
      decision: .allowed(permit), handOff: try ConsentHandOff(of: statement, form: .both))
    let entries = try SampleUnits.entries(SampleHistory.units).map { entry in
      let bundle = try builder.bundle(for: entry.unit, targeting: entry.targeting.entries)
      return (entry.unit.id, ToldScripts(bundle))
    }
    return Dictionary(uniqueKeysWithValues: entries)
  }

  private static func record(
    _ sessions: [[LoadTransition]], in database: AdDatabase, isSimulated: Bool = false,
    telling scripts: [AdUnitID: ToldScripts] = [:]
  ) throws {
    for (number, transitions) in sessions.enumerated() {
      let session = try RecordedSession(
        id: SessionID(SampleHistory.sessionID(number)), page: PageID(SampleHistory.page),
        startedAt: SampleHistory.startedAt(number), clockAtStart: 0, isSimulated: isSimulated)
      let recorder = TransitionRecorder(session, in: database, interval: .seconds(3_600))
      recorder.begin(under: LoadingTerms(gate: .closed(.unanswered)))
      // As they come: those of a check together.
      for start in stride(from: 0, to: transitions.count, by: 20) {
        let check = Array(transitions[start..<min(start + 20, transitions.count)])
        if !scripts.isEmpty {
          for load in check where load.to == .fetched {
            if let told = scripts[load.unit] { recorder.note(told, of: load.unit) }
          }
        }
        recorder.record([.told(.tick, at: check[0].time)] + check.map { .changed($0) })
      }
      try recorder.close()
      guard recorder.report.stored == transitions.count else {
        throw Failure(description: "the recorder lost transitions")
      }
    }
  }

  private static func checkSame(_ ours: String, _ theirs: String) throws {
    let database = try DirectDatabase(path: ours, writes: false)
    defer { database.close() }
    try database.execute("ATTACH '\(theirs)' AS theirs")
    let difference = try database.prepare(
      """
      SELECT (SELECT count(*) FROM main.transitions) - (SELECT count(*) FROM theirs.transitions)
        OR EXISTS (SELECT * FROM main.transitions EXCEPT SELECT * FROM theirs.transitions)
      """)
    guard try difference.step(), difference.integer(0) == 0 else {
      throw Failure(description: "the transitions differ between ours and the C API's file")
    }
  }

  private static func compareLists(_ ids: [AdUnitID], _ path: String, _ report: inout Report)
    throws
  {
    let history = HistoryRepository(try AdDatabase(path: path, access: .readOnly))
    let direct = try DirectQuestions(path: path)
    let asked = (0..<2_000).map { ids[$0 * 7_919 % ids.count] }
    var found = (ours: 0, theirs: 0)
    let medians = try Stopwatch.medians(
      rounds: 3,
      [
        {
          try Stopwatch.seconds {
            for unit in asked {
              var filter = HistoryFilter()
              filter.unit = unit
              found.ours += try history.list(filter, limit: 100).entries.count
            }
          }
        },
        {
          try Stopwatch.seconds {
            for unit in asked {
              found.theirs += try direct.lastTransitions(of: unit.rawValue, limit: 100)
            }
          }
        },
      ])
    guard found.ours == found.theirs, found.ours > 0 else {
      throw Failure(description: "the lists differ")
    }
    report.compare(
      "last 100 transitions of a unit", ours: medians[0], "C API, one statement", medians[1],
      count: asked.count, goal: .init(atMost: 1.1),
      told: "the last 100 transitions of a unit, out of a million")
    report.single(
      "last 100 transitions of a unit", medians[0] / Double(asked.count), limit: 60e-6)
  }

  private static func compareDwell(
    _ path: String, _ workplace: Workplace, _ report: inout Report
  ) throws {
    report.section("Statistics per unit over \(SampleHistory.count) transitions")
    let history = HistoryRepository(try AdDatabase(path: path, access: .readOnly))
    let direct = try DirectQuestions(path: path)
    var groups: [StatisticsGroup] = []
    var displayed: Int64 = 0
    let medians = try Stopwatch.medians(
      rounds: 3,
      [
        { try Stopwatch.seconds { groups = try history.statistics(by: .unit) } },
        { try Stopwatch.seconds { displayed = try direct.timeDisplayed() } },
      ])
    let sums = groups.reduce(into: [Int64](repeating: 0, count: 4)) { sums, group in
      sums[0] += group.statistics.timeDisplayed
      sums[1] += Int64(group.statistics.fetches)
      sums[2] += Int64(group.statistics.lateDisplays)
      sums[3] += Int64(group.statistics.churn)
    }
    guard sums[0] == displayed, displayed > 0 else {
      throw Failure(description: "the times differ: \(sums[0]) and \(displayed)")
    }
    report.note("ours answers everything that history stats tells, in one pass")
    report.compare(
      "all statistics", ours: medians[0], "SQLite's window functions, time displayed alone",
      medians[1], goal: .init(atMost: 1), told: "all statistics over a million transitions")
    guard let printed = workplace.runPython("duckdb_reference.py", [path]) else {
      report.note("skipped: DuckDB, which could not be installed or did not run")
      return
    }
    let lines = printed.split(separator: "\n")
    guard lines.count == 4, let alone = Double(lines[1]), let everything = Double(lines[2]),
      lines[3].split(separator: " ").map({ Int64($0) }) == sums
    else { throw Failure(description: "DuckDB's answer differs from \(sums): \(printed)") }
    report.note("DuckDB \(lines[0]) has its own file; both use every core")
    report.compare(
      "all statistics", ours: medians[0], "DuckDB, time displayed", alone,
      goal: .init(atMost: 1))
    report.compare(
      "all statistics", ours: medians[0], "DuckDB, all statistics", everything,
      goal: .init(atMost: 1))
  }
}
