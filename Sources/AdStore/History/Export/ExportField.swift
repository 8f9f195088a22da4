// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// A row of an export that has a field table.
public protocol ExportedRow: Hashable, Sendable {
  /// The row as one line of NDJSON, with its end.
  var line: [UInt8] { get }

  /// Where an export goes on after this row.
  var cursor: ExportCursor { get }
}

/// The value of one field of one exported row.
package enum ExportValue: Hashable, Sendable {
  case none
  case text(String)
  case integer(Int64)
  case number(Double)
  case flag(Bool)
}

/// What the values of a field are, for the type of a column elsewhere.
package enum ExportFieldKind: Hashable, Sendable {
  /// Texts of which there are many different ones.
  case name
  /// Texts of which there are few different ones.
  case word
  /// Moments, as RFC 3339 in UTC with milliseconds.
  case time
  /// Whole numbers that are not below 0.
  case count
  /// Whole numbers.
  case integer
  /// Numbers that may have a fraction.
  case number
  /// Yes or no.
  case flag
}

/// One field of an exported row: its key, what it means, and what kind of values it has. The output,
/// its documentation, the uploader's bytes and the tables of a data warehouse are made of these.
package struct ExportField<Row: Sendable>: Sendable {
  package let key: String
  package let kind: ExportFieldKind
  /// Whether a value may be missing.
  package let isOptional: Bool
  /// One sentence.
  package let meaning: String
  package let value: @Sendable (Row) -> ExportValue

  fileprivate init(
    _ key: String, _ kind: ExportFieldKind, isOptional: Bool, _ meaning: String,
    _ value: @escaping @Sendable (Row) -> ExportValue
  ) {
    self.key = key
    self.kind = kind
    self.isOptional = isOptional
    self.meaning = meaning
    self.value = value
  }

  static func name(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> String
  ) -> ExportField {
    ExportField(key, .name, isOptional: false, meaning) { .text(value($0)) }
  }

  static func word(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> String
  ) -> ExportField {
    ExportField(key, .word, isOptional: false, meaning) { .text(value($0)) }
  }

  static func optionalWord(
    _ key: String, _ meaning: String, kind: ExportFieldKind = .word,
    _ value: @escaping @Sendable (Row) -> String?
  ) -> ExportField {
    ExportField(key, kind, isOptional: true, meaning) { value($0).map { .text($0) } ?? .none }
  }

  static func time(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Timestamp
  ) -> ExportField {
    ExportField(key, .time, isOptional: false, meaning) { .text(value($0).description) }
  }

  static func optionalTime(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Timestamp?
  ) -> ExportField {
    ExportField(key, .time, isOptional: true, meaning) {
      value($0).map { .text($0.description) } ?? .none
    }
  }

  static func count(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Int64
  ) -> ExportField {
    ExportField(key, .count, isOptional: false, meaning) { .integer(value($0)) }
  }

  static func optionalInteger(
    _ key: String, _ meaning: String, kind: ExportFieldKind = .integer,
    _ value: @escaping @Sendable (Row) -> Int64?
  ) -> ExportField {
    ExportField(key, kind, isOptional: true, meaning) {
      value($0).map { .integer($0) } ?? .none
    }
  }

  static func optionalNumber(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Double?
  ) -> ExportField {
    ExportField(key, .number, isOptional: true, meaning) {
      value($0).map { .number($0) } ?? .none
    }
  }

  static func optionalFlag(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Bool?
  ) -> ExportField {
    ExportField(key, .flag, isOptional: true, meaning) { value($0).map { .flag($0) } ?? .none }
  }

  static func flag(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Bool
  ) -> ExportField {
    ExportField(key, .flag, isOptional: false, meaning) { .flag(value($0)) }
  }

  /// The field for rows that hold such a row.
  func of<Outer>(_ row: @escaping @Sendable (Outer) -> Row) -> ExportField<Outer> {
    .init(key, kind, isOptional: isOptional, meaning) { value(row($0)) }
  }
}

extension [ExportField<ExportedSession>] {
  /// What names a session anywhere, and says which of two rows is newer.
  private static let identity: [ExportField<ExportedSession>] = [
    .name("store", "The random id of the database.") { $0.store },
    .name("session", "The id of the session.") { $0.summary.id.rawValue },
    .count("revision", "Of two rows of one thing, the one with the greater number is newer.") {
      $0.revision
    },
  ]

  /// What every row of a session's loads repeats.
  private static let circumstances: [ExportField<ExportedSession>] = [
    .word("page", "The name of the page.") { $0.summary.page.rawValue },
    .word("appVersion", "The version of the app.") { $0.summary.appVersion },
    .name("device", "What the app calls the device; often nothing.") { $0.summary.device },
    .time("startedAt", "When the session began.") { $0.summary.startedAt },
    .flag("measured", "Whether viewability was measured.") { $0.summary.measuresViewability },
  ]

  /// The fields of an exported session.
  package static let all: [ExportField<ExportedSession>] =
    identity + circumstances + ends + distances

  private static let ends: [ExportField<ExportedSession>] = [
    .time("lastAt", "When the last thing happened.") { $0.summary.lastAt },
    .flag("closed", "Whether the session has ended in order.") { $0.summary.isClosed },
    .count("transitions", "How many changes of state.") { Int64($0.summary.transitions) },
    .count("lost", "Transitions that were not stored.") { Int64($0.summary.lost) },
    .count("gaps", "How many stretches of the session are missing.") {
      Int64($0.summary.gaps)
    },
    .count("peakLoaded", "The most ads that were loaded at once.") {
      Int64($0.summary.peakLoaded)
    },
  ]

  /// What the loading engine went by; null for a session that was recorded without its scroll.
  private static let distances: [ExportField<ExportedSession>] = [
    .optionalNumber("fetch", "How far ahead ads were fetched, in points, as it began.") {
      $0.distances?.start.thresholds.fetch
    },
    .optionalNumber("display", "How far ahead they were displayed, in points.") {
      $0.distances?.start.thresholds.display
    },
    .optionalNumber("unload", "How far away they were unloaded, in points.") {
      $0.distances?.start.thresholds.unload
    },
    .optionalFlag("unloading", "Whether they were unloaded at all.") {
      $0.distances?.start.thresholds.unloadingEnabled
    },
    .optionalInteger("throttleMs", "The least time between two checks.", kind: .count) {
      $0.distances?.start.thresholds.throttle
    },
    .optionalInteger("stabilityMs", "How long an ad had to be far away.", kind: .count) {
      $0.distances?.start.thresholds.stabilityDelay
    },
    .optionalNumber(
      "remoteFetch", "The page's own fetch distance, in percent of the viewport's height."
    ) { $0.distances?.start.remote?.fetch },
    .optionalNumber(
      "remoteRender", "The page's own display distance, in percent of the viewport's height."
    ) { $0.distances?.start.remote?.render },
    .optionalInteger(
      "distanceChanges", "How often any of these changed while it went on.", kind: .count
    ) { $0.distances.map { Int64($0.changes) } },
  ]

  fileprivate static let ofLoads = (identity + circumstances).map { field in
    field.of { (load: ExportedLoad) in load.session }
  }
}

extension [ExportField<ExportedLoad>] {
  /// The fields of an exported load.
  package static let all: [ExportField<ExportedLoad>] =
    [ExportField<ExportedSession>].ofLoads + own

  private static let own: [ExportField<ExportedLoad>] = [
    .count("sequence", "The number of the load's first transition in its session.") {
      $0.sequence
    },
    .word("adUnitId", "The id of the ad unit.") { $0.unit.rawValue },
    .optionalTime("fetchedAt", "When it was fetched.") { $0.fetchedAt },
    .optionalTime("displayedAt", "When it was displayed.") { $0.displayedAt },
    .optionalTime("viewableAt", "When the ad had been viewable.") { $0.viewableAt },
    .optionalTime("endedAt", "When its view went; null where it stood at the end.") {
      $0.endedAt
    },
    .optionalWord("endCause", "Why its view went.") { $0.endCause?.rawValue },
    .flag("unloaded", "Whether it was unloaded.") { $0.isUnloaded },
    .optionalInteger("latencyMs", "How long after its fetch it was displayed.") { $0.latency },
    .optionalInteger("timeDisplayedMs", "For how long it was displayed.") { $0.timeDisplayed },
    .flag("late", "Whether its place was visible before it was displayed.") { $0.isLate },
    .flag("churn", "Whether the ad was unloaded within 30 seconds before.") { $0.isChurn },
    .flag("wasted", "Whether it was fetched and never displayed.") { $0.isWasted },
    .optionalWord(
      "servingMode",
      "The ads that the record allows: personalized, nonPersonalized or limited."
    ) { $0.mode?.rawValue },
    .optionalInteger(
      "consentRecord", "The number of the consent record in its database.", kind: .count
    ) {
      $0.consentRecord?.rawValue
    },
    .optionalWord("entryHash", "The hash of the record's entry in the ledger.", kind: .name) {
      $0.entryHash
    },
  ]
}

extension ExportedLoad: ExportedRow {
  /// The row as one line of NDJSON, with its end.
  public var line: [UInt8] { [ExportField<ExportedLoad>].all.line(of: self) }
}

extension ExportedSession: ExportedRow {
  /// The row as one line of NDJSON, with its end.
  public var line: [UInt8] { [ExportField<ExportedSession>].all.line(of: self) }
}

extension Array {
  fileprivate func line<Row>(of row: Row) -> [UInt8] where Element == ExportField<Row> {
    var writer = JSONWriter()
    writer.object { object in
      for field in self {
        switch field.value(row) {
        case .none: object.member(field.key, String?.none)
        case .text(let text): object.member(field.key, text)
        case .integer(let number): object.member(field.key, number)
        case .number(let number):
          // What is no number has none.
          do { try object.member(field.key, number) } catch {
            object.member(field.key, String?.none)
          }
        case .flag(let flag): object.member(field.key, flag)
        }
      }
    }
    writer.endLine()
    return writer.bytes
  }
}
