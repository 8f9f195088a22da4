// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Names of units, as one seal commits to them: `LoadSeal` says which bytes.
struct SealedNames: Sendable {
  /// What a process knows of the names that seals are over.
  struct Known {
    /// The newest name of each unit; nil before anybody looked.
    var names: [Int64: String]?
  }

  /// A line for each name.
  private(set) var content = ""
  /// How many names there are.
  private(set) var count = 0

  mutating func append(_ id: String, of unit: Int64) {
    content += "\(unit) \(id)\n"
    count += 1
  }

  /// What a seal over them commits to.
  var digest: ContentHash { Self.digest(of: content) }

  /// What a seal over a content commits to.
  static func digest(of content: String) -> ContentHash {
    var stream = SealStream(.names)
    stream.append(Array(content.utf8))
    return stream.finish()
  }

  /// The names of a content, in their order; lines that no program writes are left out.
  static func names(in content: String) -> [(unit: Int64, id: String)] {
    content.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let unit = Int64(parts[0]) else { return nil }
      return (unit, String(parts[1]))
    }
  }

  /// The newest name of each unit that seals are over.
  static func newest(_ connection: Connection) throws -> [Int64: String] {
    var newest: [Int64: String] = [:]
    var rows = try connection.statement("SELECT content FROM sealed_names ORDER BY seal").query()
    while try rows.next() {
      for (unit, id) in names(in: rows.row.text(0)) { newest[unit] = id }
    }
    return newest
  }
}
