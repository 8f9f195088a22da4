// SPDX-License-Identifier: MIT
import AdModel
import AdSystem

/// The files that `layout` reads and writes.
enum LayoutFile {
  static let document = Argument(
    .file, "The document to lay out; - reads standard input.", count: .optional)

  static let svg = Option(
    "svg", .output, "Draw it into this file instead, as SVG; - writes to standard output.")

  /// What a picture of the document is called.
  static func title(_ words: String, _ run: CommandRun) -> String {
    guard let file = run.input.optional(document), file != "-" else { return words }
    return "\(words) of \(file.split(separator: "/").last ?? "")"
  }

  /// Reads the document and what `decode` makes of it; faults name the file.
  static func read<Value>(
    _ run: CommandRun, _ decode: (JSONNode) throws -> Value
  ) throws -> Value {
    guard let file = run.input.optional(document) else {
      throw Failure(.usage, "nothing to lay out: name a file, or - for standard input.")
    }
    return try run.document(
      file, try: "adview-admin \(run.path.joined(separator: " ")) --help", decode)
  }
}
