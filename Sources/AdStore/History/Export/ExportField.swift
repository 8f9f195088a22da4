// SPDX-License-Identifier: MIT
import AdLoading
public import AdModel

/// A row of an export that has a field table.
public protocol ExportedRow: Hashable, Sendable {
  /// The row as one line of NDJSON, with its end.
  var line: [UInt8] { get }

  /// Where an export goes on after this row.
  var cursor: ExportCursor { get }

  /// What goes behind the rows of a batch, as lines of NDJSON with their ends; nothing where they say all.
  /// - Parameter rows: The first rows of one ``ExportBatch``, at least one.
  static func closing(_ rows: ArraySlice<Self>) -> [UInt8]

  /// Reads the rows of real sessions that were stored after a cursor.
  /// - Parameter now: The time of day.
  /// - Throws: ``StoreError`` as `HistoryRepository.exportLoads`.
  static func export(
    from history: HistoryRepository, after cursor: ExportCursor, limit: Int, at now: Timestamp
  ) throws -> ExportBatch<Self>
}

extension ExportedRow {
  /// Nothing.
  public static func closing(_ rows: ArraySlice<Self>) -> [UInt8] { [] }
}

/// The form of exported rows, which every row carries.
package enum ExportForm {
  /// Another one when a field comes or goes. None ever means something else, and one that comes may be
  /// missing: rows of older apps go on coming, and are taken.
  package static let current: Int64 = 1

  /// The field that tells it.
  package static let key = "form"
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
  package let value: @Sendable (Row) -> JSONValue

  init<Value: FieldRepresentable>(
    _ key: String, _ kind: ExportFieldKind, _ value: @escaping @Sendable (Row) -> Value,
    _ meaning: String
  ) {
    self.key = key
    self.kind = kind
    self.isOptional = Value.isOptional
    self.meaning = meaning
    self.value = { row in
      let value = value(row).fieldValue
      // What is no number has none.
      if case .double(let number) = value, !number.isFinite { return .null }
      return value
    }
  }
}

extension SessionID: FieldRepresentable {}
extension TransitionCause: FieldRepresentable {}
extension FaultCause: FieldRepresentable {}
extension LoadFault.Remedy.Zone: FieldRepresentable {}
extension ServingMode: FieldRepresentable {}
extension ConsentRecordID: FieldRepresentable {
  package var fieldValue: JSONValue { .integer(rawValue) }
}

extension [ExportField<ExportedSession>] {
  /// The fields of an exported session.
  package static let all: [ExportField<ExportedSession>] =
    repeated(\.self) + ends + distances

  /// What names a session anywhere, says which of two rows is newer, and is repeated by every row of
  /// its loads.
  fileprivate static func repeated<Row>(
    _ session: @escaping @Sendable (Row) -> ExportedSession
  ) -> [ExportField<Row>] {
    [
      ExportField("store", .name, { session($0).store }, "The random id of the database."),
      ExportField(
        ExportForm.key, .count, { _ in ExportForm.current },
        "The number of the row's form: another one where fields came, went or mean something else."),
      ExportField("session", .name, { session($0).summary.id }, "The id of the session."),
      ExportField(
        "revision", .count, { session($0).revision },
        "Of two rows of one thing, the one with the greater number is newer."),
      ExportField(
        "weight", .count, { session($0).summary.weight },
        "For how many phones the one that sent it stands: it counts as often."),
      ExportField("page", .word, { session($0).summary.page }, "The name of the page."),
      ExportField(
        "appVersion", .word, { session($0).summary.appVersion }, "The version of the app."),
      ExportField(
        "device", .name, { session($0).summary.device },
        "What the app calls the device; often nothing."),
      ExportField(
        "attributes", .word, { session($0).summary.attributes.stored },
        "By what its session is grouped with others: a JSON object as text."),
      ExportField(
        "experiment", .word, { session($0).summary.arm?.experiment },
        "The experiment that the session was in; null where it was in none."),
      ExportField(
        "arm", .word, { session($0).summary.arm?.arm },
        "The arm of that experiment in which it began."),
      ExportField(
        "startedAt", .time, { session($0).summary.startedAt }, "When the session began."),
      ExportField(
        "measured", .flag, { session($0).summary.measuresViewability },
        "Whether viewability was measured."),
    ]
  }

  private static let ends: [ExportField<ExportedSession>] = [
    ExportField("lastAt", .time, \.summary.lastAt, "When the last thing happened."),
    ExportField("closed", .flag, \.summary.isClosed, "Whether the session has ended in order."),
    ExportField("transitions", .count, \.summary.transitions, "How many changes of state."),
    ExportField("lost", .count, \.summary.lost, "Transitions that were not stored."),
    ExportField("gaps", .count, \.summary.gaps, "How many stretches of the session are missing."),
    ExportField(
      "peakLoaded", .count, \.summary.peakLoaded, "The most ads that were loaded at once."),
  ]

  /// What the loading engine went by; null for a session that was recorded without its scroll.
  private static let distances: [ExportField<ExportedSession>] = [
    ExportField(
      "fetch", .number, \.distances?.start.thresholds.fetch,
      "How far ahead ads were fetched, in points, as it began."),
    ExportField(
      "display", .number, \.distances?.start.thresholds.display,
      "How far ahead they were displayed, in points."),
    ExportField(
      "unload", .number, \.distances?.start.thresholds.unload,
      "How far away they were unloaded, in points."),
    ExportField(
      "unloading", .flag, \.distances?.start.thresholds.unloadingEnabled,
      "Whether they were unloaded at all."),
    ExportField(
      "throttleMs", .count, \.distances?.start.thresholds.throttle,
      "The least time between two checks."),
    ExportField(
      "stabilityMs", .count, \.distances?.start.thresholds.stabilityDelay,
      "How long an ad had to be far away."),
    ExportField(
      "predictionMs", .count, \.distances?.start.thresholds.prediction,
      "How far ahead of a scroll ads were loaded beyond that, at its speed."),
    ExportField(
      "remoteFetch", .number, \.distances?.start.remote?.fetch,
      "The page's own fetch distance, in percent of the viewport's height."),
    ExportField(
      "remoteRender", .number, \.distances?.start.remote?.render,
      "The page's own display distance, in percent of the viewport's height."),
    ExportField(
      "distanceChanges", .count, \.distances?.changes,
      "How often any of these changed while it went on."),
  ]
}

extension [ExportField<ExportedLoad>] {
  /// The fields of an exported load.
  package static let all: [ExportField<ExportedLoad>] =
    [ExportField<ExportedSession>].repeated(\.session) + own

  private static let own: [ExportField<ExportedLoad>] = [
    ExportField(
      "sequence", .count, \.sequence,
      "The number of the load's first transition in its session."),
    ExportField("adUnitId", .word, \.unit, "The id of the ad unit."),
    ExportField("fetchedAt", .time, \.fetchedAt, "When it was fetched."),
    ExportField("displayedAt", .time, \.displayedAt, "When it was displayed."),
    ExportField("renderedAt", .time, \.renderedAt, "When its creative was there."),
    ExportField(
      "appearedAt", .time, \.appearedAt, "When something of the creative was on the screen."),
    ExportField("viewableAt", .time, \.viewableAt, "When the ad had been viewable."),
    ExportField(
      "endedAt", .time, \.endedAt, "When its view went; null where it stood at the end."),
    ExportField("endCause", .word, \.endCause, "Why its view went."),
    ExportField("unloaded", .flag, \.isUnloaded, "Whether it was unloaded."),
    ExportField(
      "leadTimeMs", .integer, \.leadTime, "How long before its display it was fetched."),
    ExportField(
      "timeToAdMs", .integer, \.timeToAd,
      "For how long its place had been on the screen when its creative was."),
    ExportField(
      "timeMissedMs", .integer, \.timeMissed,
      "For how long its place was on the screen, of an ad of which nobody saw anything."),
    ExportField(
      "timeDisplayedMs", .integer, \.timeDisplayed, "For how long its creative was there."),
    ExportField("impressions", .count, \.impressions, "How many creatives there were."),
    ExportField(
      "viewableImpressions", .count, \.viewableImpressions, "How many of them were viewable."),
    ExportField(
      "late", .flag, \.isLate, "Whether its place was on the screen before it."),
    ExportField(
      "blank", .flag, \.isBlank, "Whether it was displayed and its creative never came."),
    ExportField(
      "churn", .flag, \.isChurn, "Whether the ad was unloaded within 30 seconds before."),
    ExportField("wasted", .flag, \.isWasted, "Whether it was fetched and nobody saw it."),
    ExportField(
      "why", .word, \.fault?.cause,
      "Why it was late, else wasted, else churned; null where it was none, or nobody knows."),
    ExportField(
      "remedy", .word, \.fault?.remedy?.zone,
      "The zone whose distance would have done: fetch, display or unload; else prediction."),
    ExportField(
      "remedyDistance", .number, \.fault?.remedy?.distance,
      "That distance in points, that prediction in milliseconds: the smallest, or for what nobody saw the largest."
    ),
    ExportField(
      "servingMode", .word, \.mode,
      "The ads that the record allows: personalized, nonPersonalized or limited."),
    ExportField(
      "consentRecord", .count, \.consentRecord,
      "The number of the consent record in its database."),
    ExportField(
      "entryHash", .name, \.entryHash, "The hash of the record's entry in the ledger."),
  ]
}

extension ExportedLoad: ExportedRow {
  /// Reads the rows of real sessions that were stored after a cursor.
  /// - Throws: ``StoreError`` as `HistoryRepository.exportLoads`.
  public static func export(
    from history: HistoryRepository, after cursor: ExportCursor, limit: Int, at now: Timestamp
  ) throws -> ExportBatch<ExportedLoad> {
    try history.exportLoads(after: cursor, limit: limit)
  }

  /// The row as one line of NDJSON, with its end.
  public var line: [UInt8] { [ExportField<ExportedLoad>].all.line(of: self) }
}

extension ExportedSession: ExportedRow {
  /// Reads the rows of real sessions that were stored after a cursor.
  /// - Throws: ``StoreError`` as `HistoryRepository.exportSessions`.
  public static func export(
    from history: HistoryRepository, after cursor: ExportCursor, limit: Int, at now: Timestamp
  ) throws -> ExportBatch<ExportedSession> {
    try history.exportSessions(after: cursor, limit: limit)
  }

  /// The row as one line of NDJSON, with its end.
  public var line: [UInt8] { [ExportField<ExportedSession>].all.line(of: self) }
}

extension Array {
  /// A row as one line of NDJSON, with its end.
  func line<Row>(of row: Row) -> [UInt8] where Element == ExportField<Row> {
    var writer = JSONWriter()
    writer.object { object in
      for field in self {
        // Never fails: what is not finite has become null.
        do { try object.member(field.key, field.value(row)) } catch {}
      }
    }
    writer.endLine()
    return writer.bytes
  }
}
