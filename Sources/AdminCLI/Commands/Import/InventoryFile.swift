// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// A file with an inventory, in any of the forms that `import inventory` and `diff` read.
enum InventoryFile {
  /// A document of ours, which is read over the inventory that it is compared with.
  case document([UInt8])
  /// Units alone: a spreadsheet, a file of Ad Manager, stored impressions.
  case units(any UnitSource)

  /// What names the columns and the network of a file that is not ours.
  static let options: [any DeclaresOption] = [ImportOptions.skipUnknown, ImportOptions.network]

  /// Reads a file, finds out its form, and tells what it was taken for where it is not ours.
  /// - Parameter path: The file; `-` for standard input.
  /// - Throws: ``UnitProblems``; what reading meets; ``ChannelError`` with `interrupted`.
  init(_ path: String, _ run: CommandRun) throws {
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
      let imps = try StoredImps(node, in: bytes, fileName: path)
      try run.note("read as \(imps.name)")
      self = .units(imps)
      return
    }
    self = .document(bytes)
  }

  private static func sheet(_ bytes: [UInt8], _ run: CommandRun) throws -> UnitSheet {
    let sheet = try run.withProgress("reading", "bytes") { show in
      try UnitSheet(
        bytes, skippingUnknown: run.input[ImportOptions.skipUnknown],
        network: run.input[ImportOptions.network]
      ) { try show(Int64($0), Int64(bytes.count)) }
    }
    guard sheet.isAdManagers else { return sheet }
    let columns =
      sheet.leftOut.isEmpty ? "" : "; left out: \(sheet.leftOut.joined(separator: ", "))"
    try run.note("read as \(sheet.name)\(columns)")
    if sheet.lacksNetwork {
      try run.note("no paths are set, for the file does not say of which network; --network does")
    }
    return sheet
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
