// SPDX-License-Identifier: MIT
import AdView
import Foundation
import TestPublications

/// An update in a process of its own, which somebody kills.
enum KilledUpdate {
  /// Updates from a folder that holds the files of a test's publication.
  static func run(in path: String, from folder: String) throws {
    let database = try AdDatabase(path: path, access: .readWrite)
    func read(_ name: String) -> [UInt8]? {
      FileManager.default.contents(atPath: "\(folder)/\(name)").map { Array($0) }
    }
    var update = try InventoryUpdate(
      of: database, trusting: read("1.root.json"), at: TestPublication.now,
      verifier: TestVerifier())
    var step = try update.begin()
    while case .fetch(let file) = step {
      let name = String(file.path.split(separator: "/", maxSplits: 1)[1])
      step = try update.take(read(name).map { .arrived($0) } ?? .missing)
    }
    if case .ready(let publication) = step {
      try database.adopt(publication, at: TestPublication.now)
    }
    try database.close()
  }
}
