// SPDX-License-Identifier: MIT
import AdModel

/// What `import inventory` takes and says, whatever the form of its file.
enum ImportOptions {
  static let file = Argument(
    .file,
    "The document, CSV file, JSON file or folder of stored impressions; - reads standard input.")
  static let archiveMissing = Flag(
    "archive-missing", "Archive units that the file does not name; else they are left alone.")

  static let skipUnknown = Flag(
    "skip-unknown-columns", "Leave out columns of a CSV file that are no field of an ad unit.")

  static let network = Option(
    "network",
    ValueKind<String>("CODE", expected: "a network code of digits") { text in
      !text.isEmpty && text.utf8.count <= 20 && text.allSatisfy { ("0"..."9").contains($0) }
        ? text : nil
    }, "The network of a file of Ad Manager, for the paths of its units.")
}
