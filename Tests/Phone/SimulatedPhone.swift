// SPDX-License-Identifier: MIT
import AdModel
import AdView
import Foundation
import TestSupport

/// One of many phones. One thread at a time uses it.
final class SimulatedPhone: @unchecked Sendable {
  /// What became of its updates.
  struct Counts {
    var updates = 0
    var taken = 0
    var current = 0
    var givenUp = 0
    var refusals: [String: Int] = [:]
    var requests = 0
    var bytes = 0
    var cuts = 0
    var resumed = 0

    mutating func add(_ other: Counts) {
      updates += other.updates
      taken += other.taken
      current += other.current
      givenUp += other.givenUp
      refusals.merge(other.refusals, uniquingKeysWith: +)
      requests += other.requests
      bytes += other.bytes
      cuts += other.cuts
      resumed += other.resumed
    }
  }

  let number: Int
  let path: String
  private let url: String
  private var random: SeededRandom
  private(set) var counts = Counts()

  init(number: Int, path: String, url: String) {
    self.number = number
    self.path = path
    self.url = url
    random = SeededRandom(seed: UInt64(number) + 1)
  }

  /// Whether it is switched off in a round.
  func stays(away round: Int) -> Bool { random.int(0...3) == 0 && number > 3 }

  /// Two phones have a clock that went back a year.
  private var now: Timestamp {
    (2...3).contains(number) ? Timestamp.now.advanced(by: -365 * 86_400_000) : .now
  }

  func backUp() throws { try FileManager.default.copyItem(atPath: path, toPath: "\(path).backup") }

  /// Everything is as it was when the backup was made.
  func goBack() throws {
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + ending)
    }
    try FileManager.default.copyItem(atPath: "\(path).backup", toPath: path)
  }

  func document() throws -> [UInt8] {
    let database = try AdDatabase(path: path, access: .readOnly)
    defer { try? database.close() }
    return try InventoryRepository(database).read { try PublishedInventory(of: $0).document() }
  }

  /// Updates; begins again so often where the line fails.
  func update(trusting root: [UInt8], _ verifier: SharedVerifier, tries: Int, isLossy: Bool) {
    for _ in 0..<tries {
      counts.updates += 1
      do {
        if try updateOnce(trusting: root, verifier, isLossy: isLossy) { return }
      } catch let refusal as UpdateRefusal {
        counts.refusals[refusal.code.rawValue, default: 0] += 1
      } catch is LossyLink.Unreachable {
        counts.givenUp += 1
      } catch {
        counts.refusals["\(error)", default: 0] += 1
      }
    }
  }

  /// - Returns: Whether it is where the publication is.
  private func updateOnce(
    trusting root: [UInt8], _ verifier: SharedVerifier, isLossy: Bool
  ) throws -> Bool {
    let database = try AdDatabase(path: path, access: .readWrite)
    defer { try? database.close() }
    var link = try LossyLink(url)
    defer {
      counts.requests += link.requests
      counts.bytes += link.bytes
      counts.cuts += link.cuts
      counts.resumed += link.resumed
    }
    var update = try InventoryUpdate(of: database, trusting: root, at: now, verifier: verifier)
    var step = try update.begin()
    var cuts = 0
    while case .fetch(let file) = step {
      let answer = try link.fetch(file, &random, isLossy: isLossy)
      if case .cut = answer {
        cuts += 1
        // The process goes away; the next one goes on.
        if cuts > 4 { throw LossyLink.Unreachable(what: "too many cuts") }
      }
      step = try update.take(answer)
    }
    guard case .ready(let publication) = step else {
      counts.current += 1
      return true
    }
    try database.adopt(publication, at: now)
    counts.taken += 1
    return true
  }
}
