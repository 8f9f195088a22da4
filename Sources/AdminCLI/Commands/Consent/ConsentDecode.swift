// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// `consent decode STRING`.
enum ConsentDecode {
  static let string = Argument(
    .consentString, "A TC, Additional Consent, GPP or US Privacy string; - for standard input.",
    isPersonal: true)
  static let at = Option("at", .time, "The time to judge the rules for.", defaultDescription: "now")

  static let command = Command(
    answering: "decode", "Decode a consent string and list the rules that it breaks.",
    details: """
      Needs no database. Prints every field of the string, and of every section of a GPP string under \
      the names of its specification. Ends with 65 where the string is malformed, saying in which \
      section, in which segment and at which bit, and with 1 where it is well-formed and breaks a rule \
      of its policy version or holds a value that its section does not allow. Of standard input one \
      newline at the end is left out, and nothing else.
      """,
    effect: .reads,
    output: .forms([
      OutputForm("of a TC string", .keys(of: DecodedTC.columns)),
      OutputForm("of a GPP string", .keys(of: DecodedGPP.columns)),
      OutputForm("of a US Privacy string", .keys(of: USPrivacyString.columns)),
      OutputForm(
        "of an Additional Consent string", .keys(of: AdditionalConsent.columns)),
    ]),
    arguments: [string], options: [at],
    examples: [
      Example("consent decode 1YNN", "A US Privacy string."),
      Example("consent decode '2~1.35.41.101~dv.9.21.81'", "An Additional Consent string."),
      Example("consent decode - --format json < tc.txt", "Whatever the file holds."),
    ]
  ) { run in
    var text = run.input[string]
    if text == "-" {
      var bytes = try run.read("-", atMost: .line)[...]
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      text = String(decoding: bytes, as: UTF8.self)
    }
    let decoded = try DecodedString(text, at: run.time(at) ?? run.now)
    try decoded.print(run)
    return decoded.violations.isEmpty ? .done : .answerIsNo
  }
}
