// SPDX-License-Identifier: MIT
import AdModel

extension String {
  /// A title without what people write differently: case, spaces and signs.
  var foldedTitle: String { String(lowercased().filter { $0.isLetter || $0.isNumber }) }

  /// A cell without the spaces of every kind that stand around it.
  var trimmedCell: String {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      " \t\u{A0}\u{202F}\u{2009}".unicodeScalars.contains(scalar)
    }
    var text = self[...].unicodeScalars
    while let first = text.first, isSpace(first) { text = text.dropFirst() }
    while let last = text.last, isSpace(last) { text = text.dropLast() }
    return String(Substring(text))
  }

  /// The text of a cell that names something.
  /// - Throws: `InvalidValue` for a number that a spreadsheet has rounded.
  func unspoiled(_ field: String) throws(InvalidValue) -> String {
    let parts = uppercased().split(separator: "E+", omittingEmptySubsequences: false)
    if parts.count == 2, parts[0].first?.isNumber == true,
      parts[0].allSatisfy({ $0.isNumber || $0 == "." || $0 == "," }),
      !parts[1].isEmpty, parts[1].allSatisfy(\.isNumber)
    {
      throw InvalidValue(
        .malformed, field: field,
        reason:
          "\(quotedForDisplay) is a number that a spreadsheet has rounded; format the column as text "
          + "and write the file again")
    }
    return self
  }
}
