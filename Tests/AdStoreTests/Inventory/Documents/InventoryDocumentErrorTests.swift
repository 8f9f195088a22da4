// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdStore

/// Documents that are refused: what is said, and where it is.
@Suite struct InventoryDocumentErrorTests {
  /// A sound document of one page and one unit.
  private static func sound() throws -> String {
    let page = InventoryContent.PageEntry(page: InventoryPage(id: try PageID("sport")))
    let unit = InventoryEntry(
      unit: try fullUnit("a"), targeting: try AdTargeting([TargetingEntry(key: "k", values: ["v"])])
    )
    let content = InventoryContent(pages: [page], units: [unit])
    return String(decoding: try content.document(), as: UTF8.self)
  }

  private func problems(of text: String) -> [String] {
    do throws(InventoryDocumentError) {
      _ = try InventoryContent(document: Array(text.utf8))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  /// What is put in the place of what, and the problem then.
  static let edits: [(old: String, new: String, problem: String)] = [
    (
      #""adviewInventory": 1"#, #""adviewInventory": 4"#,
      "line 2, column 3: adviewInventory: the document has version 4, and this program reads "
        + "version 1"
    ),
    (
      #""adviewInventory": 1"#, #""adviewInventory": "1""#,
      "line 2, column 3: adviewInventory: expected a whole number, found a string"
    ),
    (
      #""adviewInventory": 1,"#, "",
      "line 1, column 1: this is no inventory document: it does not say \"adviewInventory\": 1"
    ),
    (
      #""pages": ["#, #""pagse": ["#,
      "line 7, column 3: pagse: unknown member; did you mean 'pages'?"
    ),
    (
      #""fetch": 800,"#, "",
      "line 8, column 5: pages[0]: the member fetch is missing"
    ),
    (
      #""fetch": 800,"#, #""fetch": 100,"#,
      "line 8, column 5: pages[0]: display threshold: is 200, above the fetch threshold of 100; "
        + "an ad is fetched before it is displayed"
    ),
    (
      #""feedPattern": "5,7,8/10","#, "",
      "line 8, column 5: pages[0]: the member feedPattern is missing"
    ),
    (
      #""5,7,8/10""#, #""5,17/10""#,
      "line 17, column 7: pages[0].feedPattern: ad position: is 17; it must be 1 to 10, the feed's "
        + "period"
    ),
    (
      #""remote": null"#, #""remote": {"fetch": 10, "rendr": 5}"#,
      "line 20, column 31: pages[0].remote.rendr: unknown member; did you mean 'render'?"
    ),
    (
      #""page": "sport""#, #""page": "sprot""#,
      "line 27, column 7: units[0].page: page 'sport' is not among the pages of the document; "
        + "did you mean 'sprot'?"
    ),
    (
      #""position": 7"#, #""position": 7.5"#,
      "line 28, column 7: units[0].position: expected a whole number, found a fraction"
    ),
    (
      #""status": "paused""#, #""status": "pasued""#,
      "line 29, column 7: units[0].status: 'pasued' is not one of active, paused, archived; "
        + "did you mean 'paused'?"
    ),
    (
      #""320x250""#, #""320X250""#,
      "line 32, column 9: units[0].declaredSizes[1]: size: '320X250' is not a size; write "
        + "WIDTHxHEIGHT, for example 320x250, or fluid"
    ),
    (
      #""320x250""#, #""1x1""#,
      "line 25, column 5: units[0]: declared sizes: name 1x1 twice; name each size once"
    ),
    (
      #""initialWidth": 300.5"#, #""initialWidth": 500"#,
      "line 37, column 7: units[0].constraints: initial width: is 500, above the maximum width of "
        + "400"
    ),
    (
      #""v""#, #""v", "v""#,
      "line 54, column 9: units[0].targeting[0]: targeting values: of 'k' name 'v' twice"
    ),
    (
      #""key": "k""#, #""key": "k", "key": "l""#,
      "line 55, column 23: units[0].targeting[0].key: the key stands twice in one object"
    ),
  ]

  @Test(arguments: edits)
  func `a fault is told with its place`(edit: (old: String, new: String, problem: String)) throws {
    let sound = try Self.sound()
    #expect(problems(of: sound).isEmpty)
    #expect(sound.contains(edit.old))
    #expect(
      problems(of: sound.replacing(edit.old, with: edit.new, maxReplacements: 1)) == [edit.problem])
  }

  @Test func `all faults are told, not only the first`() throws {
    var text = try Self.sound()
    for (old, new) in [
      (#""unloading": false"#, #""unloading": 0"#), (#""shown": true"#, #""shwon": true"#),
      (#""notes": "#, #""nothing": true, "notes": "#),
      (#""fontWeight": "black""#, #""fontWeight": "b""#),
    ] {
      text = text.replacing(old, with: new, maxReplacements: 1)
    }
    #expect(
      problems(of: text).map { $0.split(separator: ": ")[1] } == [
        "pages[0].unloading", "units[0].label.shwon", "units[0].label.fontWeight",
        "units[0].nothing",
      ])
  }

  @Test func `names that stand twice are told where they stand again`() throws {
    let page = InventoryContent.PageEntry(page: InventoryPage(id: try PageID("p")))
    let unit = InventoryEntry(unit: InventoryUnit(id: try AdUnitID("u")))
    let content = InventoryContent(pages: [page, page], units: [unit, unit])
    let found = problems(of: String(decoding: try content.document(), as: UTF8.self))
    #expect(found.count == 2)
    #expect(found.first?.hasSuffix("pages[1]: 'p' stands at pages[0] already") == true, "\(found)")
    #expect(found.last?.hasSuffix("units[1]: 'u' stands at units[0] already") == true, "\(found)")
  }

  @Test func `a document cut anywhere is refused with the place where it ends`() throws {
    let text = Array(try Self.sound().utf8)
    // Without the line end, the last cut that loses something loses the closing brace.
    for length in 0..<text.count - 2 {
      let cut = Array(text[..<length])
      let error = #expect(throws: InventoryDocumentError.self) {
        try InventoryContent(document: cut)
      }
      #expect(error?.problems.count == 1)
      #expect(error?.problems.first?.position != nil, "cut after \(length) bytes")
    }
  }

  @Test func `a document full of faults is not told to its end`() throws {
    let unit = InventoryEntry(unit: InventoryUnit(id: try AdUnitID("u")))
    let content = InventoryContent(units: Array(repeating: unit, count: 2_000))
    let text = String(decoding: try content.document(), as: UTF8.self)
      .replacing(#""status": "active""#, with: #""status": 1"#)
    let error = #expect(throws: InventoryDocumentError.self) {
      try InventoryContent(document: Array(text.utf8))
    }
    #expect(error?.problems.count == InventoryDocumentError.mostProblems)
    #expect(error?.isCut == true)
  }

  @Test func `a document with any byte changed is read or refused, never trapped on`() throws {
    let text = Array(try Self.sound().utf8)
    Fuzz.forEachSeed(300) { _, random in
      var bytes = text
      for _ in 0..<random.int(1...3) {
        bytes[random.int(0...bytes.count - 1)] = UInt8(random.int(0...255))
      }
      _ = try? InventoryContent(document: bytes)
    }
  }
}
