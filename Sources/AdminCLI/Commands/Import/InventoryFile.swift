// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// A file with an inventory, in any of the forms that `import inventory` and `diff` read.
enum InventoryFile {
  /// A document of ours, which is read over the inventory that it is compared with.
  case document([UInt8])
  /// Units alone: a spreadsheet, a file of Ad Manager, stored impressions.
  case units(any UnitSource)

  /// What names the columns and the network of a file that is not ours.
  static let options: [any DeclaresOption] = [ImportOptions.skipUnknown, ImportOptions.network]

  /// Reads a file, finds out its form, and tells what it was taken for where it is not ours.
  /// - Parameter path: The file, or a folder of stored impressions; `-` for standard input.
  /// - Throws: ``UnitProblems``; what reading meets; ``ChannelError`` with `interrupted`.
  init(_ path: String, _ run: CommandRun) throws {
    if path != "-", let folder = try Self.storedImps(in: path, run) {
      self = .units(try Self.told(StoredImps(folder: folder), run))
      return
    }
    let bytes = try run.read(path, atMost: .inventory)
    let begin = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    guard begin == UInt8(ascii: "{") || begin == UInt8(ascii: "[") else {
      self = .units(try Self.sheet(bytes, run))
      return
    }
    let isNamed = bytes.prefix(200).split(separator: UInt8(ascii: "\"")).contains {
      $0.elementsEqual("adviewInventory".utf8)
    }
    try run.checkInterruption()
    if !isNamed, let node = try? JSONNode(JSONReader.read(bytes)), StoredImps.isForm(node) {
      try run.checkInterruption()
      let imps = try StoredImps(node, in: bytes, fileName: path == "-" ? nil : path)
      self = .units(try Self.told(imps, run))
      return
    }
    self = .document(bytes)
  }

  private static func told(_ imps: StoredImps, _ run: CommandRun) throws -> StoredImps {
    for note in imps.notes { try run.note(note) }
    return imps
  }

  /// Where Prebid Server's own folders have the impressions.
  private static let storedImpsFolders = [
    "stored_requests/data/by_id/stored_imps", "data/by_id/stored_imps", "stored_imps",
  ]

  /// The files of a folder with an impression each, not those of folders in it; nil where the path is
  /// no folder. Of a folder of Prebid Server, those of its impressions.
  private static func storedImps(in path: String, _ run: CommandRun) throws -> [FolderEntry]? {
    let layer = run.host.files.layer
    guard let names = try? layer.names(in: path) else { return nil }
    for inner in storedImpsFolders {
      let folder = FileLayer.path(inner, in: path)
      if (try? layer.names(in: folder)) != nil { return try storedImps(in: folder, run) }
    }
    let files = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    guard !files.isEmpty else {
      throw Failure(
        .badData, "\(path.quotedForDisplay) holds no file that ends in .json.",
        try: "a folder of stored impressions, such as stored_imps of Prebid Server")
    }
    var left = InputLimit.inventory.bytes
    return try run.withProgress("reading", "files") { show in
      try files.enumerated().map { place, name in
        try show(Int64(place), Int64(files.count))
        let file = FileLayer.path(name, in: path)
        let bytes = try run.host.files.read(file, atMost: left)
        left -= bytes.count
        return FolderEntry(name: name, bytes: bytes)
      }
    }
  }

  private static func sheet(_ bytes: [UInt8], _ run: CommandRun) throws -> any UnitSource {
    let network = run.input[ImportOptions.network]
    return try run.withProgress("reading", "bytes") { show in
      let progress = { (done: Int) in try show(Int64(done), Int64(bytes.count)) }
      var problems = UnitProblems(advice: UnitProblems.cellAdvice)
      let table: SpreadsheetTable
      do {
        table = try SpreadsheetTable(bytes, progress: progress)
      } catch let error as SpreadsheetTable.Malformed {
        problems.note(error.line, because: error.reason)
        throw problems
      }
      // Reports begin with lines about themselves.
      let head = (0..<min(30, table.count)).first {
        AdManagerSheet.isHead(table.record(at: $0).cells)
      }
      if let head {
        let sheet = try UnitSheet(
          table, below: head, AdManagerSheet(network: network), progress: progress)
        let columns =
          sheet.leftOut.isEmpty ? "" : "; left out: \(sheet.leftOut.joined(separator: ", "))"
        try run.note("read as ad units of Ad Manager\(columns)")
        if network == nil, sheet.columns.contains(where: { $0?.isOfPath == true }) {
          try run.note(
            "no paths are set, for the file does not say of which network; --network does")
        }
        return sheet
      }
      if table.count > 0, AdManagerSheet.isReport(table.record(at: 0).cells) {
        problems.note(
          table.record(at: 0).line,
          because:
            "this report of Ad Manager does not say 'Ad unit code'; add that to its dimensions")
        throw problems
      }
      let form = InventorySheet(
        leavesOutUnknown: run.input[ImportOptions.skipUnknown],
        hasDecimalComma: table.hasDecimalComma)
      return try UnitSheet(table, below: 0, form, progress: progress)
    }
  }

  /// What people call a file.
  static func name(of path: String) -> String {
    path == "-" ? "standard input" : path.quotedForDisplay
  }

  /// What to do about problems in a document of ours.
  static let documentAdvice = "compare it with what 'adview-admin export inventory' writes"

  /// Tells every problem on standard error.
  /// - Parameters:
  ///   - isCut: Whether there may be more.
  ///   - verdict: What is not done: `is not imported`.
  ///   - consequence: What else that means.
  /// - Throws: ``ChannelError``.
  static func refusal(
    _ problems: [String], isCut: Bool, of path: String, _ verdict: String,
    _ consequence: String = "", advice: String, _ run: CommandRun
  ) throws -> Failure {
    for problem in problems { try run.note("problem: \(problem)") }
    let number = problems.count.counted("problem") + (isCut ? " or more" : "")
    return Failure(
      .badData, "\(name(of: path)) \(verdict): \(number)\(consequence).", try: advice)
  }

  /// The first names of a list, and how many more there are.
  static func listed(_ names: [some TextIdentifier]) -> String {
    let shown = names.prefix(10).map(\.rawValue).joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
  }
}
