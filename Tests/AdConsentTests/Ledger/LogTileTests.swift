// SPDX-License-Identifier: MIT
import AdConsent
import Testing

/// The files of a published log, as c2sp.org/tlog-tiles names them.
@Suite struct LogTileTests {
  @Test(
    arguments: [
      (0, 0, 256, "tile/0/000"), (0, 5, 256, "tile/0/005"), (1, 999, 256, "tile/1/999"),
      (0, 1000, 256, "tile/0/x001/000"), (2, 1_234_067, 256, "tile/2/x001/x234/067"),
      (0, 273, 112, "tile/0/273.p/112"), (63, 0, 1, "tile/63/000.p/1"),
    ] as [(Int, Int64, Int64, String)])
  func `a tile's path has its place in groups of three digits`(
    level: Int, index: Int64, width: Int64, path: String
  ) {
    let tile = LogTile(level: level, index: index, width: width)
    #expect(tile.path == path)
    #expect(tile.entriesPath == "tile/entries/\(path.split(separator: "/", maxSplits: 2)[2])")
  }

  /// The examples of the specification, and the sizes about them.
  @Test(
    arguments: [
      (0, 0, []), (1, 1, ["tile/0/000.p/1"]), (255, 1, ["tile/0/000.p/255"]),
      (256, 2, ["tile/0/000", "tile/1/000.p/1"]),
      (257, 3, ["tile/0/000", "tile/0/001.p/1", "tile/1/000.p/1"]),
      (70_000, 277, ["tile/0/273.p/112", "tile/1/000", "tile/1/001.p/17", "tile/2/000.p/1"]),
    ] as [(Int64, Int, [String])])
  func `a log of a size has these tiles`(size: Int64, count: Int, last: [String]) {
    let tiles = LogTile.all(of: size)
    #expect(tiles.count == count)
    #expect(tiles.map(\.path).suffix(last.count) == last[...])
  }
}
