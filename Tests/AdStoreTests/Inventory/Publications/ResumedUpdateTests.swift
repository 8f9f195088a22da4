// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdUpdate
import TestPublications
import TestSupport
import Testing

@testable import AdStore

/// Lines that are cut within a file.
@Suite struct ResumedUpdateTests {
  private struct Gone: Error {}

  private let phone: TemporaryInventory
  private var database: AdDatabase { phone.repository.database }
  private var publisher: TestPublisher
  private var whole: [UInt8]

  init() throws {
    phone = try TemporaryInventory()
    publisher = try TestPublisher()
    let inventory = try TestPublisher.random(7)
    try publisher.publish(inventory)
    whole = try inventory.document()
  }

  /// What a server with ranges answers: at most `count` bytes before the line is cut.
  private func answer(
    _ file: InventoryUpdate.File, cutAfter count: Int = .max, knowsRanges: Bool = true
  ) -> InventoryUpdate.Answer {
    guard let all = publisher.publication[file.name] else { return .missing }
    let start = knowsRanges ? file.offset : 0
    let rest = Array(all[start...].prefix(count))
    return start + rest.count < all.count ? .cut(rest, from: start) : .arrived(rest, from: start)
  }

  private func isTarget(_ file: InventoryUpdate.File) -> Bool { file.path.hasPrefix("targets/") }

  @Test func `what arrived is not fetched again, within an update and in the next one`() throws {
    var bytes = 0
    var tries = 0
    while try database.updateStatus().generation == nil {
      tries += 1
      try #require(tries < 100)
      // The process goes away at every second cut.
      let phone = try phone.store.open()
      var cuts = 0
      do {
        try phone.follow(trusting: publisher.publication.firstRoot) { file in
          guard isTarget(file) else { return answer(file) }
          if cuts == 2 { throw Gone() }
          cuts += 1
          #expect(file.offset == bytes)
          #expect(file.atMost == whole.count - bytes)
          let answer = answer(file, cutAfter: whole.count / 9)
          switch answer {
          case .arrived(let part, _), .cut(let part, _): bytes += part.count
          case .missing: break
          }
          return answer
        }
      } catch is Gone {}
      try phone.close()
    }
    #expect(bytes == whole.count)
    #expect(tries > 3)
    #expect(try database.published() == whole)
  }

  @Test func `a server that knows no ranges begins at the beginning, and all arrives`() throws {
    var cuts = 0
    try database.follow(trusting: publisher.publication.firstRoot) { file in
      guard isTarget(file), cuts < 3 else { return answer(file, knowsRanges: false) }
      cuts += 1
      return answer(file, cutAfter: 100 * cuts, knowsRanges: false)
    }
    #expect(try database.published() == whole)
  }

  @Test func `a cut within metadata begins that file again`() throws {
    var cuts: Set<String> = []
    try database.follow(trusting: publisher.publication.firstRoot) { file in
      #expect(isTarget(file) || file.offset == 0)
      return cuts.insert(file.path).inserted ? answer(file, cutAfter: 10) : answer(file)
    }
    #expect(cuts.count == 5)
    #expect(try database.published() == whole)
  }

  @Test
  func
    `a beginning that was a lie is thrown away with the refusal, and the next update goes through`()
    throws
  {
    var isCut = false
    let refusal = #expect(throws: UpdateRefusal.self) {
      try database.follow(trusting: publisher.publication.firstRoot) { file in
        guard isTarget(file), !isCut else { return answer(file) }
        isCut = true
        return .cut([UInt8](repeating: 7, count: 50))
      }
    }
    #expect(refusal?.code == .mismatch)
    #expect(try database.updateStatus().generation == nil)
    let asked = try database.follow(trusting: nil) { answer($0) }
    #expect(asked.last?.offset == 0)
    #expect(try database.published() == whole)
  }

  @Test(arguments: [-1, 1, 1000]) func `what begins where nothing was asked for is refused`(
    _ away: Int
  ) throws {
    let refusal = #expect(throws: UpdateRefusal.self) {
      try database.follow(trusting: publisher.publication.firstRoot) { file in
        guard isTarget(file) else { return answer(file) }
        guard file.offset > 0 else { return answer(file, cutAfter: 40) }
        return .arrived(Array(whole[40...]), from: 40 + away)
      }
    }
    #expect(refusal?.code == .mismatch)
    #expect(try database.updateStatus().generation == nil)
  }

  @Test func `more than was signed is refused, cut or not, and nothing of it is kept`() throws {
    let refusal = #expect(throws: UpdateRefusal.self) {
      try database.follow(trusting: publisher.publication.firstRoot) { file in
        isTarget(file) ? .cut(whole + [0]) : answer(file)
      }
    }
    #expect(refusal?.code == .tooLong)
    let kept = try database.read {
      try $0.statement("SELECT count(*) FROM update_part").first { $0.int(0) }
    }
    #expect(kept == 0)
  }

  @Test mutating func `the beginning of an older generation is not that of a newer one`() throws {
    #expect(throws: Gone.self) {
      try database.follow(trusting: publisher.publication.firstRoot) { [self] file in
        guard isTarget(file) else { return answer(file) }
        if file.offset > 0 { throw Gone() }
        return answer(file, cutAfter: 60)
      }
    }
    let next = try TestPublisher.random(8)
    try publisher.publish(next)
    let asked = try database.follow(trusting: nil) { [self] in answer($0) }
    #expect(asked.last?.offset == 0)
    #expect(try database.published() == (try next.document()))
  }
}
