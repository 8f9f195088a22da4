// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate
import TestPublications
import TestSupport

@testable import AdStore

/// A publisher of generations with their differences, and what phones do with them.
struct TestPublisher {
  var publication: TestPublication
  private(set) var generations: [PublishedInventory] = []

  init() throws { publication = try TestPublication() }

  /// An inventory of any kind.
  static func random(_ seed: UInt64) throws -> PublishedInventory {
    var random = RandomInventory(random: SeededRandom(seed: seed))
    return try PublishedInventory(try random.content(), InventorySettings())
  }

  /// Publishes the next generation with differences from the last eight.
  /// - Parameter change: Makes of the documents what a newer program would write.
  mutating func publish(
    _ inventory: PublishedInventory, custom: JSONObject? = nil,
    _ change: ([UInt8]) throws -> [UInt8] = { $0 }
  ) throws {
    generations.append(inventory)
    let number = Int64(generations.count)
    let whole = try change(try inventory.document())
    var targets = [
      TargetFile(
        path: PublishedGeneration.wholeName, holding: whole,
        custom: custom ?? PublishedGeneration.custom(number))
    ]
    var files = [whole]
    for old in generations.indices.dropLast().suffix(8) {
      let bytes = try change(try generations[old].difference(to: inventory))
      targets.append(
        TargetFile(path: PublishedGeneration.differenceName(from: Int64(old + 1)), holding: bytes))
      files.append(bytes)
    }
    try publication.publish(targets, holding: files)
  }
}

extension AdDatabase {
  /// An update from what `serve` answers.
  /// - Returns: The files that were asked for.
  @discardableResult
  func follow(
    trusting root: [UInt8]?, remembering memory: [UInt8]? = nil,
    from serve: (InventoryUpdate.File) throws -> InventoryUpdate.Answer
  ) throws -> [InventoryUpdate.File] {
    var asked: [InventoryUpdate.File] = []
    var update = try InventoryUpdate(
      of: self, trusting: root, remembering: memory, at: TestPublication.now,
      verifier: TestVerifier())
    var step = try update.begin()
    while case .fetch(let file) = step {
      asked.append(file)
      step = try update.take(try serve(file))
    }
    if case .ready(let publication) = step { try adopt(publication, at: TestPublication.now) }
    return asked
  }

  /// An update from a publication that is served as it is.
  @discardableResult
  func follow(
    _ publication: TestPublication, trusting root: [UInt8]? = nil,
    remembering memory: [UInt8]? = nil
  ) throws -> [String] {
    try follow(trusting: root ?? publication.firstRoot, remembering: memory) { file in
      publication[file.name].map { .arrived(Array($0.prefix(file.atMost + 1))) } ?? .missing
    }.map(\.path)
  }

  /// The document of what is here.
  func published() throws -> [UInt8] {
    try InventoryRepository(self).read { try PublishedInventory(of: $0).document() }
  }
}

extension InventoryUpdate.File {
  /// The name below metadata or targets.
  var name: String { String(path.split(separator: "/", maxSplits: 1)[1]) }
}
