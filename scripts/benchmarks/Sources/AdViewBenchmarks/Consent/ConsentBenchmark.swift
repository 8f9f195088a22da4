// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Foundation

/// Decoding TC strings, beside the decoder that the IAB's Python users install.
enum ConsentBenchmark {
  private static let vectors = "Tests/AdConsentTests/Vectors/published-tc-strings.json"

  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("Consent: decoding a TC string (processor time)")
    let strings = try publishedStrings(workplace).filter { (try? TCString(decoding: $0)) != nil }
    let list = workplace.path("tc-strings.txt")
    try strings.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)

    guard let printed = workplace.runPython("tcf_reference.py", [list]),
      let reference = Reference(printed)
    else {
      let ours = try decode(strings)
      report.single("\(strings.count) published strings, each", ours)
      report.note("skipped: iab-tcf, which could not be installed or did not run")
      return
    }
    // Only what both decode is compared.
    let common = reference.decoded.map { strings[$0] }
    report.compare(
      "\(common.count) published strings, each", ours: try decode(common),
      "iab-tcf (Python)", reference.secondsEach, told: "decoding a TC string")
    let typical = common.max { $0.utf8.count < $1.utf8.count } ?? ""
    report.single("the longest of them, \(typical.utf8.count) characters", try decode([typical]))
  }

  /// Median seconds to decode one of the strings.
  private static func decode(_ strings: [String]) throws -> Double {
    let turns = max(1, 20_000 / strings.count)
    var purposes = 0
    let medians = try Stopwatch.medians(
      rounds: 3,
      [
        {
          try Stopwatch.processorSeconds {
            for _ in 0..<turns {
              for text in strings {
                purposes += try TCString(decoding: text).purposesConsent.isEmpty ? 0 : 1
              }
            }
          } / Double(turns * strings.count)
        }
      ])
    guard purposes > 0 else { throw Failure(description: "no string was decoded") }
    return medians[0]
  }

  private static func publishedStrings(_ workplace: Workplace) throws -> [String] {
    let bytes = try Data(contentsOf: workplace.root.appending(path: vectors))
    let document = JSONNode(try JSONReader.read(Array(bytes)))
    return try document.member("vectors").elements().map { try $0.member("text").string() }
  }

  /// What the Python script prints: its version, seconds per string, and which it decoded.
  private struct Reference {
    let version: String
    let secondsEach: Double
    let decoded: [Int]

    init?(_ printed: String) {
      let lines = printed.split(separator: "\n")
      guard lines.count == 3, let seconds = Double(lines[1]) else { return nil }
      version = String(lines[0])
      secondsEach = seconds
      decoded = lines[2].split(separator: " ").compactMap { Int($0) }
    }
  }
}
