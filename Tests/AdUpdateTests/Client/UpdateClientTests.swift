// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate
import Foundation
import TestPublications
import TestSupport
import Testing

@Suite struct UpdateClientTests {
  /// A lie, as a change of a repository that tells a second generation.
  struct Lie: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: UpdateRefusal.Code
    let file: String
    var limits = UpdateLimits()
    let tell: @Sendable (inout TestPublication) throws -> Void
  }

  static let lies =
    ["root", "timestamp", "snapshot", "targets"].flatMap(lies(about:)) + [
      Lie(testDescription: "an older timestamp", code: .rollback, file: "timestamp.json") {
        $0.versions["timestamp"] = 1
        try $0.write()
      },
      Lie(
        testDescription: "a newer timestamp of an older snapshot", code: .rollback,
        file: "timestamp.json"
      ) {
        $0.versions["timestamp"] = 3
        $0.versions["snapshot"] = 1
        try $0.write()
      },
      Lie(
        testDescription: "a newer snapshot of older targets", code: .rollback, file: "snapshot.json"
      ) {
        $0.versions = ["root": 1, "timestamp": 3, "snapshot": 3, "targets": 1]
        try $0.write()
      },
      Lie(
        testDescription: "a snapshot that is not the one of the timestamp", code: .mismatch,
        file: "snapshot.json"
      ) {
        $0.versions = ["root": 1, "timestamp": 3, "snapshot": 3, "targets": 3]
        try $0.write()
        let mixed = try #require($0["timestamp.json"])
        $0.expiries["snapshot"] = TestPublication.later.advanced(by: 1000)
        try $0.write()
        $0["timestamp.json"] = mixed
      },
      Lie(
        testDescription: "targets that are not those of the snapshot", code: .mismatch,
        file: "targets.json"
      ) {
        $0.versions = ["root": 1, "timestamp": 3, "snapshot": 3, "targets": 3]
        try $0.write()
        $0["3.targets.json"] = $0["2.targets.json"]
      },
      Lie(
        testDescription: "a snapshot with another version than its name", code: .mismatch,
        file: "snapshot.json"
      ) {
        $0.versions = ["root": 1, "timestamp": 3, "snapshot": 4, "targets": 3]
        try $0.write()
        $0["3.snapshot.json"] = $0["4.snapshot.json"]
        try $0.write(timestampOf: ListedFile(version: 3))
      },
      Lie(
        testDescription: "a root with another version than its name", code: .rollback,
        file: "2.root.json"
      ) {
        try $0.publishRoot()
        try $0.publishRoot()
        $0["2.root.json"] = $0["3.root.json"]
      },
      Lie(testDescription: "a document with other bytes", code: .mismatch, file: "document.json") {
        try $0.publish(Array("third".utf8))
        $0["\($0.targets[0].hashes[0].digits).document.json"] = Array("THIRD".utf8)
      },
      Lie(testDescription: "a shorter document", code: .mismatch, file: "document.json") {
        try $0.publish(Array("third".utf8))
        $0["\($0.targets[0].hashes[0].digits).document.json"] = Array("thir".utf8)
      },
      Lie(testDescription: "a document without an end", code: .tooLong, file: "document.json") {
        try $0.publish(Array("third".utf8))
        $0["\($0.targets[0].hashes[0].digits).document.json"] = Array("thirdthirdthird".utf8)
      },
      Lie(testDescription: "a document that is not there", code: .missing, file: "document.json") {
        try $0.publish(Array("third".utf8))
        $0["\($0.targets[0].hashes[0].digits).document.json"] = nil
      },
      Lie(testDescription: "no document", code: .unlisted, file: "document.json") {
        $0.targets = []
        $0.versions = ["root": 1, "timestamp": 3, "snapshot": 3, "targets": 3]
        try $0.write()
      },
      Lie(testDescription: "no timestamp", code: .missing, file: "timestamp.json") {
        $0["timestamp.json"] = nil
      },
      Lie(
        testDescription: "metadata of another role, signed by the right key", code: .malformed,
        file: "timestamp.json"
      ) {
        $0.keys["snapshot"] = $0.keys["timestamp"]
        $0.versions = ["root": 1, "timestamp": 3, "snapshot": 3, "targets": 3]
        try $0.write()
        $0["timestamp.json"] = $0["3.snapshot.json"]
      },
    ]

  /// What goes wrong with a role alike: its keys, its age, its length, its form.
  static func lies(about role: String) -> [Lie] {
    let file = role == "root" ? "2.root.json" : "\(role).json"
    let published = role == "root" ? "2.root.json" : role == "timestamp" ? file : "3.\(file)"
    @Sendable func next(_ publication: inout TestPublication) throws {
      if role == "root" {
        try publication.publishRoot()
      } else {
        publication.versions = ["root": 1, "timestamp": 3, "snapshot": 3, "targets": 3]
        try publication.write()
      }
    }
    let stranger = TestVerifier.key(99)
    var short = UpdateLimits()
    switch role {
    case "root": short.root = 700
    case "timestamp": short.timestamp = 300
    case "snapshot": short.snapshot = 300
    default: short.targets = 300
    }
    return [
      Lie(testDescription: "\(role) signed by nobody", code: .unsigned, file: file) {
        $0.signers[role] = []
        try next(&$0)
      },
      Lie(testDescription: "\(role) signed by a stranger", code: .unsigned, file: file) {
        $0.signers[role] = [stranger]
        try next(&$0)
      },
      Lie(
        testDescription: "an expired \(role)", code: .expired,
        file: role == "root" ? "root.json" : file
      ) {
        $0.expiries[role] = TestPublication.now
        try next(&$0)
      },
      Lie(
        testDescription: "\(role) without an end", code: .tooLong, file: file, limits: short
      ) { try next(&$0) },
      Lie(
        testDescription: "half of \(role)",
        code: ["root", "timestamp"].contains(role) ? .malformed : .mismatch, file: file
      ) {
        try next(&$0)
        $0[published] = $0[published].map { Array($0.prefix($0.count / 2)) }
      },
    ]
  }

  @Test(arguments: lies) func `refuses a lie, says why, and goes on with what it had`(
    _ lie: Lie
  ) throws {
    var honest = try TestPublication()
    try honest.publish(Array("second".utf8))
    var phone = TestPhone(shippedWith: honest.firstRoot)
    try phone.update(from: honest)
    #expect(phone.document == Array("second".utf8))

    var lying = honest
    try lie.tell(&lying)
    let refusal = try #require(try phone.refusal(of: lying, limits: lie.limits))
    #expect(refusal.code == lie.code)
    #expect(refusal.file == lie.file)
    #expect(phone.document == Array("second".utf8))

    // Nothing that was refused stands in the way of what is true. A root that has expired is trusted
    // all the same to name the next one.
    if phone.stored["root.json"] != honest["1.root.json"] {
      honest = lying
      honest.expiries = [:]
      try honest.publishRoot()
    }
    for _ in 0..<3 { try honest.publish(Array("fifth".utf8)) }
    try phone.update(from: honest)
    #expect(phone.document == Array("fifth".utf8))
  }

  @Test func `asks for one more root and the timestamp where nothing is new`() throws {
    let publication = try TestPublication()
    var phone = TestPhone(shippedWith: publication.firstRoot)
    try phone.update(from: publication)
    #expect(
      phone.fetched.map(\.path) == [
        "2.root.json", "timestamp.json", "1.snapshot.json", "1.targets.json",
        "\(publication.targets[0].hashes[0].digits).document.json",
      ])
    try phone.update(from: publication)
    #expect(Array(phone.fetched.map(\.path).prefix(2)) == ["2.root.json", "timestamp.json"])
    #expect(phone.fetched.count == 3, "the document is what the caller may keep")
  }

  @Test func `a timestamp that is served on after it has expired is a freeze`() throws {
    let publication = try TestPublication()
    var phone = TestPhone(shippedWith: publication.firstRoot)
    try phone.update(from: publication)
    let late = TestPublication.later.advanced(by: 1)
    var root = publication
    root.expiries["root"] = late.advanced(by: 1000 * 86_400)
    try root.publishRoot()
    let refusal = try #require(try phone.refusal(of: root, at: late))
    #expect(refusal.code == .expired)
    #expect(refusal.file == "timestamp.json")
  }

  @Test func `goes through a hundred roots, each signed by its own keys and those before`() throws {
    var publication = try TestPublication()
    for number in UInt8(10)..<110 {
      let old = try #require(publication.keys["root"])
      publication.keys["root"] = [TestVerifier.key(number)]
      publication.signers["root"] = old + [TestVerifier.key(number)]
      try publication.publishRoot()
    }
    var phone = TestPhone(shippedWith: publication.firstRoot)
    try phone.update(from: publication)
    #expect(phone.stored["root.json"] == publication["101.root.json"])
  }

  @Test(arguments: ["old", "new"]) func `a root that only its old or new keys have signed is none`(
    _ signer: String
  ) throws {
    var publication = try TestPublication()
    let old = try #require(publication.keys["root"])
    publication.keys["root"] = [TestVerifier.key(10)]
    publication.signers["root"] = signer == "old" ? old : [TestVerifier.key(10)]
    try publication.publishRoot()
    var phone = TestPhone(shippedWith: publication.firstRoot)
    #expect(try phone.refusal(of: publication)?.code == .unsigned)
  }

  @Test func `new keys of the timestamp lead back from versions that a thief made high`() throws {
    var publication = try TestPublication()
    let honest = publication
    publication.versions = ["root": 1, "timestamp": 1_000, "snapshot": 1_000, "targets": 1_000]
    try publication.write()
    var phone = TestPhone(shippedWith: publication.firstRoot)
    try phone.update(from: publication)

    publication = honest
    #expect(try phone.refusal(of: publication)?.code == .rollback)
    publication.keys["timestamp"] = [TestVerifier.key(10)]
    publication.keys["snapshot"] = [TestVerifier.key(11)]
    try publication.publishRoot()
    try publication.publish(Array("recovered".utf8))
    try phone.update(from: publication)
    #expect(phone.document == Array("recovered".utf8))
  }

  @Test func `a threshold counts keys, not signatures and not names of keys`() throws {
    var publication = try TestPublication()
    let one = TestVerifier.key(20)
    publication.keys["timestamp"] = [one, TestVerifier.key(21)]
    publication.thresholds["timestamp"] = 2
    try publication.publishRoot()
    publication.signers["timestamp"] = [one]
    try publication.publish(Array("by one".utf8))
    var phone = TestPhone(shippedWith: publication.firstRoot)
    #expect(try phone.refusal(of: publication)?.code == .unsigned)
    publication.signers["timestamp"] = [one, one]
    try publication.publish(Array("by one, twice".utf8))
    #expect(try phone.refusal(of: publication)?.code == .malformed)
    publication.signers["timestamp"] = [one, TestVerifier.key(77), TestVerifier.key(21)]
    try publication.publish(Array("by two, and a stranger".utf8))
    try phone.update(from: publication)
    #expect(phone.document == Array("by two, and a stranger".utf8))
  }

  /// What signatures vouch for: of metadata the signed part alone, since a line's end or a signature
  /// that nobody asks for may differ; else all bytes.
  private static func signedPart(_ bytes: [UInt8]) -> [UInt8] {
    guard let json = try? JSONReader.read(bytes), let part = try? JSONNode(json).member("signed"),
      let text = try? part.value.text()
    else { return bytes }
    return Array(text.utf8)
  }

  @Test func `updates through a network that lies store nothing but the truth`() throws {
    // Thirty generations and three roots, each as it stood on the server.
    var publication = try TestPublication()
    var moments = [publication]
    for generation in 1..<30 {
      if generation.isMultiple(of: 10) {
        let old = publication.keys["root"] ?? []
        publication.keys["root"] = [TestVerifier.key(UInt8(100 + generation))]
        publication.signers["root"] = old + (publication.keys["root"] ?? [])
        try publication.publishRoot()
      }
      try publication.publish(Array("generation \(generation)".utf8))
      moments.append(publication)
    }
    let published = Set(moments.flatMap { $0.files.values }.map(Self.signedPart))
    let documents = moments.map { $0[$0.targets[0].hashes[0].digits + ".document.json"] }
    var forger = publication
    for role in forger.keys.keys { forger.signers[role] = [TestVerifier.key(66)] }
    for _ in 0..<3 { try forger.publish(Array("forged".utf8)) }

    struct Cut: Error {}
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    var phone = TestPhone(shippedWith: publication.firstRoot)
    var newest = 0
    var taken = 0
    var refused = 0
    let rounds = ProcessInfo.processInfo.environment["ADVIEW_UPDATES"].flatMap { Int($0) } ?? 500
    for _ in 0..<rounds {
      if Int.random(in: 0..<50, using: &random) == 0 {
        phone = TestPhone(shippedWith: publication.firstRoot)
        newest = 0
      }
      let at = min(29, newest + Int.random(in: 0...2, using: &random))
      let isHonest = Int.random(in: 0..<4, using: &random) == 0
      do {
        try phone.update { file in
          let truth = moments[at][file.path]
          switch isHonest ? 9 : Int.random(in: 0..<14, using: &random) {
          case 0: throw Cut()
          case 1: return nil
          case 2:
            return truth.map { Array($0.prefix(Int.random(in: 0...$0.count, using: &random))) }
          case 3: return moments.randomElement(using: &random)?[file.path] ?? truth
          case 4: return forger[file.path]
          case 5: return truth.map { $0 + $0 }
          case 6:
            guard var bytes = truth, !bytes.isEmpty else { return nil }
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
              1 << UInt8.random(in: 0..<8, using: &random)
            return bytes
          case 7:
            return moments[at].files.values.sorted { $0.count < $1.count }.randomElement(
              using: &random)
          default: return truth
          }
        }
        taken += 1
        let place = try #require(documents.lastIndex(of: phone.document), "seed \(seed)")
        try #require(place >= newest, "seed \(seed): back from \(newest) to \(place)")
        newest = place
      } catch is Cut {
        refused += 1
      } catch is UpdateRefusal {
        refused += 1
      }
      for bytes in phone.stored.values {
        try #require(published.contains(Self.signedPart(bytes)), "seed \(seed)")
      }
    }
    #expect(taken > rounds / 100, "seed \(seed)")
    #expect(refused > rounds / 5, "seed \(seed)")
    try phone.update(from: publication)
    #expect(phone.document == documents.last)
  }
}
