// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate
import TestPublications
import TestSupport
import Testing

@testable import AdStore

@Suite struct InventoryUpdateTests {
  private let phone: TemporaryInventory
  private var database: AdDatabase { phone.repository.database }
  private var publisher: TestPublisher
  private var publication: TestPublication { publisher.publication }
  private var generations: [PublishedInventory] { publisher.generations }

  init() throws {
    phone = try TemporaryInventory()
    publisher = try TestPublisher()
  }

  private func random(_ seed: UInt64) throws -> PublishedInventory {
    try TestPublisher.random(seed)
  }

  private func published() throws -> [UInt8] { try database.published() }

  /// Updates a phone from what `serve` answers; the files that were asked for.
  @discardableResult
  private func update(
    _ database: AdDatabase, from serve: (String) throws -> [UInt8]?
  ) throws -> [String] {
    try database.follow(trusting: publication.firstRoot) { file in
      try serve(file.name).map { .arrived(Array($0.prefix(file.atMost + 1))) } ?? .missing
    }.map(\.path)
  }

  @Test
  mutating func `a phone follows: whole at first, by differences then, whole after a long time`()
    throws
  {
    for seed in UInt64(1)...3 { try publisher.publish(random(seed)) }
    try update(database) { publication[$0] }
    #expect(try published() == (try generations[2].document()))

    try publisher.publish(random(4))
    let asked = try update(database) { publication[$0] }
    #expect(asked.last?.hasSuffix(".from-3.json") == true)
    #expect(try published() == (try generations[3].document()))

    for seed in UInt64(5)...104 { try publisher.publish(random(seed)) }
    let late = try update(database) { publication[$0] }
    #expect(late.last?.hasSuffix(".inventory.json") == true)
    #expect(try published() == (try generations[103].document()))
    #expect(try database.updateStatus().generation == 104)
  }

  @Test mutating func `nothing new is a timestamp and the answer that there is no newer root`()
    throws
  {
    try publisher.publish(random(1))
    try update(database) { publication[$0] }
    #expect(
      try update(database) { publication[$0] } == [
        "metadata/2.root.json", "metadata/timestamp.json",
      ])
    #expect(try database.updateStatus().checked == TestPublication.now)
  }

  @Test mutating func `an inventory that somebody changed by hand is what all others are next`()
    throws
  {
    try publisher.publish(random(1))
    try update(database) { publication[$0] }
    try phone.add("of-our-own")
    try publisher.publish(random(2))
    #expect(storeCode { try update(database) { publication[$0] } } == .otherInventory)
    try update(database) { publication[$0] }
    #expect(try published() == (try generations[1].document()))
  }

  @Test mutating func `a refusal changes nothing and is told`() throws {
    try publisher.publish(random(1))
    try update(database) { publication[$0] }
    let before = try published()
    var forged = publication
    forged.signers["timestamp"] = [TestVerifier.key(66)]
    forged.versions["timestamp"] = 9
    try forged.write()
    let refusal = #expect(throws: UpdateRefusal.self) {
      try update(database) { [forged] in forged[$0] }
    }
    #expect(refusal?.code == .unsigned)
    #expect(try published() == before)
    let status = try database.updateStatus()
    #expect(status.generation == 1)
    #expect(status.refused == TestPublication.now)
    #expect(status.refusal?.contains("timestamp.json") == true)
  }

  @Test
  mutating func `kills, cuts and lies leave a generation that was published, and never go back`()
    throws
  {
    struct Cut: Error {}
    for seed in UInt64(1)...12 { try publisher.publish(random(seed)) }
    let documents = try generations.map { try $0.document() }
    // Each generation as the server had it.
    var moments: [TestPublication] = []
    var replay = try TestPublisher()
    for inventory in generations {
      try replay.publish(inventory)
      moments.append(replay.publication)
    }
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    var newest = -1
    for round in 0..<150 {
      let moment = round / 13
      // As another process that begins where the last one was killed.
      let database = try phone.store.open()
      do {
        let isHonest = round.isMultiple(of: 4)
        try update(database) { name in
          let truth = moments[moment][name]
          switch isHonest ? 9 : random.int(0...9) {
          case 0: throw Cut()
          case 1: return nil
          case 2: return truth.map { Array($0.prefix(random.int(0...$0.count))) }
          case 3: return moments[...moment].randomElement(using: &random)?[name] ?? truth
          default: return truth
          }
        }
      } catch is Cut {
      } catch is UpdateRefusal {
      } catch let error as StoreError where error.code == .otherInventory {}
      try database.close()
      let place = try documents.lastIndex(of: published())
      // An inventory that is none of them is the empty one of the beginning.
      try #require((place ?? -1) >= newest, "seed \(seed), round \(round)")
      newest = place ?? -1
    }
    #expect(newest == 11, "seed \(seed)")
  }
}
