// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct LintSilencesTests {
  @Test(arguments: [
    ("", ""), ("noPage: it is loaded: so", "noPage: it is loaded: so"),
    ("  noPage :the app ;\n noSizes: é ; ", "noPage: the app; noSizes: é"),
  ])
  func `rules with reasons are read, and written as they are read`(text: String, written: String)
    throws
  {
    let silences = try LintSilences(text)
    #expect(silences.description == written)
    #expect(try LintSilences(silences.description) == silences)
  }

  @Test(arguments: [
    ("noPage", InvalidValue.Code.malformed), ("noPage:", .malformed), (": why", .malformed),
    ("no page: why", .malformed), ("a: b; a: c", .duplicate),
    ("a: " + String(repeating: "x", count: 4_094), .tooLong),
  ])
  func `a rule without a reason is refused`(text: String, code: InvalidValue.Code) {
    #expect {
      try LintSilences(text)
    } throws: { error in
      (error as? InvalidValue)?.code == code
    }
  }
}
