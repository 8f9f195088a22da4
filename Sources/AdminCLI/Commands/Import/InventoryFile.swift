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

  /// What names the columns and the network of a file that is not ours, and how its units are called.
  static let options: [any DeclaresOption] = [
    ImportOptions.skipUnknown, ImportOptions.network, ImportOptions.columns, ImportOptions.sample,
    ImportOptions.column, ImportOptions.namesAsCodes, ImportOptions.requestedSizes,
    ImportOptions.idFrom, ImportOptions.leaves,
  ]

  /// Reads a file, finds out its form, and tells what it was taken for where it is not ours.
  /// - Parameter paths: The file, or a folder of stored impressions, or several of their files; `-` for
  ///   standard input.
  /// - Throws: ``UnitProblems``; what reading meets; ``ChannelError`` with `interrupted`.
  init(_ paths: [String], _ run: CommandRun) throws {
    guard paths.count == 1, let path = paths.first else {
      self = .units(try Self.told(StoredImps(folder: Self.storedImps(in: paths, run)), run))
      return
    }
    if let folder = try Self.storedImps(in: path, run) {
      self = .units(try Self.told(StoredImps(folder: folder), run))
      return
    }
    let bytes = try run.read(path, atMost: .inventory)
    let begin = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    // A workbook of a spreadsheet program begins with no text at all.
    guard begin == UInt8(ascii: "{") || begin == UInt8(ascii: "[") else {
      self = .units(try Self.sheet(bytes, run))
      return
    }
    let isNamed = bytes.prefix(200).split(separator: UInt8(ascii: "\"")).contains {
      $0.elementsEqual("adviewInventory".utf8)
    }
    try run.checkInterruption()
    if !isNamed, let node = try? JSONNode(JSONReader.read(bytes)) {
      try run.checkInterruption()
      if let source = try Self.objects(node, in: bytes, run) {
        self = .units(source)
        return
      }
      guard StoredImps.isForm(node) else {
        self = .document(bytes)
        return
      }
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

  /// The folder with the impressions: of a folder of Prebid Server, the one in it.
  static func storedImpsFolder(_ path: String, _ run: CommandRun) -> String {
    let inner = storedImpsFolders.lazy.map { FileLayer.path($0, in: path) }.first {
      (try? run.host.files.layer.names(in: $0)) != nil
    }
    return inner.map { storedImpsFolder($0, run) } ?? path
  }

  /// The files of a folder with an impression each, not those of folders in it; nil where the path is
  /// no folder. Of a folder of Prebid Server, those of its impressions.
  static func storedImps(in given: String, _ run: CommandRun) throws -> [FolderEntry]? {
    let path = storedImpsFolder(given, run)
    guard given != "-", let names = try? run.host.files.layer.names(in: path) else { return nil }
    let files = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    guard !files.isEmpty else {
      throw Failure(
        .badData, "\(path.quotedForDisplay) holds no file that ends in .json.",
        try: "a folder of stored impressions, such as stored_imps of Prebid Server")
    }
    return try storedImps(in: files.map { FileLayer.path($0, in: path) }, run)
  }

  /// Files with an impression each, which together are no longer than one inventory may be.
  private static func storedImps(in files: [String], _ run: CommandRun) throws -> [FolderEntry] {
    var left = InputLimit.inventory.bytes
    return try run.withProgress("reading", "files") { show in
      try files.enumerated().map { place, file in
        try show(Int64(place), Int64(files.count))
        guard file.hasSuffix(".json") else {
          throw Failure(
            .usage,
            "\(name(of: [file])) is not called like a stored impression, and nothing else is read from "
              + "several files.", try: "one file at a time")
        }
        let bytes = try run.host.files.read(file, atMost: left)
        left -= bytes.count
        return FolderEntry(
          name: file.split(separator: "/").last.map(String.init) ?? file, bytes: bytes)
      }
    }
  }

  /// What people call the files.
  static func name(of paths: [String]) -> String {
    paths.count == 1 ? CommandRun.name(of: paths[0]) : paths.count.counted("file")
  }

  /// What to do about problems in a document of ours.
  private static let documentAdvice = "compare it with what 'adview-admin export inventory' writes"

  /// Reads files, and tells every problem in them on standard error.
  /// - Parameters:
  ///   - verdict: What is not done with files that are wrong: `cannot be imported`.
  ///   - consequence: What else that means.
  /// - Throws: ``Failure`` with `badData`; what `body` throws else.
  static func reading<Result>(
    _ paths: [String], _ run: CommandRun, _ verdict: String, _ consequence: String = "",
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let problems as UnitProblems {
      throw try refusal(
        problems.all, isCut: problems.isCut, of: paths, verdict, consequence,
        advice: problems.advice, run)
    } catch let error as InventoryDocumentError {
      throw try refusal(
        error.problems.map { "\($0)" }, isCut: error.isCut, of: paths, verdict, consequence,
        advice: documentAdvice, run)
    }
  }

  private static func refusal(
    _ problems: [String], isCut: Bool, of paths: [String], _ verdict: String,
    _ consequence: String, advice: String, _ run: CommandRun
  ) throws -> Failure {
    for problem in problems { try run.note("problem: \(problem)") }
    let number = problems.count.counted("problem") + (isCut ? " or more" : "")
    return Failure(.badData, "\(name(of: paths)) \(verdict): \(number)\(consequence).", try: advice)
  }
}
