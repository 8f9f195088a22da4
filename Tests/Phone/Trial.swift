// SPDX-License-Identifier: MIT
import AdModel
import AdView
import Foundation
import TestSupport

/// A publisher, a server, and many phones with lossy links: each generation is published while they
/// update, some stay away, two are put back to a backup and two have a clock that went back a year.
struct Trial {
  private static let rounds = 6
  private static let unitCount = 150

  private let admin: String
  private let folder: String
  private let url: String
  private let phones: [SimulatedPhone]
  private let verifier: SharedVerifier
  private let root: [UInt8]

  init(admin: String, folder: String, url: String, phones count: Int) throws {
    self.admin = admin
    self.folder = folder
    self.url = url
    verifier = try SharedVerifier()
    try? FileManager.default.createDirectory(
      atPath: "\(folder)/phones", withIntermediateDirectories: true)
    let office = try AdDatabase.create(path: "\(folder)/office.sqlite", now: .now)
    try InventoryRepository(office).change(by: "trial", at: .now) { edit in
      try edit.addSample()
      for number in 0..<Self.unitCount {
        try edit.add(InventoryEntry(unit: InventoryUnit(id: try AdUnitID("trial-\(number)"))))
      }
    }
    try office.close()
    try Self.run(
      admin, ["publish", "\(folder)/public", "--signing-keys", "\(folder)/keys"], folder)
    root = Array(try Data(contentsOf: URL(filePath: "\(folder)/public/metadata/1.root.json")))
    // All begin as one install; a store of its own is made by copying it.
    let first = "\(folder)/first.sqlite"
    try AdDatabase.create(path: first, now: .now).close()
    phones = try (0..<count).map { number in
      let path = "\(folder)/phones/\(number).sqlite"
      try FileManager.default.copyItem(atPath: first, toPath: path)
      return SimulatedPhone(number: number, path: path, url: url)
    }
  }

  private static func run(_ admin: String, _ words: [String], _ folder: String) throws {
    let child = Process()
    child.executableURL = URL(filePath: admin)
    child.arguments = words + ["--db", "\(folder)/office.sqlite"]
    child.standardOutput = FileHandle.nullDevice
    child.standardError = FileHandle.nullDevice
    try child.run()
    child.waitUntilExit()
    guard child.terminationStatus == 0 else {
      throw LossyLink.Unreachable(what: words.joined(separator: " "))
    }
  }

  private func publish() throws {
    try Self.run(
      admin, ["publish", "\(folder)/public", "--signing-keys", "\(folder)/keys"], folder)
  }

  private func expected() throws -> [UInt8] {
    let office = try AdDatabase(path: "\(folder)/office.sqlite", access: .readOnly)
    defer { try? office.close() }
    return try InventoryRepository(office).read { try PublishedInventory(of: $0).document() }
  }

  func run() async throws {
    let start = ContinuousClock.now
    for round in 1...Self.rounds {
      if round == 3 { for phone in phones.prefix(2) { try phone.backUp() } }
      if round == 5 { for phone in phones.prefix(2) { try phone.goBack() } }
      let publisher = Thread { [self] in
        do {
          try Self.run(admin, ["unit", "set", "trial-\(round)", "--position", "\(round)"], folder)
          try publish()
        } catch { stop("\(error)") }
      }
      publisher.start()
      forAll { phone in
        if phone.stays(away: round) { return }
        phone.update(trusting: root, verifier, tries: 3, isLossy: true)
      }
      while !publisher.isFinished { usleep(10_000) }
    }
    forAll { $0.update(trusting: root, verifier, tries: 60, isLossy: true) }
    let expected = try expected()
    var sum = SimulatedPhone.Counts()
    var there = 0
    for phone in phones {
      sum.add(phone.counts)
      if try phone.document() == expected { there += 1 }
    }
    let took = start.duration(to: .now)
    print("phones                         \(phones.count)")
    print("at the newest generation       \(there)")
    print(
      "put back to a backup, there    \(try phones.prefix(2).count { try $0.document() == expected })"
    )
    print(
      "clock a year back, there       \(try phones.dropFirst(2).prefix(2).count { try $0.document() == expected })"
    )
    print("updates begun                  \(sum.updates)")
    print("generations taken              \(sum.taken)")
    print("nothing new                    \(sum.current)")
    print("given up on a bad line         \(sum.givenUp)")
    print("refused                        \(sum.refusals.values.reduce(0, +)) \(sum.refusals)")
    print("requests                       \(sum.requests)")
    print("cuts within a file             \(sum.cuts)")
    print("gone on behind a cut           \(sum.resumed)")
    print("megabytes                      \(sum.bytes / 1_000_000)")
    print("signatures checked by openssl  \(verifier.checked)")
    print("seconds                        \(took.components.seconds)")
    guard there == phones.count else { stop("\(phones.count - there) phones are behind") }
    try await timeToSession()
  }

  private func forAll(_ body: @escaping @Sendable (SimulatedPhone) -> Void) {
    let queue = Waiting(phones)
    let threads = (0..<24).map { _ in
      Thread { while let phone = queue.next() { body(phone) } }
    }
    for thread in threads { thread.start() }
    for thread in threads { while !thread.isFinished { usleep(2_000) } }
  }

  private final class Waiting: @unchecked Sendable {
    private let lock = NSLock()
    private var phones: ArraySlice<SimulatedPhone>
    init(_ phones: [SimulatedPhone]) { self.phones = phones[...] }
    func next() -> SimulatedPhone? { lock.withLock { phones.popFirst() } }
  }

  // MARK: From publish to a page

  /// How long it takes from the command `publish` until an ad is gone from a page that runs.
  private func timeToSession() async throws {
    let unit = try AdUnitID("div-gpt-ad-mobile_1")
    let path = "\(folder)/running.sqlite"
    let phone = SimulatedPhone(number: 1, path: path, url: url)
    let database = try await AdDatabase.open(at: path)
    phone.update(trusting: root, verifier, tries: 1, isLossy: false)
    let subject = try SubjectKey("somebody")
    let session = try await AdSession.open(try PageID("homepage"), in: database, subject: subject)
    _ = try session.record(
      ConsentStatement(
        choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: .now))
    _ = try await session.storeAnswers(within: .seconds(60))
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    _ = session.handle(
      .place([AdFrame(unit: unit, frame: AdRect(x: 36, y: 100, width: 320, height: 320))]))
    var times: [Int64] = []
    var publishing: [Int64] = []
    for round in 0..<10 {
      let pauses = round.isMultiple(of: 2)
      try Self.run(admin, ["unit", pauses ? "pause" : "activate", unit.rawValue], folder)
      let start = ContinuousClock.now
      try publish()
      publishing.append(Self.milliseconds(start))
      // As an app that asks at once, which a push message may tell it to.
      phone.update(trusting: root, verifier, tries: 1, isLossy: false)
      while (session.view(of: unit) == nil) != pauses {
        _ = session.tick()
        try await Task.sleep(for: .milliseconds(10))
        guard Self.milliseconds(start) < 20_000 else { stop("the page did not follow") }
      }
      times.append(Self.milliseconds(start))
    }
    print("publish itself, ms             \(publishing.sorted()[5]) in the middle of 10")
    print(
      "publish to a running page, ms  \(times.sorted()[5]) in the middle of 10, at most \(times.max() ?? 0)"
    )
    try await session.close()
    try database.close()
  }

  private static func milliseconds(_ start: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
