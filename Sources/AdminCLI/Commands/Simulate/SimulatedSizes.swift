// SPDX-License-Identifier: MIT
import AdModel

/// What loads transfer, as far as the user knows, so that `simulate` can add it up.
enum SimulatedSizes {
  static let file = Option(
    "sizes", .file, "What a load of each unit transfers: a JSON object of unit ids and bytes.")

  /// The most that one load may transfer: a gigabyte.
  private static let greatest: Int64 = 1_000_000_000

  /// Reads the sizes, none where no file is named.
  /// - Throws: ``Failure`` with `badData`, or what reading the file meets.
  static func read(_ run: CommandRun) throws -> [AdUnitID: Int64] {
    guard let file = run.input[file] else { return [:] }
    let advice = #"an object of unit ids and bytes: {"div-gpt-ad-mobile_1": 250000}"#
    return try run.document(file, try: advice) { document in
      var sizes: [AdUnitID: Int64] = [:]
      for (key, node) in try document.members() {
        sizes[try AdUnitID(key)] = try node.integer(in: 0...greatest)
      }
      return sizes
    }
  }
}
