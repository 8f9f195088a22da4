// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate
import TestPublications
import TestSupport
import Testing

@testable import AdStore

/// Apps that are installed again, and what they remember then.
@Suite struct UpdateMemoryTests {
  private var publisher: TestPublisher
  /// The publication as it was, which somebody offers again.
  private let older: TestPublication
  private let memory: [UInt8]

  init() throws {
    publisher = try TestPublisher()
    try publisher.publish(try TestPublisher.random(1))
    older = publisher.publication
    for seed in UInt64(2)...3 { try publisher.publish(try TestPublisher.random(seed)) }
    let first = try TemporaryInventory()
    let database = first.repository.database
    #expect(try database.updateMemory() == nil)
    try database.follow(publisher.publication)
    memory = try #require(try database.updateMemory())
  }

  private func install() throws -> TemporaryInventory { try TemporaryInventory() }

  @Test func `an app that is installed again is not offered what is older than it had seen`() throws
  {
    let forgetful = try install()
    try forgetful.repository.database.follow(older)
    #expect(try forgetful.repository.database.updateStatus().generation == 1)

    let app = try install()
    let refusal = #expect(throws: UpdateRefusal.self) {
      try app.repository.database.follow(older, remembering: memory)
    }
    #expect(refusal?.code == .rollback)
    #expect(try app.repository.database.updateStatus().generation == nil)
    // What was remembered is stored: the next update knows it, too.
    #expect(throws: UpdateRefusal.self) { try app.repository.database.follow(older) }
    try app.repository.database.follow(publisher.publication)
    #expect(try app.repository.database.updateStatus().generation == 3)
  }

  @Test func `files that were put back from a backup are no way back either`() throws {
    let app = try install()
    try app.repository.database.follow(older)
    #expect(throws: UpdateRefusal.self) {
      try app.repository.database.follow(older, remembering: memory)
    }
    try app.repository.database.follow(publisher.publication, remembering: memory)
    #expect(try app.repository.database.updateStatus().generation == 3)
  }

  @Test mutating func `keys that were withdrawn stay so after a reinstall`() throws {
    let stolen = publisher.publication
    publisher.publication.keys["timestamp"] = [TestVerifier.key(20)]
    try publisher.publication.publishRoot()
    try publisher.publish(try TestPublisher.random(4))
    let first = try install()
    try first.repository.database.follow(publisher.publication)
    let memory = try #require(try first.repository.database.updateMemory())

    let app = try install()
    let refusal = #expect(throws: UpdateRefusal.self) {
      try app.repository.database.follow(
        trusting: stolen.firstRoot, remembering: memory
      ) { file in
        stolen[file.name].map { .arrived($0) } ?? .missing
      }
    }
    #expect(refusal?.code == .unsigned)
    try app.repository.database.follow(publisher.publication, remembering: memory)
    #expect(try app.repository.database.updateStatus().generation == 4)
  }

  @Test(arguments: [
    "", "[]", #"{"adviewUpdateMemory":2}"#, #"{"adviewUpdateMemory":1}"#,
    #"{"adviewUpdateMemory":1,"root.json":"{}","timestamp.json":"x","snapshot.json":"{}"}"#,
  ]) func `what is no memory is passed over`(_ text: String) throws {
    let app = try install()
    try app.repository.database.follow(publisher.publication, remembering: Array(text.utf8))
    #expect(try app.repository.database.updateStatus().generation == 3)
  }

  @Test func `a memory that somebody altered takes nothing from what is stored`() throws {
    let app = try install()
    try app.repository.database.follow(publisher.publication)
    var forger = older
    forger.signers["timestamp"] = [TestVerifier.key(66)]
    forger.versions["timestamp"] = 99
    try forger.write()
    var files = try #require(UpdateMemory(bytes: memory)).files
    files["timestamp.json"] = forger["timestamp.json"]
    let altered = try #require(UpdateMemory(of: files)).bytes
    #expect(throws: UpdateRefusal.self) {
      try app.repository.database.follow(older, remembering: altered)
    }
    try app.repository.database.follow(publisher.publication, remembering: altered)
    #expect(try app.repository.database.updateStatus().generation == 3)
  }

  @Test func `it is the same on all phones, and short`() throws {
    let other = try install()
    try other.add("of-our-own")
    try other.repository.database.follow(publisher.publication)
    #expect(try other.repository.database.updateMemory() == memory)
    #expect(memory.count < 8_000)
  }
}
