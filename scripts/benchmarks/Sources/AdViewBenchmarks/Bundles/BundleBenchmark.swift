// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import AdStore
import Foundation

/// Bundles for a whole inventory, from the store to the documents.
enum BundleBenchmark {
  private static let count = 10_000

  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("Bundles for \(count) units (processor time)")
    let database = try SampleUnits.database(
      workplace.path("bundles.sqlite"), try SampleUnits.entries(count))
    _ = try SampleHistory.acceptAll(in: database)

    var documents: [String] = []
    let ours = try Stopwatch.medians(
      rounds: 3,
      [{ try Stopwatch.processorSeconds { documents = try bundles(from: database) } }])[0]
    let bytes = documents.reduce(0) { $0 + $1.utf8.count }
    report.single("from the store to JSON, all", ours, limit: 1)
    report.single(
      "from the store to JSON, each", ours / Double(count),
      told: "an injection bundle as JSON, from the store")
    report.note("\(bytes / documents.count) bytes each")

    let trees = try documents.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    let values = try documents.map { try JSONReader.read(text: $0) }
    var written = 0
    let writing = try Stopwatch.medians(
      rounds: 3,
      [
        {
          try Stopwatch.processorSeconds {
            for value in values { written += try value.text().utf8.count }
          }
        },
        {
          try Stopwatch.processorSeconds {
            for tree in trees { written += try JSONSerialization.data(withJSONObject: tree).count }
          }
        },
      ])
    guard written > 0 else { throw Failure(description: "nothing was written") }
    report.compare(
      "from the store to JSON, each", ours: ours, "Foundation, JSON alone", writing[1],
      count: count)
    report.compare(
      "of that, writing JSON", ours: writing[0], "Foundation, JSON alone", writing[1],
      count: count)
  }

  private static func bundles(from database: AdDatabase) throws -> [String] {
    let subject = try SubjectKey("bench")
    let consent = ConsentRepository(database)
    let decision = consent.decision(for: subject, at: SampleUnits.now)
    guard let record = try consent.current(of: subject) else {
      throw Failure(description: "there is no consent")
    }
    let builder = try BundleBuilder(
      decision: decision,
      handOff: try ConsentHandOff(of: record.statement, form: .didomi))
    return try InventoryRepository(database).read { inventory in
      var documents: [String] = []
      let units = try inventory.units()
      for unit in units {
        let targeting = try inventory.effectiveTargeting(of: unit.id)
        let bundle = try builder.bundle(for: unit, targeting: targeting.entries)
        documents.append(try bundle.json.text())
      }
      return documents
    }
  }
}
