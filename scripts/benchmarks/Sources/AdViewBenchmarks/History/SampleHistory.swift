// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// A million transitions: fifty sessions in which ads of ten thousand units are fetched, displayed,
/// unloaded and found again.
enum SampleHistory {
  static let units = 10_000
  static let sessions = 50
  static let transitionsPerSession = 20_000
  static var count: Int { sessions * transitionsPerSession }

  static let page = "front"
  static let sessionLength: Int64 = 600_000

  static func sessionID(_ session: Int) -> String { "session-\(session)" }
  static func startedAt(_ session: Int) -> Timestamp {
    Timestamp(milliseconds: SampleUnits.now.milliseconds + Int64(session) * sessionLength)
  }

  static func ids() throws -> [AdUnitID] {
    try (0..<units).map { try AdUnitID("div-gpt-ad-mobile_\($0)") }
  }

  /// The transitions of a session in the order in which they happened.
  static func transitions(of session: Int, ids: [AdUnitID], record: ConsentRecordID)
    -> [LoadTransition]
  {
    (0..<transitionsPerSession).map { number in
      // Four steps of a hundred ads at a time, so that ads overlap.
      let (block, rest) = (number / 400, number % 400)
      let (step, place) = (rest / 100, rest % 100)
      let unit = (block * 100 + place) * 7_919 + session * 131
      let state = [LoadState.notLoaded, .fetched, .displayed, .unloaded]
      let cause: [TransitionCause] = [
        .enteredFetchZone, .enteredDisplayZone, .leftUnloadZone, .reenteredFetchZone,
      ]
      return LoadTransition(
        time: Int64(number) * 29 + Int64(unit % 13), unit: ids[unit % units],
        from: state[step], to: state[(step + 1) % 4], cause: cause[step],
        frame: AdRect(x: 36.5, y: Double(unit % 1_000) * 900, width: 320, height: 320),
        viewport: AdRect(x: 0, y: Double(number) * 3, width: 393, height: 852),
        permit: step == 0 ? LoadPermit(record: record, mode: .personalized) : nil)
    }
  }

  /// A database with the units and one consent record, and no history yet.
  static func database(_ path: String) throws -> (AdDatabase, ConsentRecordID) {
    let database = try SampleUnits.database(path, try SampleUnits.entries(units))
    return (database, try acceptAll(in: database))
  }

  /// Records that somebody accepts everything.
  static func acceptAll(in database: AdDatabase) throws -> ConsentRecordID {
    let statement = ConsentStatement(
      choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr,
      at: SampleUnits.now)
    return try ConsentRepository(database).set(
      statement, for: try SubjectKey("bench"), at: SampleUnits.now
    ).record.id
  }
}
