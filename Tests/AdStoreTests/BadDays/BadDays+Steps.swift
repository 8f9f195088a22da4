// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Foundation
import TestSupport
import TroubledDisk

@testable import AdStore

/// A session that one of the processes records.
struct RunningSession {
  let recorder: TransitionRecorder
  let id: String
  let process: Int
  /// What each ad's state is, and how many transitions wait in memory.
  var states: [Int: LoadState] = [:]
  /// How many transitions the recorder was handed.
  var handedOver = 0
  /// How many of them it has tried to write; what failed goes first and by itself the next time.
  var tried = 0
  /// Whether it was told to end, and takes nothing more.
  var isEnding = false
  var time: Int64 = 0
}

/// Where transitions are analysed, far from the device: what arrived stays.
struct AnalysisServer {
  var cursor = ExportCursor.start
  /// What arrived, by session and sequence.
  var rows: [String: [Int64: HistoryEntry]] = [:]
}

extension BadDays {
  /// Does one thing that happens to devices, or to those who use them.
  func step() throws {
    clock = clock.advanced(by: Int64(random.int(1...7_200_000)))
    guard expected != nil else { return try install() }
    if isPlanted { return try tryPlanted() }
    switch random.int(0...99) {
    case 0..<22: try answer()
    case 22..<28: try withdraw()
    case 28..<31: try erase()
    case 31..<35: try importAnswers()
    case 35..<45: try changeInventory()
    case 45..<53: try beginSession()
    case 53..<70: try scroll()
    case 70..<74: try endSession()
    case 74..<79: try export()
    case 79..<82: try prune()
    case 82..<85: try backUp()
    case 85..<87: try goBackToBackup()
    case 87: try reinstall()
    case 88..<91: try readForLong()
    case 91..<93: try publish()
    case 93..<95: try plant()
    case 95..<97: try keepHead()
    case 97: jump()
    default:
      note("a process ends")
      try end(random.int(0...1))
    }
  }

  private var page: PageID { PageID(validated: "front") }

  private func unit(_ number: Int) -> AdUnitID { AdUnitID(validated: "unit-\(number)") }

  private func install() throws {
    var installed = DeviceContents()
    for number in 0..<4 { installed.units["unit-\(number)"] = "active" }
    installed.changes = 5
    try attempt("installed", installed) {
      _ = try AdDatabase.create(path: path, now: clock, layer: layer) { database in
        try InventoryRepository(database).change(by: "simulator", at: clock) { edit in
          try edit.setPage(page) { _ in }
          for number in 0..<4 {
            try edit.add(InventoryEntry(unit: InventoryUnit(id: unit(number), page: page)))
          }
        }
      }
    }
  }

  // MARK: Consent

  /// What the file is to hold once an outcome is stored.
  private func after(_ outcome: ConsentRepository.Outcome, of key: String) -> DeviceContents? {
    guard var after = expected else { return nil }
    switch outcome {
    case .unchanged, .overruled(_, _, isNew: false): return after
    case .appended(let record), .overruled(let record, _, isNew: true):
      after.events[key, default: []].append(record.event.rawValue)
    }
    after.ledger += 1
    return after
  }

  private func statement() throws -> ConsentStatement {
    try .answer(random.isOneIn(3) ? .disabled : .enabled, at: clock)
  }

  private func key() -> String { "person-\(erased.count)-\(random.int(0...4))" }

  func answer() throws {
    let key = key()
    let subject = try SubjectKey(key)
    let statement = try statement()
    // Trying it first tells what it will do, and must leave nothing.
    let outcome = try calmly {
      try ConsentRepository(process(0)).set(statement, for: subject, at: clock, commits: false)
    }
    let database = try? anyProcess
    try attempt("answer of \(key)", after(outcome, of: key)) {
      guard let database else { throw StoreError(.inputOutput, "not opened") }
      let told = try ConsentRepository(database).set(statement, for: subject, at: clock)
      try promise(
        after(told, of: key) == after(outcome, of: key), "tried \(outcome) and did \(told)")
    }
  }

  private func withdraw() throws {
    guard let key = expected?.events.keys.sorted().randomElement(using: &random) else { return }
    let outcome = try calmly {
      try ConsentRepository(process(0)).withdraw(SubjectKey(key), at: clock, commits: false)
    }
    let after = after(outcome, of: key)
    try attempt("withdrawal of \(key)", after) {
      try ConsentRepository(anyProcess).withdraw(SubjectKey(key), at: clock)
    }
  }

  private func erase() throws {
    guard let key = expected?.events.keys.sorted().randomElement(using: &random),
      var after = expected
    else { return }
    after.events[key] = nil
    after.ledger += 1
    let isErased = try attempt("erasure of \(key)", after) {
      try ConsentRepository(anyProcess).erase(SubjectKey(key), at: clock)
    }
    if isErased { erased.append(key) }
  }

  private func importAnswers() throws {
    var answers: [ImportedAnswer] = []
    for _ in 0..<random.int(1...6) {
      let choices = random.isOneIn(2) ? "acceptAll" : "declineAll"
      let time = clock.advanced(by: -Int64(random.int(0...100_000_000)))
      answers.append(
        try ImportedAnswer(
          json: JSONNode(
            JSONReader.read(
              text: #"{"subject":"\#(key())","updatedAt":"\#(time)","choices":"\#(choices)"}"#))))
    }
    var after = expected
    let outcomes = try calmly {
      try ConsentRepository(process(0)).record(imported: answers, at: clock, commits: false)
    }
    for (answer, outcome) in zip(answers, outcomes) {
      guard case .stored(let outcome) = outcome else { continue }
      switch outcome {
      case .unchanged, .overruled(_, _, isNew: false): continue
      case .appended(let record), .overruled(let record, _, isNew: true):
        after?.events[answer.subject.stored, default: []].append(record.event.rawValue)
        after?.ledger += 1
      }
    }
    try attempt("import of \(answers.count)", after) {
      _ = try ConsentRepository(anyProcess).record(imported: answers, at: clock)
    }
  }

  private func keepHead() throws {
    note("a head is kept elsewhere")
    guard let head = try? ConsentRepository(process(0)).head(at: clock), head.size > 0 else {
      return
    }
    heads.append(head)
  }

  // MARK: Inventory

  func changeInventory() throws {
    guard var after = expected else { return }
    let id = after.units.keys.sorted().randomElement(using: &random) ?? ""
    let status = after.units[id]
    let change: (inout InventoryEdit) throws -> Void
    let unit = AdUnitID(validated: id)
    switch (status, random.int(0...3)) {
    case ("archived", _):
      after.units[id] = "active"
      change = {
        try $0.restore(unit)
        try $0.activate(unit)
      }
    case (_, 0):
      let new = "unit-new-\(steps.count)"
      after.units[new] = "active"
      change = {
        try $0.add(
          InventoryEntry(unit: InventoryUnit(id: AdUnitID(validated: new), page: self.page)))
      }
    case (_, 1):
      after.units[id] = "archived"
      change = { try $0.archive(unit) }
    case (_, 2):
      after.units[id] = status == "paused" ? "active" : "paused"
      change = { try status == "paused" ? $0.activate(unit) : $0.pause(unit) }
    default:
      let value = "\(random.int(0...9))"
      change = {
        try $0.setTargeting(TargetingEntry(key: "section", values: [value]), for: .unit(unit))
      }
    }
    let tried = calmly {
      try? InventoryRepository(process(0)).change(
        by: "simulator", at: clock, dryRun: true, change)
    }
    after.changes += tried?.count ?? 1
    try attempt("change of \(id)", after) {
      try InventoryRepository(anyProcess).change(by: "simulator", at: clock, change)
    }
  }

  // MARK: History

  private func beginSession() throws {
    guard recorder == nil else { return }
    let id = "session-\(steps.count)"
    let number = random.int(0...1)
    // The file has it with its first batch.
    try attempt("session \(id) begins", expected) {
      let session = try RecordedSession(
        id: SessionID(validated: id), page: page, startedAt: clock, clockAtStart: 0)
      let started = try TransitionRecorder(session, in: process(number), interval: nil)
      recorder = RunningSession(recorder: started, id: id, process: number)
    }
  }

  private func scroll() throws {
    guard var running = recorder else { return try beginSession() }
    if running.isEnding { return try endSession() }
    let person = expected?.events.keys.sorted().randomElement(using: &random)
    let decision = try calmly {
      try ConsentRepository(process(running.process))
        .decision(for: SubjectKey(person ?? "nobody"), at: clock)
    }
    var transitions: [LoadTransition] = []
    for _ in 0..<random.int(1...20) {
      running.time += Int64(random.int(0...9_000))
      let number = random.int(0...3)
      let (from, to, cause): (LoadState, LoadState, TransitionCause)
      switch running.states[number] ?? .notLoaded {
      case .notLoaded: (from, to, cause) = (.notLoaded, .fetched, .enteredFetchZone)
      case .fetched: (from, to, cause) = (.fetched, .displayed, .enteredDisplayZone)
      case .displayed: (from, to, cause) = (.displayed, .unloaded, .leftUnloadZone)
      case .unloaded: (from, to, cause) = (.unloaded, .notLoaded, .reenteredFetchZone)
      }
      var permit: LoadPermit?
      if to == .fetched {
        guard case .allowed(let allowed) = decision else { continue }
        permit = allowed
      }
      running.states[number] = to
      transitions.append(
        LoadTransition(
          time: running.time, unit: unit(number), from: from, to: to, cause: cause,
          frame: AdRect(x: 0, y: Double(random.int(0...9_000)), width: 320, height: 320),
          viewport: AdRect(x: 0, y: 0, width: 393, height: 852), permit: permit))
    }
    running.recorder.record(transitions)
    running.handedOver += transitions.count
    recorder = running
    // Half of the time, the screen goes dark before the next batch.
    if random.isOneIn(2) { try flush() }
  }

  private func flush() throws {
    guard let running = recorder else { return }
    _ = try store("batch up to \(running.handedOver) of", running) { try running.recorder.flush() }
  }

  /// Ends the running session in good order.
  func endSession() throws {
    guard let running = recorder else { return }
    recorder?.isEnding = true
    let isEnded = try store("end of", running, ending: true) { try running.recorder.close() }
    if isEnded { recorder = nil }
  }

  /// Has the recorder write all that it was handed.
  private func store(
    _ step: String, _ running: RunningSession, ending: Bool = false, _ body: () throws -> Void
  ) throws -> Bool {
    let before = expected
    func holding(_ count: Int) -> DeviceContents? {
      var contents = before
      let stored = max(count, before?.sessions[running.id] ?? 0)
      if stored > 0 { contents?.sessions[running.id] = stored }
      return contents
    }
    var after = holding(running.handedOver)
    if ending, after?.sessions[running.id] != nil { after?.closed.insert(running.id) }
    recorder?.tried = running.handedOver
    return try attempt(
      "\(step) \(running.id)", after,
      between: [holding(running.tried), holding(running.handedOver)],
      told: { holding(running.recorder.report.stored) }, body)
  }

  func export() throws {
    note("export")
    do {
      let history = HistoryRepository(try anyProcess)
      while true {
        let batch = try history.export(
          after: server.cursor, limit: 40, checksCursor: defences.checksCursor)
        for row in batch.rows {
          let (session, sequence) = (row.entry.session.rawValue, row.entry.sequence)
          let known = server.rows[session]?[sequence]
          try promise(
            known == nil || known == row.entry, "\(session) \(sequence) came twice and otherwise")
          server.rows[session, default: [:]][sequence] = row.entry
        }
        server.cursor = batch.cursor
        if batch.isLast { break }
      }
    } catch let error as StoreError where error.code == .foreignCursor {
      server.cursor = .start
      return try export()
    } catch is StoreError {
      return
    }
    guard !disk.isDead else { return }
    // More may have arrived than a device holds that went back to a backup.
    for (session, count) in expected?.sessions ?? [:] {
      try promise(
        server.rows[session]?.count ?? 0 >= count,
        "\(session) has \(count) transitions, and \(server.rows[session]?.count ?? 0) arrived")
    }
  }

  private func prune() throws {
    guard var after = expected else { return }
    // What has arrived may go; the newest session stays, for the cursor stands in it.
    let time = clock.advanced(by: -Int64(random.int(1...10) * 7_200_000))
    let plan = try calmly { () throws -> PrunePlan in
      try export()
      return try HistoryRepository(process(0)).prunePlan(.before(time), now: clock)
    }
    guard recorder == nil, plan.sessions.count < after.sessions.count else { return }
    for session in plan.sessions { after.sessions[session.id.rawValue] = nil }
    for session in plan.sessions { after.closed.remove(session.id.rawValue) }
    try attempt("pruning of \(plan.sessions.count)", after) {
      try HistoryRepository(anyProcess).prune(plan)
    }
  }
}
