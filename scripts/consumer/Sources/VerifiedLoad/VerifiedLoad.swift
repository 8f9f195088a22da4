// SPDX-License-Identifier: MIT
import AdView

/// From an inventory that the app was shipped with to a load that is proven, by the system's clocks.
@main struct VerifiedLoad {
  static func main() async throws {
    let seed = Array(CommandLine.arguments[2].utf8)
    let database = try await AdDatabase.open(at: CommandLine.arguments[1], seed: seed)
    let person = try SubjectKey("user-17")
    let session = try await AdSession.open(PageID("home"), in: database, subject: person)
    let answer = ConsentStatement(
      choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: .now)
    var effects = try session.record(answer)
    effects += try await session.storeAnswers(within: .seconds(5))
    effects += session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    let frame = AdRect(x: 36, y: 100, width: 320, height: 320)
    effects += session.handle(.place([AdFrame(unit: try AdUnitID("div-1"), frame: frame)]))
    try await session.close()
    let report = try ConsentRepository(database).checkLoads { print("not allowed:", $0) }
    let made = effects.count { if case .make = $0 { true } else { false } }
    guard made == 1, report.loads == 1 else { fatalError("\(made) views, \(report.loads) loads") }
    print("1 load, and the record that allowed it stands")
  }
}
