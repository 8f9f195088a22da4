// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdReports

@Suite struct `A receipt's page` {
  /// The page hashes the text that stands in it.
  @Test(arguments: [
    "u\u{85}1", "\u{7F}", "\u{80}\u{9F}", "<b>&\"'", "\u{202E}", "\u{2028}", "\u{1F}\n\t",
    "\u{FFFD}", "æ",
  ])
  func `holds every character of the receipt`(subject: String) throws {
    let receipt: JSONValue = ["pii_principal_id": .string(subject), "again": [.string(subject)]]
    let html = try ReceiptPage(receipt).html
    let begin = try #require(html.firstRange(of: "<textarea id=\"receipt\""))
    let rest = html[begin.upperBound...]
    let start = try #require(rest.firstRange(of: ">")).upperBound
    let end = try #require(rest.firstRange(of: "</textarea>")).lowerBound
    var text = String(rest[start..<end])
    for (entity, character) in [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'")] {
      text = text.split(separator: entity, omittingEmptySubsequences: false)
        .joined(separator: character)
    }
    text = text.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&")
    #expect(try JSONValue(text: text) == receipt)
  }
}
