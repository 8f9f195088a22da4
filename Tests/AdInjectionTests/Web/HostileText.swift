// SPDX-License-Identifier: MIT
import TestSupport

/// Texts that break scripts which are pasted together.
enum HostileText {
  static let samples = [
    "it's", #"a "quoted" value"#, #"back\slash\"#, "</script><script>alert(1)</script>", "<!--",
    "-->", "]]>", "${alert(1)}", "`", "*/ // /*", "line\nbreak\r\ttab", "\u{2028}\u{2029}",
    "\0middle\0", "\u{FEFF}mark", "\u{FFFE}\u{FFFF}", "e\u{301} é", "🐞👩‍👩‍👧‍👦", "مرحبا\u{202E}x",
    "&lt;&amp;", "%27%22", "');alert(1);//", #"\u0027"#, "__proto__", "constructor", "toString",
    "\u{10FFFF}", " leading and trailing ", "\u{7F}\u{80}",
  ]

  /// A text of 1 to 12 pieces, each a sample or any scalar.
  static func random(using generator: inout SeededRandom) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      if Bool.random(using: &generator) {
        text += samples.randomElement(using: &generator) ?? ""
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text.isEmpty ? "x" : text
  }
}
