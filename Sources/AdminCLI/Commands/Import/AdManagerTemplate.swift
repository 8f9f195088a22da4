// SPDX-License-Identifier: MIT
import AdModel

/// A network's own sample of the file for creating ad units in bulk, whose columns and their order are that
/// network's alone (support.google.com/admanager/answer/7029965).
struct AdManagerTemplate {
  /// The titles, without spaces around them.
  let titles: [String]
  /// What each column holds; nil for what means nothing here.
  let columns: [AdManagerTitle?]
  /// The lines before and between, which are remarks, as they stand in the sample.
  let remarks: [String]

  /// Finds the titles of a sample.
  /// - Throws: ``Failure`` with `badData` where no line has a title that is known.
  init(_ table: SpreadsheetTable, named path: String) throws(Failure) {
    var remarks: [String] = []
    for index in 0..<min(30, table.count) {
      let cells = table.record(at: index).cells.map(\.trimmedCell)
      // The titles themselves may be a remark.
      let titles = cells.enumerated().map { place, cell in
        place == 0 && cell.hasPrefix("#") ? String(cell.dropFirst()).trimmedCell : cell
      }
      let columns = titles.map { $0.isEmpty ? nil : AdManagerTitle(title: $0) }
      if columns.contains(.code), columns.count(where: { $0 != nil }) > 1 {
        (self.titles, self.columns, self.remarks) = (titles, columns, remarks)
        return
      }
      remarks.append(cells.joined(separator: ","))
    }
    throw Failure(
      .badData,
      "\(path.quotedForDisplay) has no line of titles with the code of an ad unit among them.",
      try: "the sample that Ad Manager offers for its own network, saved as CSV UTF-8")
  }
}
