// SPDX-License-Identifier: MIT
package import AdModel
import AdSystem

/// What a command works with while it runs: what it was given, where it prints, whom it asks.
///
/// The database comes from ``CommandRun/withDatabase(_:_:)`` and its kin in `CommandRun+Store.swift`.
package struct CommandRun {
  /// What the user gave.
  package let input: Invocation
  /// The noun and the verb.
  package let path: [String]
  /// The command line as it was typed, for repeating it in a hint; nil where a value on it may name
  /// a person.
  package let arguments: [String]?
  /// The world outside.
  package let host: Host
  /// Standard output, collected.
  package let output: OutputBuffer

  /// How to print.
  package var format: OutputFormat { input[GlobalOptions.format] ?? .table }

  /// Whether to show what would change, and change nothing.
  package var isDryRun: Bool { input[GlobalOptions.dryRun] }

  /// The time of day.
  package var now: Timestamp { host.now() }

  /// Whether and how output is coloured.
  package var style: Style {
    let isAllowed = (try? host.variable("NO_COLOR")).map(\.isEmpty) ?? true
    let isCapable = (try? host.variable("TERM")) != "dumb"
    let isWanted = host.output.isTerminal && !input[GlobalOptions.noColor]
    return Style(isColoured: isAllowed && isCapable && isWanted)
  }

  /// Who makes a change, for the log.
  package var actor: String {
    get throws(Failure) {
      if let named = input[GlobalOptions.actor] { return named }
      for name in ["ADVIEW_ACTOR", "USER", "LOGNAME"] {
        if let actor = try host.variable(name), !actor.isEmpty { return actor }
      }
      return "unknown"
    }
  }

  // MARK: Printing

  /// How many characters a line may have: `$COLUMNS`, else what the terminal says, else 80; at least
  /// 40 and at most 400.
  package var columns: Int {
    let named = (try? host.variable("COLUMNS")).flatMap { Int($0) }
    return min(max(named ?? host.output.columns ?? 80, 40), 400)
  }

  /// What every change tells programs beside its own columns: whether it was only tried; none in a
  /// table, where the sentence says it.
  /// - Returns: The column, or none.
  package func dryRunColumns<Row>() -> [Column<Row>] {
    let isDryRun = isDryRun
    return format == .table
      ? []
      : [OutputKey].dryRun.map { key in
        Column(key.key, meaning: key.meaning) { _ in isDryRun }
      }
  }

  /// Prints rows.
  /// - Parameters:
  ///   - rows: The rows, in order; taken one by one.
  ///   - object: What JSON shows instead, where that is more.
  ///   - empty: What people are told where there are no rows.
  /// - Throws: ``ChannelError``, also `interrupted` where the user wants no more.
  package func list<Row>(
    _ rows: some Sequence<Row>, _ columns: [Column<Row>],
    object: ListWriter<Row>.ObjectWriter? = nil, empty: String = "nothing to list"
  ) throws {
    var writer = listWriter(columns, object: object, empty: empty)
    for row in rows {
      if output.isClosed { break }
      try checkInterruption()
      try writer.write(row)
    }
    try writer.end()
  }

  /// A writer for rows that come one by one.
  /// - Parameters:
  ///   - object: What JSON shows instead, where that is more.
  ///   - format: The form, where it is not the one that the user chose.
  ///   - empty: What people are told where there are no rows.
  /// - Returns: The writer, which the command must end.
  package func listWriter<Row>(
    _ columns: [Column<Row>], object: ListWriter<Row>.ObjectWriter? = nil,
    as format: OutputFormat? = nil, empty: String = "nothing to list"
  ) -> ListWriter<Row> {
    let isCut = host.output.isTerminal && !input[GlobalOptions.wide]
    return ListWriter(
      columns, object: object, format: format ?? self.format, style: style, output: output,
      lineWidth: isCut ? self.columns : nil, empty: empty, tell: note)
  }

  /// Prints one thing with all of its fields.
  /// - Parameters:
  ///   - object: What JSON shows instead, where that is more.
  ///   - format: The form, where it is not the one that the user chose.
  /// - Throws: ``ChannelError``.
  package func fields<Row>(
    _ row: Row, _ columns: [Column<Row>], object: ListWriter<Row>.ObjectWriter? = nil,
    as format: OutputFormat? = nil
  ) throws {
    let format = format ?? self.format
    switch format {
    case .table: try printLines(columns.map(\.heading), columns.shownCells(of: row))
    case .json:
      var json = JSONWriter(.pretty)
      try json.object { json in
        if let object { return try object(row, &json) }
        try ColumnTree(columns.map(\.key)).write(columns.cells(of: row), to: &json)
      }
      json.endLine()
      try output.write(json: json.bytes)
    case .ndjson, .csv:
      var list = listWriter(columns, object: object, as: format)
      try list.write(row)
      try list.end()
    }
  }

  /// Prints a line for each field that has a title for people, with what they see of it.
  private func printLines(_ headings: [ColumnHeading], _ cells: [Cell]) throws {
    let style = style
    let widest = headings.compactMap(\.title?.displayWidth).max() ?? 0
    for (heading, cell) in zip(headings, cells) {
      guard let title = heading.title else { continue }
      let space = String(repeating: " ", count: widest - title.displayWidth)
      let value = cell.plain.safeForTerminal
      let text = style.toned(value.isEmpty ? "-" : value, cell.tone)
      try output.write("\(style.heading(title))\(space)  \(text)\n")
    }
  }

  /// Prints text as it is.
  /// - Throws: ``ChannelError``.
  package func print(_ text: String) throws {
    try output.write(text)
  }

  /// Tells the user something that is not data, on standard error.
  /// - Parameter text: One line without its end; made safe for a terminal here.
  /// - Throws: ``ChannelError``, never `closedByReader`.
  package func note(_ text: String) throws {
    try output.flush()
    do {
      try host.errors.write(Array("\(text.safeForTerminal)\n".utf8))
    } catch ChannelError.closedByReader {
      // The work is the same where nobody listens.
    }
  }

  // MARK: Asking

  /// The command line with one option more, for a hint.
  /// - Returns: The line to copy, or words for it where the line must not be repeated.
  package func again(with option: String) -> String {
    arguments.map { "\($0.asLine) \(option)" } ?? "the same command with \(option)"
  }

  /// Makes sure that something may be taken away: by `--yes`, or by a person at a terminal.
  /// - Parameters:
  ///   - question: What would happen, as a question: `Remove unit 'x' for good?`
  ///   - reason: Why somebody is asked, where nobody can be.
  /// - Throws: ``Failure`` with `usage` where nobody can be asked, with `answerIsNo` where the person
  ///   says no.
  package func confirm(
    _ question: String, because reason: String = "takes something away for good"
  ) throws {
    if input[GlobalOptions.yes] || isDryRun { return }
    guard host.input.isTerminal, host.errors.isTerminal else {
      throw Failure(
        .usage, "'adview-admin \(path.joined(separator: " "))' \(reason).",
        try: again(with: "--yes"))
    }
    try output.flush()
    try host.errors.write(Array("\(question.safeForTerminal) [y/N] ".utf8))
    let answer = try host.input.readLine()?.lowercased()
    guard answer == "y" || answer == "yes" else {
      throw Failure(.answerIsNo, "not confirmed; nothing was changed.")
    }
  }

  /// More than this many things are many: they are counted, and a person is asked before.
  static let manyThings = 20

  /// Asks a person at a terminal before many units are changed at once; programs are not asked.
  /// - Throws: ``Failure`` with `answerIsNo` where the person says no.
  func confirmMany(_ count: Int) throws {
    guard count > Self.manyThings, host.input.isTerminal, host.errors.isTerminal else { return }
    try confirm("\(path.joined(separator: " ")): \(count.counted("ad unit")). Go on?")
  }

  /// Ends a long loop where the user has pressed Ctrl-C.
  /// - Throws: ``ChannelError`` with `interrupted`.
  package func checkInterruption() throws {
    if host.isInterrupted() { throw ChannelError.interrupted }
  }

  /// Ends a long list where the user has pressed Ctrl-C, or where nobody reads the rest and nothing else is
  /// left to do.
  /// - Throws: ``ChannelError`` with `interrupted` or `closedByReader`.
  package func checkListing() throws {
    try checkInterruption()
    if output.isClosed { throw ChannelError.closedByReader }
  }

  /// Reads a file, or standard input where its name is `-`.
  /// - Parameter limit: How many bytes at most: all of it is in memory at once.
  /// - Returns: Its bytes.
  /// - Throws: ``FileError`` or ``ChannelError``, both with `tooLarge`.
  package func read(_ path: String, atMost limit: InputLimit = .document) throws -> [UInt8] {
    path == "-"
      ? try host.input.readAll(atMost: limit.bytes)
      : try host.files.read(path, atMost: limit.bytes)
  }

  /// What people call what ``read(_:atMost:)`` reads.
  static func name(of path: String) -> String {
    path == "-" ? "standard input" : path.quotedForDisplay
  }

  /// Reads a document, and gives what `decode` makes of it; faults name the file.
  /// - Parameter advice: What to do about them.
  /// - Throws: ``Failure`` with `badData`; what reading meets.
  func document<Value>(
    _ path: String, try advice: String, _ decode: (JSONNode) throws -> Value
  ) throws -> Value {
    let bytes = try read(path)
    do {
      return try decode(JSONNode(JSONReader.read(bytes)))
    } catch  where error is JSONError || error is InvalidValue {
      throw Failure(.badData, "\(Self.name(of: path)): \(error).", try: advice)
    }
  }
}

/// How much of an input is read into memory, so that a wrong name, a device or an endless pipe is
/// refused before it fills the machine.
package enum InputLimit: Sendable {
  /// A key, a cursor, a consent string, a statement: 1 MiB.
  case line
  /// A document: 64 MiB.
  case document
  /// An inventory: 128 MiB, some 150,000 units in a document of ours and a million in a spreadsheet.
  case inventory
  /// Many lines, such as a recorded scroll or other people's answers: 1 GiB.
  case lines

  /// The number of bytes.
  package var bytes: Int {
    switch self {
    case .line: 1 << 20
    case .document: 64 << 20
    case .inventory: 128 << 20
    case .lines: 1 << 30
    }
  }
}
