// SPDX-License-Identifier: MIT
import AdModel
import AdStore

// Files of other programs: which form one has, and what to tell of how it was read.
extension InventoryFile {
  private static let documentAdviceThere = "correct the document there"

  /// The units of a document of Ad Manager's API or of page code; nil where it is none of these.
  static func objects(
    _ document: JSONNode, in bytes: [UInt8], _ run: CommandRun
  ) throws -> (any UnitSource)? {
    if let objects = AdManagerObjects.objects(of: document) {
      let read = try AdManagerObjects(
        objects, in: bytes, network: run.input[ImportOptions.network], advice: documentAdviceThere)
      try run.note("read as ad units of Ad Manager\(words(for: read.leftOut))")
      return try units(read.rows, in: bytes, advice: documentAdviceThere, run)
    }
    if let objects = PageAdUnits.objects(of: document) {
      let read = try PageAdUnits(objects, in: bytes, advice: documentAdviceThere)
      try run.note("read as ad units of a page\(words(for: read.leftOut))")
      return try units(read.rows, in: bytes, unitingSizes: true, advice: documentAdviceThere, run)
    }
    return nil
  }

  /// The units of a file with rows, of whatever form.
  /// - Throws: ``UnitProblems``; what `run` throws.
  static func sheet(_ bytes: [UInt8], _ run: CommandRun) throws -> any UnitSource {
    try run.withProgress("reading", "bytes") { show in
      let progress = { (done: Int) in try show(Int64(done), Int64(bytes.count)) }
      let table = try table(of: bytes, progress)
      var options = AdManagerSheet.Options(network: run.input[ImportOptions.network])
      options.takesNames = run.input[ImportOptions.namesAsCodes]
      options.takesRequestedSizes = run.input[ImportOptions.requestedSizes]
      for (title, meaning) in run.input.all(ImportOptions.column) {
        options.titles[title] = meaning
      }
      // Reports begin with lines about themselves.
      let early = (0..<min(30, table.count)).map { (index: $0, cells: table.record(at: $0).cells) }
      let named = run.input[ImportOptions.columns]
      let template = try template(run)
      if let columns = named ?? template?.columns {
        let head = early.first { $0.cells.map(\.trimmedCell) == template?.titles }?.index
        return try foreign(
          AdManagerSheet(table, below: head, columns: columns, options, progress: progress), run)
      }
      let head = early.first { _, cells in
        AdManagerTitle.areHead(cells) || cells.contains { options.titles[$0.foldedTitle] != nil }
          || options.takesNames && AdManagerTitle.isReport(cells)
      }
      if let head {
        return try foreign(
          AdManagerSheet(table, below: head.index, options, progress: progress), run)
      }
      if let refusal = refusal(of: table, early.map(\.cells)) { throw refusal }
      let form = InventorySheet(
        leavesOutUnknown: run.input[ImportOptions.skipUnknown],
        hasDecimalComma: table.hasDecimalComma)
      return try UnitSheet(table, form, progress: progress)
    }
  }

  /// What a report of Ad Manager says, for a command that compares with it.
  /// - Throws: ``Failure`` with `badData` for a file that is none; what reading meets.
  static func adManagerRows(in path: String, _ run: CommandRun) throws -> [ForeignUnit] {
    try reading([path], run, "cannot be read") {
      let table = try table(of: run.read(path, atMost: .inventory)) { _ in }
      let head = (0..<min(30, table.count)).first {
        AdManagerTitle.areHead(table.record(at: $0).cells)
      }
      guard let head else {
        throw Failure(
          .badData,
          "\(name(of: [path])) is no report of Ad Manager with the codes of its ad units.",
          try: "a report with the dimension 'Ad unit code' and its levels")
      }
      return try AdManagerSheet(table, below: head, AdManagerSheet.Options()) { _ in }.rows
    }
  }

  private static func table(
    of bytes: [UInt8], _ progress: (_ done: Int) throws -> Void
  ) throws -> SpreadsheetTable {
    do {
      return try SpreadsheetTable(bytes, progress: progress)
    } catch let error as SpreadsheetTable.Malformed {
      var problems = UnitProblems(advice: UnitProblems.cellAdvice)
      problems.note(error.line, because: error.reason)
      throw problems
    }
  }

  /// A network's own sample of the file for creating units, where one was given.
  /// - Throws: ``Failure`` with `badData` for a file that is none; what reading meets.
  static func template(_ run: CommandRun) throws -> AdManagerTemplate? {
    try run.input[ImportOptions.sample].map { path in
      try reading([path], run, "cannot be read") {
        try AdManagerTemplate(table(of: run.read(path)) { _ in }, named: path)
      }
    }
  }

  private static func foreign(_ sheet: AdManagerSheet, _ run: CommandRun) throws -> any UnitSource {
    let titles =
      sheet.leftOut.isEmpty ? "" : "; left out: \(sheet.leftOut.joined(separator: ", "))"
    try run.note("read as ad units of Ad Manager\(titles)")
    if !sheet.unread.isEmpty { try run.note("in cells\(words(for: sheet.unread))") }
    return try units(
      sheet.rows, in: [], unitingSizes: sheet.unitesSizes, advice: UnitProblems.cellAdvice, run)
  }

  private static func units(
    _ rows: [ForeignUnit], in bytes: [UInt8], unitingSizes: Bool = false, advice: String,
    _ run: CommandRun
  ) throws -> ForeignUnits {
    try ForeignUnits(
      rows, in: bytes, naming: run.input[ImportOptions.idFrom], unitingSizes: unitingSizes,
      leavesAlone: run.input[ImportOptions.leaves], advice: advice)
  }

  /// What was left out, each with how often it was there.
  private static func words(for leftOut: [String: Int]) -> String {
    if leftOut.isEmpty { return "" }
    let words = leftOut.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)×" }
    return "; left out: \(words.joined(separator: ", "))"
  }

  /// Why a file with rows is none of units that can be read; nil where it may be one with our columns.
  private static func refusal(of table: SpreadsheetTable, _ early: [[String]]) -> UnitProblems? {
    var problems = UnitProblems(advice: UnitProblems.cellAdvice)
    guard let first = early.first else { return nil }
    let line = table.record(at: 0).line
    let isOfSellers = early.contains { cells in
      cells.count >= 3 && ["DIRECT", "RESELLER"].contains(cells[2].trimmedCell.uppercased())
    }
    if isOfSellers {
      problems.note(line, because: "this says who may sell, as ads.txt does, and names no ad units")
    } else if AdManagerTitle.isReport(first) {
      problems.note(
        line,
        because:
          "this report of Ad Manager does not say 'Ad unit code'; add that to its dimensions, or say "
          + "--names-as-codes where names and codes are the same")
    } else if let columns = guessedColumns(of: table) {
      problems.note(
        line,
        because: "looks like a unit, not like titles; if so, name the columns: --columns \(columns)"
      )
    } else {
      return nil
    }
    return problems
  }

  /// The columns of a file without titles, as far as its cells show them: sizes, and a code that is on
  /// each line once; nil where they show neither.
  private static func guessedColumns(of table: SpreadsheetTable) -> String? {
    let records = (0..<min(1_000, table.count)).map {
      table.record(at: $0).cells.map(\.trimmedCell)
    }
    .filter { $0.first?.hasPrefix("#") == false }
    guard let width = records.map(\.count).max() else { return nil }
    func cells(_ column: Int) -> [String] {
      records.compactMap { column < $0.count ? $0[column] : nil }
    }
    func areSizes(_ cells: [String]) -> Bool {
      let said = cells.filter { !$0.isEmpty }
      return !said.isEmpty && said.allSatisfy { (try? WrittenSizes($0))?.sizes.isEmpty == false }
    }
    guard let sizes = (0..<width).first(where: { areSizes(cells($0)) }) else { return nil }
    let code = (0..<width).first { column in
      let said = cells(column)
      return column != sizes && said.count == records.count && Set(said).count == said.count
        && said.allSatisfy { !$0.isEmpty && $0.utf8.count <= 100 && !$0.contains(" ") }
    }
    guard let code else { return nil }
    return (0..<width).map { $0 == code ? "code" : $0 == sizes ? "sizes" : "-" }
      .joined(separator: ",")
  }
}
