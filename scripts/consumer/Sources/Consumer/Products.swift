// SPDX-License-Identifier: MIT
import AdReports
import AdView
import AdViewTesting

/// What an app's tests and a server's reports reach of the other products.
func use(_ database: AdDatabase) async throws -> [String] {
  let clock = ManualClock()
  let session = try await AdSession.open(
    .fixture, in: try .fixture(), subject: .fixture, clock: clock.clock)
  let page = SimulatedPage(session)
  try await page.record(.accepting())
  page.scroll(to: 0)
  page.place(.fixture)
  clock.advance(by: 67)
  page.tick()
  page.finishLoading()
  for await gate in session.gates() where gate.isOpen { break }
  for try await units in InventoryRepository(database).values({ try $0.units() }) {
    return units.flatMap { unit in
      var survey = InventorySurvey()
      survey.note(unit)
      return survey.findings(of: unit).map(\.what)
    }
  }
  return []
}

/// What an app keeps of the library's values, and tells of its errors.
struct Kept: Codable, Hashable {
  var units: [AdUnitID: LoadState]
  var thresholds: LoadingThresholds
  var entry: InventoryEntry
  var since: Timestamp
  var cursor: ExportCursor
}

func words(for error: any Error) -> String {
  guard let error = error as? any AdViewError else { return "\(error)" }
  return "\(error.kindName) \(error.errorCode): \(error.recoverySuggestion ?? "")"
}
