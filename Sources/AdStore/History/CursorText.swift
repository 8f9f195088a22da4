// SPDX-License-Identifier: MIT
import AdModel

/// Reads the texts that stand for places in the history: numbers with points between them.
enum CursorText {
  /// The numbers of a text, or of a part of one.
  static func numbers(
    _ text: String, count: Int, of what: String, in whole: String? = nil
  ) throws(StoreError) -> [Int64] {
    let numbers = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .compactMap { Int64(Substring($0)) }
    guard numbers.count == count, numbers.map(String.init).joined(separator: ".") == text else {
      throw refusal(of: whole ?? text, as: what)
    }
    return numbers
  }

  static func refusal(of text: String, as what: String) -> StoreError {
    StoreError(
      .badCursor, "\(text.quotedForDisplay) is not a \(what)",
      advice: "the one that the command before printed")
  }
}
