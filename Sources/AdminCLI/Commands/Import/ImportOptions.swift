// SPDX-License-Identifier: MIT
import AdModel

/// What `import inventory` takes and says, whatever the form of its file.
enum ImportOptions {
  static let files = Argument(
    .file,
    "The document, CSV file, JSON file or folder of stored impressions; - reads standard input. "
      + "Several are stored impressions.", count: .many)
  static let archiveMissing = Flag(
    "archive-missing", "Archive units that the file does not name; else they are left alone.")
  static let removeMissing = Flag(
    "remove-missing", "Archive them, and remove pages that a document does not name.")

  static let skipUnknown = Flag(
    "skip-unknown-columns", "Leave out columns of a CSV file that are no field of an ad unit.")

  static let network = Option(
    "network",
    ValueKind<String>("CODE", expected: "a network code of digits, maybe with a child's: 1234,56") {
      text in
      let codes = text.split(separator: ",", omittingEmptySubsequences: false)
      let areCodes = codes.allSatisfy {
        !$0.isEmpty && $0.utf8.count <= 20 && $0.allSatisfy { ("0"..."9").contains($0) }
      }
      return areCodes && codes.count <= 2 ? text : nil
    }, "The network of a file of Ad Manager, for the paths of its units.")

  static let columns = Option(
    "columns",
    ValueKind<[AdManagerTitle?]>(
      "WORDS",
      expected: "words with commas between them, - for what is left out: code,-,parent,sizes"
    ) { text in
      var columns: [AdManagerTitle?] = []
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        let meaning = AdManagerTitle(word: String(word))
        if meaning == nil, word != "-" { return nil }
        columns.append(meaning)
      }
      return columns
    }, "What the columns of a file without titles hold: \(AdManagerTitle.allWords), or -.")
  static let sample = Option(
    "sample", .file,
    "The network's own sample of the file for creating units: its columns, in its order.")
  static let column = Option(
    "column",
    ValueKind<(title: String, meaning: AdManagerTitle)>(
      "TITLE=WORD", expected: "a title and what it means: 'Anzeigenblock-Code=code'"
    ) { text in
      guard let sign = text.lastIndex(of: "="),
        let meaning = AdManagerTitle(word: String(text[text.index(after: sign)...]))
      else { return nil }
      let title = String(text[..<sign]).foldedTitle
      return title.isEmpty ? nil : (title, meaning)
    }, "What a column with a title of its own holds, by the words of --columns.", repeats: true)
  static let namesAsCodes = Flag(
    "names-as-codes",
    "Take the names of ad units for their codes, as they are where nobody chose any.")
  static let requestedSizes = Flag(
    "requested-sizes", "Take the sizes that were asked for, where a report says no others.")
  static let idFrom = Option<ForeignUnits.Naming>(
    "id-from", .choice("NAME"),
    "What new units are called: their code, or the path of their codes.",
    defaultDescription: "the code, where it is unique")
  static let leaves = Flag("leaves", "Leave out ad units that have others below them.")
}
