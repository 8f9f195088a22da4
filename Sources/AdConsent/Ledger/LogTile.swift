// SPDX-License-Identifier: MIT

/// A file of a published log with the hashes of up to 256 subtrees side by side (c2sp.org/tlog-tiles).
package struct LogTile: Hashable, Sendable {
  /// How many hashes a full tile has.
  package static let fullWidth: Int64 = 256
  /// How many levels of the tree a tile stands for.
  private static let height = 8

  /// Its level: each of its hashes is over 256 to the power of the level entries.
  package let level: Int
  /// Its place within the level, counted from zero.
  package let index: Int64
  /// How many hashes it has, 1 to 256.
  package let width: Int64

  /// Describes a tile.
  package init(level: Int, index: Int64, width: Int64) {
    self.level = level
    self.index = index
    self.width = width
  }

  /// Where the file stands below the folder of the log.
  package var path: String { "tile/\(level)/\(place)" }

  /// Where the entries that its hashes are of stand, where it is of level 0.
  package var entriesPath: String { "tile/entries/\(place)" }

  /// The index in groups of three digits, each but the last after an `x`, and a width that is not full.
  private var place: String {
    var groups: [String] = []
    var left = index
    repeat {
      let digits = String(left % 1000)
      let group = String(repeating: "0", count: 3 - digits.count) + digits
      groups.append(groups.isEmpty ? group : "x\(group)")
      left /= 1000
    } while left > 0
    let name = groups.reversed().joined(separator: "/")
    return width == Self.fullWidth ? name : "\(name).p/\(width)"
  }

  /// The first of its hashes, counted along its level.
  package var firstHash: Int64 { index * Self.fullWidth }

  /// The tree's level that its hashes are of.
  package var treeLevel: Int { level * Self.height }

  /// All tiles of a log, the lowest level first, each level in order.
  /// - Parameter size: How many entries the log has.
  /// - Complexity: O(*n*) in the number of tiles.
  package static func all(of size: Int64) -> [LogTile] {
    var tiles: [LogTile] = []
    var (level, hashes) = (0, size)
    while hashes > 0 {
      for index in 0..<hashes / fullWidth {
        tiles.append(LogTile(level: level, index: index, width: fullWidth))
      }
      if hashes % fullWidth > 0 {
        tiles.append(LogTile(level: level, index: hashes / fullWidth, width: hashes % fullWidth))
      }
      level += 1
      hashes /= fullWidth
    }
    return tiles
  }
}
