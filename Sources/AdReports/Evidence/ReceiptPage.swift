// SPDX-License-Identifier: MIT
import AdConsent
package import AdModel

/// A consent receipt as a page that checks itself: it computes everything again with a SHA-256 of its own,
/// without the network, and says what it found. Other receipts and heads can be put into it.
package struct ReceiptPage: Sendable {
  private let receipt: String

  /// Takes a receipt, written so that nothing in it is a character that markup cannot hold: the page
  /// computes what stands in it.
  /// - Throws: `JSONError` for a number that is not finite.
  package init(_ receipt: JSONValue) throws(JSONError) {
    var writer = JSONWriter(.pretty, escaping: .script)
    try writer.element(receipt)
    self.receipt = writer.text
  }

  /// The page.
  package var html: String {
    ReportPage(
      title: "Consent receipt", subtitle: "Computed again in this page, which asks nobody.",
      style: EvidencePage.style + Self.style, script: Self.script,
      main: """
        <section><h2>What was found</h2><p id="verdict" role="status">Not computed yet: this needs JavaScript.</p>
        <div class="scroll"><table class="fields"><tbody id="findings"></tbody></table></div></section>
        <section><h2>What was said</h2>
        <p>Read from the content that the ledger's entry commits to, and from nothing else.</p>
        <div class="scroll"><table class="fields"><tbody id="said"></tbody></table></div>
        <div class="scroll"><table class="words"><thead><tr><th scope="col">Legal basis</th>
        <th scope="col">Answer</th><th scope="col">Purposes</th><th scope="col">Vendors</th></tr></thead>
        <tbody id="choices"></tbody></table></div></section>
        <section class="inputs"><h2>A head that somebody else kept</h2>
        <p><label for="head">Lines of 'consent head', or a signed note. Without one, the head is the receipt's own \
        word. Who signed a note, this page does not check: 'consent verify --head-key' does.</label></p>
        <textarea id="head" rows="5" spellcheck="false" autocomplete="off"></textarea></section>
        <section class="inputs"><h2>The receipt</h2>
        <p><label for="receipt">Another one can be put in its place.</label></p>
        <textarea id="receipt" rows="18" spellcheck="false" autocomplete="off">\(receipt)</textarea></section>
        """,
      footer: """
        <p>The members are those of ISO/IEC TS 27560:2023. A receipt proves that its record was in the ledger of its \
        head. It does not prove that the times are right, nor that nothing was answered later.</p>
        """
    ).html
  }

  /// The fields of an entry's hash behind the sequence, in their order, as the receipt tells them; see
  /// `LedgerFormat`.
  private static let entryFields = [
    ("time_ms", "number"), ("event", "text"), ("subject_commitment", "hash"),
    ("payload_commitment", "hash"), ("actor", "text"), ("channel", "text"), ("reason", "text"),
    ("previous", "hash"),
  ]

  private static let style = """
    textarea{width:100%;font:12px/1.5 ui-monospace,"DejaVu Sans Mono",monospace;color:inherit;
    background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:8px 10px;resize:vertical}
    #verdict{font-size:18px;font-weight:600;padding:12px 14px;border-radius:8px;background:var(--card);
    border:1px solid var(--rule);border-left:4px solid var(--d);max-width:none}
    #verdict.good{border-left-color:var(--c)}#verdict.bad{border-left-color:var(--b)}
    #verdict.warning{border-left-color:var(--a)}
    @media print{.inputs{display:none}}
    """

  private static let script: String = {
    func object(_ members: [(String, JSONValue)]) -> String {
      (try? JSONValue.object(JSONObject(distinct: members.map { .init(key: $0, value: $1) })).text())
        ?? "{}"
    }
    let purposes = TCFPurpose.allCases.map {
      ($0.didomiName, JSONValue.integer(Int64($0.rawValue)))
    }
    let fields = object(entryFields.map { ($0, .string($1)) })
    return """
      "use strict";
      const ENTRY = \(fields), TCF = \(object(purposes));
      \(ReceiptPageScript.hashing)
      \(ReceiptPageScript.signing)
      \(ReceiptPageScript.checking)
      \(ReceiptPageScript.showing)
      """
  }()
}
