// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// The README tells the run that `scripts/bench --record` kept, and no other.
@Suite struct MeasuredTests {
  private struct Record: Decodable {
    struct Figure: Decodable {
      let name: String
      let reference: String?
      let ratio: Double?
      let told: String?
    }

    let machine: String
    let date: String
    let figures: [Figure]
  }

  private let record: Record
  private let lines: ArraySlice<Substring>

  init() throws {
    let file = SourceTree.root.appending(path: "scripts/benchmarks/measured.json")
    record = try JSONDecoder().decode(Record.self, from: Data(contentsOf: file))
    let readme = try String(
      contentsOf: SourceTree.root.appending(path: "README.md"), encoding: .utf8)
    let all = readme.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(all.firstIndex { $0.hasPrefix("<!-- measured: ") })
    let end = try #require(all.firstIndex(of: "<!-- measured -->"))
    lines = all[(start + 1)..<end]
  }

  @Test func `the table has the recorded figures, each with its ratio`() throws {
    let rows = lines.filter { $0.hasPrefix("| ") }.dropFirst().map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let told = record.figures.filter { $0.told != nil }
    #expect(rows.map(\.[0]) == told.map(\.told))
    for (row, figure) in zip(rows, told) {
      #expect(row[3] == figure.ratio.map { String(format: "%.2f", $0) } ?? "", "\(row)")
      #expect(row[2].hasSuffix(figure.reference ?? ""), "\(row)")
    }
  }

  @Test func `the day and the machine are those of the record`() {
    #expect(lines.first == "Measured \(record.date) on \(record.machine).")
  }
}
