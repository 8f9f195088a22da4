// SPDX-License-Identifier: MIT
import AdModel

/// What `import inventory` takes and says, whatever the form of its file.
enum ImportOptions {
  static let file = Argument(
    .file, "The document, CSV file or JSON file; - reads standard input.")
  static let archiveMissing = Flag(
    "archive-missing", "Archive units that the document does not name; else they are left alone.")

  static let skipUnknown = Flag(
    "skip-unknown-columns", "Leave out columns of a CSV file that are no field of an ad unit.")

  static let network = Option(
    "network",
    ValueKind<String>("CODE", expected: "a network code of digits") { text in
      !text.isEmpty && text.utf8.count <= 20 && text.allSatisfy { ("0"..."9").contains($0) }
        ? text : nil
    }, "The network of a file of Ad Manager, for the paths of its units.")

  /// Tells every problem on standard error.
  /// - Returns: What the command ends with.
  static func refusal(
    _ problems: [String], isCut: Bool, _ advice: String, _ run: CommandRun
  ) throws -> Failure {
    let path = run.input[file]
    let name = path == "-" ? "standard input" : path.quotedForDisplay
    for problem in problems { try run.note("problem: \(problem)") }
    let number = problems.count.counted("problem") + (isCut ? " or more" : "")
    return Failure(
      .badData, "\(name) is not imported: \(number); nothing was changed.", try: advice)
  }

  /// The first names of a list, and how many more there are.
  static func listed(_ names: [some Identifier]) -> String {
    let shown = names.prefix(10).map(\.rawValue).joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
  }
}
