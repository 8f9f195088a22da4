// SPDX-License-Identifier: MIT
import AdModel

/// `layout masonry|feed`: the calculators of the library on JSON documents.
enum LayoutNoun {
  static let noun = Noun("layout", "Where ads stand: in a masonry grid, and in a growing feed.") {
    [LayoutMasonry.command, LayoutFeed.command]
  }

  static let document = Option("in", .file, "The document to lay out; - reads standard input.")

  /// Reads the document and what `decode` makes of it; faults name the file.
  static func read<Value>(
    _ run: CommandRun, _ decode: (JSONNode) throws -> Value
  ) throws -> Value {
    guard let file = run.input[document] else {
      throw Failure(
        .usage, "nothing to lay out: give --in FILE, or --in - for standard input.",
        try: "adview-admin \(run.path.joined(separator: " ")) --help")
    }
    let bytes = try run.read(file)
    let name = file == "-" ? "standard input" : file.quotedForDisplay
    do {
      return try decode(JSONNode(JSONReader.read(bytes)))
    } catch  where error is JSONError || error is InvalidValue {
      throw Failure(
        .badData, "\(name): \(error).",
        try: "adview-admin \(run.path.joined(separator: " ")) --help")
    }
  }
}
