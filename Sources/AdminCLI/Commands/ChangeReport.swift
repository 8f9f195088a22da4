// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Shows what a command changed, from the same lines that the change log keeps, as they come.
struct ChangeReport {
  private let run: CommandRun
  private var list: ListWriter<InventoryChange>?
  private var count = 0
  /// How many things were changed in which way, for a list that nobody counts.
  private var sums: [Sum] = []

  private struct Sum {
    let verb: InventoryChange.Verb
    let noun: InventoryChange.Noun
    var count = 1
  }

  /// Begins a report of changes that were made, or would be.
  init(_ run: CommandRun) {
    self.run = run
    if run.format != .table { list = run.listWriter(Self.columns(run)) }
  }

  /// Takes the next change.
  /// - Throws: ``ChannelError``, of a dry run also `interrupted` where the user wants no more.
  mutating func write(_ change: InventoryChange) throws {
    if run.isDryRun {
      try run.checkInterruption()
    } else {
      // It is on the disk, and nothing can be stopped any more.
      run.output.reportsStoredWork = true
    }
    count += 1
    guard list == nil else {
      try list?.write(change)
      return
    }
    let prefix = run.isDryRun ? "would " : ""
    let line = Self.sentence(for: change, isDone: !run.isDryRun)
    try run.print("\(prefix)\(line.safeForTerminal)\n")
    if let place = sums.firstIndex(where: { ($0.verb, $0.noun) == (change.verb, change.noun) }) {
      sums[place].count += 1
    } else {
      sums.append(Sum(verb: change.verb, noun: change.noun))
    }
  }

  /// Ends the report.
  /// - Throws: ``ChannelError``.
  mutating func end() throws {
    guard list == nil else {
      try list?.end()
      return
    }
    if count == 0 { try run.print("nothing to change\n") }
    if count > CommandRun.manyThings { try run.note(sum) }
  }

  private var sum: String {
    let words = sums.map { sum in
      let things =
        sum.noun == .targeting
        ? "\(sum.count.counted("line")) of targeting" : sum.count.counted(sum.noun.rawValue)
      return "\(run.isDryRun ? sum.verb.rawValue : sum.verb.done) \(things)"
    }
    return "in all: \(run.isDryRun ? "would " : "")\(words.joined(separator: ", "))"
  }

  /// The columns of the change log.
  static let columns: [Column<InventoryChange>] = [
    Column("time", "Time", meaning: "When it happened.") { $0.time },
    Column("actor", "Actor", meaning: "Who made the change.") { $0.actor },
    Column("number", "No", .trailing, meaning: "The number of the change.") { $0.number },
    Column("noun", meaning: "What kind of thing was changed.") { $0.noun.rawValue },
    Column("name", meaning: "The name of what was changed.") { $0.name },
    Column("verb", meaning: "What was done.") { $0.verb.rawValue },
    Column("change", "Change", meaning: "The change in words.") { sentence(for: $0) }
      .showing { change in
        .text(sentence(for: change) + (change.message.map { " (\($0))" } ?? ""))
      },
    Column("before", meaning: "What it was before, as JSON.") { json($0.before) },
    Column("after", meaning: "What it is now, as JSON.") { json($0.after) },
    Column("reverts", meaning: "The number of the change that this one takes back.") { $0.reverts },
    Column("message", meaning: "Why, in the words of whoever made it.") { $0.message },
  ]

  /// The keys of changes that were just made, or would be.
  static let keys = Column.keys(of: columns) + .dryRun

  /// The columns of changes that were just made, or would be: those have neither number nor time.
  private static func columns(_ run: CommandRun) -> [Column<InventoryChange>] {
    guard run.isDryRun else { return columns + run.dryRunColumns() }
    let planned = columns.map { column in
      switch column.key {
      case "time", "number":
        Column<InventoryChange>(column.key, column.title, meaning: column.meaning) { _ in Cell.none
        }
      case "change":
        Column<InventoryChange>(column.key, column.title, meaning: column.meaning) {
          "would \(sentence(for: $0, isDone: false))"
        }
      default: column
      }
    }
    return planned + run.dryRunColumns()
  }

  /// Prints changes that were made, or would be.
  static func print(_ changes: [InventoryChange], run: CommandRun) throws {
    var report = ChangeReport(run)
    for change in changes { try report.write(change) }
    try report.end()
  }

  /// What was done to what, and which fields have other values now.
  static func sentence(for change: InventoryChange, isDone: Bool = true) -> String {
    let difference = InventoryDifference(change)
    let verb = isDone ? change.verb.done : change.verb.rawValue
    let reason = change.reverts.map { ", which takes back \($0)" } ?? ""
    return sentence(verb, for: difference) + reason
  }

  /// What a verb does to what, and which fields have other values then.
  static func sentence(_ verb: String, for change: InventoryDifference) -> String {
    let details = details(of: change)
    return "\(verb) \(subject(of: change))" + (details.isEmpty ? "" : ": \(details)")
  }

  private static func subject(of change: InventoryDifference) -> String {
    switch change.noun {
    case .unit, .page, .experiment: "\(change.noun.rawValue) \(change.name)"
    case .targeting: "targeting of \(change.name)"
    case .setting: "setting \(change.name)"
    }
  }

  /// Which fields have other values, or which targeting.
  static func details(of change: InventoryDifference) -> String {
    switch change.noun {
    case .targeting:
      let old = targeting(change.before)
      let new = targeting(change.after)
      return [old, new].compactMap { $0 }.joined(separator: " -> ")
    case .unit, .page, .setting, .experiment:
      guard change.before != nil, change.after != nil else { return "" }
      return ChangedField.between(change.before, change.after).map(\.description)
        .joined(separator: ", ")
    }
  }

  /// The targeting of one side of a change: one key, or all keys of a scope.
  private static func targeting(_ text: String?) -> String? {
    guard let text, case .object(let object)? = try? JSONReader.read(Array(text.utf8)) else {
      return nil
    }
    guard case .array(let entries)? = object["targeting"] else { return written(object) }
    if entries.isEmpty { return "-" }
    return entries.compactMap { entry in
      if case .object(let object) = entry { written(object) } else { nil }
    }.joined(separator: " ")
  }

  private static func written(_ entry: JSONObject) -> String? {
    guard case .string(let key)? = entry["key"], case .array(let values)? = entry["values"] else {
      return nil
    }
    let texts = values.compactMap { value in
      if case .string(let text) = value { text } else { nil }
    }
    return "\(key)=\(texts.joined(separator: ","))"
  }

  /// An object of the log as a cell.
  static func json(_ text: String?) -> Cell {
    guard let text, let value = try? JSONReader.read(Array(text.utf8)) else { return .none }
    return .value(value)
  }
}

extension InventoryDifference {
  /// A change as what had to be done for it.
  init(_ change: InventoryChange) {
    self.init(
      noun: change.noun, name: change.name, verb: change.verb, before: change.before,
      after: change.after)
  }
}

extension InventoryChange.Verb {
  fileprivate var done: String {
    switch self {
    case .add: "added"
    case .set: "set"
    case .rename: "renamed"
    case .activate: "activated"
    case .pause: "paused"
    case .archive: "archived"
    case .restore: "restored"
    case .remove: "removed"
    }
  }
}
