// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdSystem
import Foundation
import TestSupport
import TroubledDisk

@testable import AdStore

/// What must hold did not.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

/// A device through its days, bad ones among them, all of them following from one seed.
///
/// Two processes write one database. What they were told is stored is remembered apart, and after
/// every step the file has to hold just that. At any call into the file system the process may be
/// killed, the power may go, the disk may fail or be full.
final class BadDays {
  /// What is left out to show that it is missed.
  struct Defences {
    var syncs = true
    var checksSchema = true
    var checksCursor = true
  }

  /// How many steps a day has.
  static let stepsPerDay = 12

  let defences: Defences
  var random: SeededRandom
  private let base: URL
  private var lives = 0
  var folder = ""
  private(set) var disk: TroubledDisk
  /// The call at which something happens, and what.
  private(set) var trouble: (call: Int, answer: TroubledDisk.Answer)?
  private var processes: [AdDatabase?] = [nil, nil]
  var clock = TemporaryStore.now

  /// What the file holds as far as somebody was told; nil where there shall be no file.
  var expected: DeviceContents?
  /// What it may hold besides once a process has died: what failed while it was made to last.
  private var lingering: [DeviceContents?] = []
  /// Acknowledged backups, with what the file held then, and how many heads there were.
  var backups: [String: (contents: DeviceContents, heads: [LedgerHead])] = [:]
  /// Heads that were kept elsewhere.
  var heads: [LedgerHead] = []
  var recorder: RunningSession?
  var server = AnalysisServer()
  /// Keys of people who were erased, and whose bytes are to be gone.
  var erased: [String] = []
  var isPlanted = false
  /// The steps so far, for whoever has to look into a seed that fails.
  private(set) var steps: [String] = []
  private(set) var deaths = 0
  private(set) var failures = 0

  init(seed: UInt64, defences: Defences = Defences()) throws {
    random = SeededRandom(seed: seed)
    self.defences = defences
    base = FileManager.default.temporaryDirectory.appending(path: "BadDays-\(UUID().uuidString)")
    folder = base.appending(path: "0").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    disk = TroubledDisk(folder, seed: seed)
    watch()
  }

  deinit {
    processes = []
    try? FileManager.default.removeItem(at: base)
  }

  var path: String { "\(folder)/adview.sqlite" }

  /// The program's own calls into the file system, on the same disk.
  var layer: FileLayer {
    FileLayer { [disk] call, path in disk.fileCall(call.rawValue, path) }
  }

  private func watch() {
    disk.syncs = defences.syncs
    disk.decide = { [weak self] _, _, number in
      guard let self, let trouble, number >= trouble.call else { return .done }
      self.trouble = nil
      return trouble.answer
    }
  }

  func promise(_ isKept: Bool, _ words: @autoclosure () -> String) throws {
    guard !isKept else { return }
    throw BrokenPromise(
      description: "\(words())\nafter \(steps.count) steps:\n"
        + steps.suffix(25).joined(separator: "\n"))
  }

  // MARK: Steps

  /// Lives some days.
  func live(days: Int) throws {
    for _ in 0..<days * Self.stepsPerDay {
      if trouble == nil, random.isOneIn(4) {
        let answers: [TroubledDisk.Answer] = [
          .kill, .powerCut, .powerCut, .failure, .full, .failureAfter, .torn,
        ]
        trouble = (
          disk.calls + 1 + random.int(0...(random.isOneIn(2) ? 30 : 300)),
          answers[random.int(0...answers.count - 1)]
        )
      }
      try step()
      if disk.isDead { try reboot() }
      try checkPromises(thoroughly: random.isOneIn(8))
    }
    trouble = nil
    try checkPromises(thoroughly: true)
  }

  func note(_ step: String) {
    steps.append("\(steps.count): \(step)\(trouble.map { ", \($0.answer) at \($0.call)" } ?? "")")
  }

  /// The database of one of the two processes, opened where it is not open.
  func process(_ number: Int) throws -> AdDatabase {
    if let database = processes[number] { return database }
    let database = try AdDatabase(
      file: path, named: path, access: .readWrite, busyTimeout: 0,
      checksSchema: defences.checksSchema)
    processes[number] = database
    return database
  }

  var anyProcess: AdDatabase {
    get throws { try process(random.int(0...1)) }
  }

  /// Ends a process in good order.
  func end(_ number: Int) throws {
    guard let database = processes[number] else { return }
    if recorder?.process == number { try calmly { try endSession() } }
    processes[number] = nil
    do { try database.close() } catch { try promise(false, "closing failed: \(error)") }
  }

  /// Does something that makes the file hold something else, and takes the answer at its word.
  ///
  /// - Parameters:
  ///   - step: What it is called.
  ///   - after: What the file is to hold if the answer is yes.
  ///   - between: What it may hold where only a first transaction of several was stored.
  ///   - told: What it is to hold where the answer is no; what it held before, if nil.
  ///   - body: Does it.
  /// - Returns: Whether the answer was yes.
  /// - Throws: ``BrokenPromise`` where the answer is not the truth.
  @discardableResult
  func attempt(
    _ step: String, _ after: DeviceContents?, between: [DeviceContents?] = [],
    told: (() -> DeviceContents?)? = nil, _ body: () throws -> Void
  ) throws -> Bool {
    note(step)
    let before = expected
    do {
      try body()
      expected = after
      lingering = []
      return true
    } catch let error as BrokenPromise {
      throw error
    } catch {
      failures += 1
      steps.append("   \(error)")
      let code = (error as? StoreError)?.code
      try promise(
        error is FileLayerError || code.map { Self.documented.contains($0) } == true,
        "an undocumented error: \(error)")
      if code == .erasurePending {
        expected = after
        return true
      }
      if disk.isDead {
        lingering += [before, after] + between
        return false
      }
      expected = told?() ?? before
      let found = try observed()
      if found != expected, (between + [after]).contains(found) {
        try promise(
          ![.busy, .full, .alteredSchema].contains(code), "stored, and denied: \(error)")
        expected = found
      } else {
        lingering += between + [after]
      }
      return false
    }
  }

  private static let documented: Set<StoreError.Code> = [
    .busy, .full, .inputOutput, .corrupt, .readOnly, .closed, .cannotCreate, .fileExists,
    .missingFile, .alteredSchema, .erasurePending, .notADatabase, .foreignCursor, .interrupted,
  ]

  /// What the file holds, read without trouble; nil where there is none.
  func observed() throws -> DeviceContents? {
    let (trouble, isDead) = (trouble, disk.isDead)
    self.trouble = nil
    defer {
      self.trouble = isDead ? nil : trouble.map { (max($0.call, disk.calls + 1), $0.answer) }
    }
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try DeviceContents(of: look())
  }

  /// A connection that only reads, past all of our own code but the opening.
  func look(at file: String? = nil) throws -> Connection {
    try Connection(path: file ?? path, mode: .readOnly, configuration: AdDatabase.configuration)
  }

  /// Runs without trouble.
  func calmly<Result>(_ body: () throws -> Result) rethrows -> Result {
    let trouble = trouble
    self.trouble = nil
    defer { self.trouble = trouble.map { (max($0.call, disk.calls + 1), $0.answer) } }
    return try body()
  }

  // MARK: Deaths

  /// Forgets what died, and goes on with what the disk has left.
  private func reboot() throws {
    deaths += 1
    steps.append("   died")
    let remains = disk.remains
    recorder = nil
    for process in processes {
      // What a recorder that was let go of still tries, it tries on the dead disk.
      process?.writing.drain()
      try? process?.close()
    }
    processes = [nil, nil]
    trouble = nil
    lives += 1
    let old = folder
    folder = base.appending(path: "\(lives)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, bytes) in remains {
      _ = FileManager.default.createFile(
        atPath: "\(folder)/\(name)", contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    }
    disk = TroubledDisk(folder, seed: random.next())
    watch()
    try? FileManager.default.removeItem(atPath: old)
    let found: DeviceContents?
    do {
      found = try observed()
    } catch {
      throw BrokenPromise(
        description: "cannot be read after a death: \(error)\n"
          + steps.suffix(25).joined(separator: "\n"))
    }
    let possible = [expected] + lingering
    try promise(
      possible.contains(found),
      "lost or torn: "
        + (found.map { found in expected.map { found.difference(to: $0) } ?? "something" }
          ?? "nothing is left"))
    expected = found
    lingering = []
  }
}
