// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdUpdate
import Foundation
import TestPublications
import TestSupport

/// A phone whose updates go wrong in every way, round after round, against a publisher of forty
/// generations. After each round the inventory is a generation that was published, and none before
/// the last one that it was.
struct Faults {
  enum Kind: String, CaseIterable {
    case honest, cut, killed, forged, older, mixed, frozen, endless, half, missing, foreign
  }

  private static let generations = 40
  private struct Gone: Error {}

  private let seed: UInt64
  private var random: SeededRandom
  private let folder: URL
  private let path: String
  private var moments: [TestPublication] = []
  private var documents: [[UInt8]] = []
  private var newest = -1
  private var tried: [Kind: Int] = [:]
  private var outcomes: [String: Int] = [:]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed: seed)
    folder = FileManager.default.temporaryDirectory.appending(path: "adview-faults-\(seed)")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "phone.sqlite").path()
    var publication = try TestPublication()
    var inventories: [PublishedInventory] = []
    for number in 1...Self.generations {
      let inventory = try inventory(number)
      let whole = try inventory.document()
      var targets = [
        TargetFile(
          path: PublishedGeneration.wholeName, holding: whole,
          custom: PublishedGeneration.custom(Int64(number)))
      ]
      var files = [whole]
      for (place, old) in inventories.enumerated().suffix(8) {
        let bytes = try old.difference(to: inventory)
        targets.append(
          TargetFile(
            path: PublishedGeneration.differenceName(from: Int64(place + 1)), holding: bytes))
        files.append(bytes)
      }
      // Keys change on the way, and who signs for two roles of them.
      if number == 15 {
        publication.keys["timestamp"] = [TestVerifier.key(21)]
        try publication.publishRoot()
      }
      if number == 27 {
        publication.keys["targets"] = [TestVerifier.key(24), TestVerifier.key(25)]
        publication.thresholds["targets"] = 2
        try publication.publishRoot()
      }
      try publication.publish(targets, holding: files)
      inventories.append(inventory)
      documents.append(whole)
      moments.append(publication)
    }
  }

  /// The inventory of a generation.
  private func inventory(_ number: Int) throws -> PublishedInventory {
    var content = InventoryContent()
    for place in 0..<30 {
      var unit = InventoryUnit(id: try AdUnitID("unit-\(place)"))
      unit.position = place == number % 30 ? 100 + number : place
      if (place + number).isMultiple(of: 7) { unit.status = .paused }
      content.units.append(InventoryEntry(unit: unit))
    }
    return try PublishedInventory(content, InventorySettings())
  }

  /// Tries so many rounds, and prints what became of them.
  mutating func run(_ rounds: Int) throws {
    try AdDatabase.create(path: path, now: TestPublication.now).close()
    for round in 0..<rounds {
      // Five rounds a generation; where there are no more, a new phone begins with the first.
      let day = round % (5 * Self.generations)
      if round > 0, day == 0 { try reinstall() }
      let moment = day / 5
      let kind = Kind.allCases.randomElement(using: &random) ?? .honest
      tried[kind, default: 0] += 1
      let outcome = try update(kind, moment)
      outcomes["\(kind.rawValue): \(outcome)", default: 0] += 1
      try check(round, kind)
    }
    for kind in Kind.allCases { print("\(kind.rawValue)\t\(tried[kind] ?? 0)") }
    for (outcome, count) in outcomes.sorted(by: { $0.key < $1.key }) {
      print("  \(outcome)\t\(count)")
    }
    print("\(rounds) rounds, seed \(seed): no inventory was forged, older or broken")
    try FileManager.default.removeItem(at: folder)
  }

  private mutating func reinstall() throws {
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + ending)
    }
    // The server begins again, too.
    try? FileManager.default.removeItem(at: folder.appending(path: "served"))
    try AdDatabase.create(path: path, now: TestPublication.now).close()
    newest = -1
  }

  private func check(_ round: Int, _ kind: Kind) throws {
    let database = try AdDatabase(path: path, access: .readWrite)
    defer { try? database.close() }
    let found = try InventoryRepository(database).read {
      try PublishedInventory(of: $0).document()
    }
    let place = documents.lastIndex(of: found)
    let isEmpty = found.count < 1_200
    guard let place = place ?? (isEmpty ? -1 : nil), place >= newest else {
      throw Broken(
        what: "seed \(seed), round \(round), \(kind): the inventory is no generation or older")
    }
    guard try database.updateStatus().generation.map({ $0 == Int64(place + 1) }) ?? true else {
      throw Broken(
        what: "seed \(seed), round \(round), \(kind): the number is another one's, \(place)")
    }
    if round.isMultiple(of: 100), let damage = try database.findDamage().first {
      throw Broken(what: "seed \(seed), round \(round): \(damage)")
    }
  }

  private struct Broken: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
  }

  // MARK: A round

  /// - Returns: What became of it, in a word.
  private mutating func update(_ kind: Kind, _ moment: Int) throws -> String {
    let outcome = kind == .killed ? try updateAndKill(moment) : try updateHere(kind, moment)
    let database = try AdDatabase(path: path, access: .readOnly)
    defer { try? database.close() }
    newest = max(newest, Int(try database.updateStatus().generation ?? 0) - 1)
    return outcome
  }

  private mutating func updateHere(_ kind: Kind, _ moment: Int) throws -> String {
    let database = try AdDatabase(path: path, access: .readWrite)
    defer { try? database.close() }
    let now =
      kind == .frozen && random.int(0...1) == 0
      ? TestPublication.later.advanced(by: 1) : TestPublication.now
    let forged = try forged(kind, moment)
    // Which of the files that are asked for it befalls.
    var place = random.int(0...4)
    do {
      var update = try InventoryUpdate(
        of: database, trusting: moments[0].firstRoot, at: now, verifier: TestVerifier())
      var step = try update.begin()
      while case .fetch(let file) = step {
        let name = String(file.path.split(separator: "/", maxSplits: 1)[1])
        let truth = forged[name]
        let isHit = place == 0
        place -= 1
        step = try update.take(
          try answer(kind, name, file, truth, isHit: isHit, moment))
      }
      guard case .ready(let publication) = step else { return "nothing new" }
      try database.adopt(publication, at: now)
      return "taken"
    } catch is Gone {
      return "given up"
    } catch let refusal as UpdateRefusal {
      return "refused, \(refusal.code.rawValue)"
    } catch let error as StoreError where error.code == .otherInventory {
      return "difference to another inventory"
    }
  }

  /// What the server has: in some rounds, that of another moment or of a forger.
  private mutating func forged(_ kind: Kind, _ moment: Int) throws -> TestPublication {
    switch kind {
    case .frozen: return moments[random.int(0...moment)]
    case .foreign:
      // Another publisher, whole in itself.
      var other = try TestPublication()
      for role in ["root", "timestamp", "snapshot", "targets"] {
        other.keys[role] = [TestVerifier.key(90)]
        other.versions[role] = Int64(random.int(1...90))
      }
      try other.publishRoot()
      try other.publish(Array("{}".utf8))
      return other
    case .forged where random.int(0...1) == 0:
      // Somebody has all files, but no key.
      var forger = moments[moment]
      for role in ["timestamp", "snapshot", "targets"] {
        forger.signers[role] = [TestVerifier.key(77)]
        forger.versions[role] = 500
      }
      try forger.write()
      return forger
    default: return moments[moment]
    }
  }

  private mutating func answer(
    _ kind: Kind, _ name: String, _ file: InventoryUpdate.File, _ truth: [UInt8]?, isHit: Bool,
    _ moment: Int
  ) throws -> InventoryUpdate.Answer {
    let rest = truth.map { Array($0.dropFirst(file.offset).prefix(file.atMost + 1)) }
    let honest = rest.map { InventoryUpdate.Answer.arrived($0, from: file.offset) } ?? .missing
    guard isHit else { return honest }
    switch kind {
    case .honest, .frozen, .foreign, .killed: return honest
    case .cut:
      guard let rest, random.int(0...2) > 0 else { throw Gone() }
      return .cut(Array(rest.prefix(random.int(0...rest.count))), from: file.offset)
    case .forged:
      guard var bytes = truth, !bytes.isEmpty else { return .arrived(Array("{}".utf8)) }
      bytes[random.int(0...bytes.count - 1)] ^= UInt8(random.int(1...255))
      return .arrived(bytes)
    case .older:
      return moments[random.int(0...moment)][name].map { .arrived($0) } ?? honest
    case .mixed:
      // Another file of another moment under this name.
      let other = moments[random.int(0...moment)]
      let number = random.int(1...moment + 3)
      let names = ["timestamp.json", "\(number).snapshot.json", "\(number).targets.json"]
      return other[names.randomElement(using: &random) ?? ""].map { .arrived($0) } ?? honest
    case .endless: return .arrived([UInt8](repeating: 0x20, count: file.atMost + 1))
    case .half:
      return rest.map { .arrived(Array($0.prefix($0.count / 2)), from: file.offset) } ?? .missing
    case .missing: return .missing
    }
  }

  // MARK: Kills

  private mutating func updateAndKill(_ moment: Int) throws -> String {
    let served = folder.appending(path: "served")
    try? FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
    for (name, bytes) in moments[moment].files {
      let file = served.appending(path: name)
      if name != "timestamp.json", FileManager.default.fileExists(atPath: file.path()) { continue }
      try Data(bytes).write(to: file)
    }
    let child = Process()
    child.executableURL = URL(filePath: CommandLine.arguments[0])
    child.arguments = ["follow", path, served.path()]
    child.standardError = FileHandle.nullDevice
    try child.run()
    usleep(UInt32(random.int(500...30_000)))
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    return child.terminationReason == .uncaughtSignal
      ? "killed" : "ended with \(child.terminationStatus)"
  }
}
