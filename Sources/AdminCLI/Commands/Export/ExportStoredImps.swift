// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// `export prebid`.
enum ExportStoredImps {
  static let out = Option(
    "out", .outputFolder, "The folder of stored impressions; what its files say besides stays.")
  static let over = Option(
    "over", .file,
    "Without --out: the document or folder whose impressions keep what they say besides.")
  static let remove = Flag(
    "remove", "Take away the files of archived units; in a document, mark them as deleted.")

  static let command = Command(
    "prebid", "Write ad units as stored impressions of Prebid Server.",
    details: """
      With --out, one file for each active unit that has a size in points, called like its id \
      (stored_imps/ID.json). A file that is there keeps everything but sizes, path and media: above all \
      its bidders, which stand there and nowhere here. It is not even written where it says the same \
      already. New files have no bidders, and are named. Other files, and those of units that are not \
      active, stay as they are. With --dry-run, what would be written is only told.

      Without --out, one document as the HTTP form has it: {"requests":{},"imps":{ID:IMP}}, over the \
      impressions of --over where that is given.

      Native formats are for whoever bids to write: 'fluid' is left to them.
      """,
    effect: .changes,
    output: .forms([
      OutputForm("with --out", .words),
      OutputForm("without it", .foreign("stored impressions, as JSON")),
    ]), options: [out, over, remove],
    examples: [
      Example(
        "export prebid --out stored_requests/data/by_id/stored_imps", "Files for Prebid Server."),
      Example("export prebid --out stored_imps --dry-run", "Which files that would write."),
      Example("export prebid --over imps.json > new-imps.json", "The HTTP form, with its bidders."),
    ]
  ) { run in
    let folder = run.input[out].flatMap { $0 == "-" ? nil : $0 }
    if folder != nil, run.input[over] != nil {
      throw Failure(.usage, "the files of --out keep what they say; --over is for a document.")
    }
    var units: [InventoryUnit] = []
    var everything = InventoryFilter.standard
    everything.statuses = [.active, .archived]
    try run.readInventory { inventory in
      try run.withRows("reading", "units") { next in
        try inventory.forEachUnit(matching: everything) { unit in
          try next()
          units.append(unit)
        }
      }
    }
    if let folder {
      try write(units, into: InventoryFile.storedImpsFolder(folder, run), run)
    } else {
      try write(units, run)
    }
  }

  /// What is made of each unit's impression.
  private struct Made {
    var imps: [(id: AdUnitID, imp: JSONValue, isNew: Bool, isChanged: Bool)] = []
    var withoutSize: [AdUnitID] = []

    /// - Parameter existing: What is stored under an id.
    init(_ units: [InventoryUnit], over existing: (AdUnitID) throws -> JSONValue?) throws {
      for unit in units where unit.status == .active {
        let there = try existing(unit.id)
        if let imp = try StoredImpWriter.imp(of: unit, over: there) {
          imps.append((unit.id, imp, there == nil, imp != there))
        } else {
          withoutSize.append(unit.id)
        }
      }
    }

    func tell(_ run: CommandRun) throws {
      let new = imps.filter(\.isNew).map(\.id)
      if !new.isEmpty { try run.note("new, and without bidders: \(new.listed)") }
      if !withoutSize.isEmpty {
        try run.note("left out, for they have no size: \(withoutSize.listed)")
      }
    }
  }

  // MARK: Files

  private static func write(
    _ units: [InventoryUnit], into folder: String, _ run: CommandRun
  ) throws {
    try refuseNames(of: units.filter { $0.status == .active }.map(\.id))
    let files = run.host.files
    let names = Set(try files.layer.names(in: folder) ?? [])
    func file(_ id: AdUnitID) -> String { FileLayer.path("\(id).json", in: folder) }
    var isOneLine: [AdUnitID: Bool] = [:]
    let made = try Made(units) { id in
      try run.checkInterruption()
      guard names.contains("\(id).json") else { return nil }
      let bytes = try files.read(file(id), atMost: InputLimit.document.bytes)
      isOneLine[id] = !bytes.dropLast().contains(UInt8(ascii: "\n"))
      return try read(bytes, "\(id).json").value
    }
    let isNew = names.isEmpty && !files.exists(folder)
    if isNew, run.isDryRun { try run.requireCreatable(folder, isFolder: true) }
    if isNew, !run.isDryRun { try files.makeFolder(folder) }
    let changed = made.imps.filter(\.isChanged)
    for (id, imp, _, _) in changed {
      guard !run.isDryRun else {
        try run.note("would write \(file(id).quotedForDisplay)")
        continue
      }
      let text = try imp.text(isOneLine[id] == true ? .compact : .pretty)
      try files.write(Array("\(text)\n".utf8), to: file(id), for: .everyone)
    }
    var removed: [AdUnitID] = []
    for unit in units where unit.status == .archived && names.contains("\(unit.id).json") {
      removed.append(unit.id)
      if run.input[remove], !run.isDryRun { try remove(file(unit.id), run) }
    }
    let wrote = run.isDryRun ? "would write" : "wrote"
    try run.note(
      "\(wrote) \(changed.count.counted("file")) to \(folder); \(made.imps.count - changed.count) said so already"
    )
    try made.tell(run)
    if !removed.isEmpty {
      try run.note(
        (run.input[remove]
          ? "\(run.isDryRun ? "would remove" : "removed") what archived units had there: "
          : "archived units that have files there: ")
          + removed.listed + (run.input[remove] ? "" : "; --remove takes them away"))
    }
  }

  private static func remove(_ file: String, _ run: CommandRun) throws {
    do throws(FileLayerError) {
      try run.host.files.layer.delete(file)
    } catch {
      throw Failure(
        .inputOutput, "cannot remove \(file.quotedForDisplay): \(error.reason).",
        try: "the same command again, once you may write in its folder")
    }
  }

  /// Refuses ids that cannot be names of files.
  private static func refuseNames(of ids: [AdUnitID]) throws {
    var folded: [String: AdUnitID] = [:]
    var refused: [AdUnitID] = []
    for id in ids {
      let text = id.rawValue
      let twin = folded.updateValue(id, forKey: text.lowercased())
      if text.contains("/") || text.contains("\\") || text.hasPrefix(".") || twin != nil {
        refused.append(id)
      }
    }
    guard refused.isEmpty else {
      throw Failure(
        .badData,
        "\(refused.count.counted("id")) cannot be the name of a file of its own, and go into a document alone: "
          + "\(refused.listed). Nothing was written.",
        try: "adview-admin export prebid")
    }
  }

  private static func read(_ bytes: [UInt8], _ name: String) throws -> JSONNode {
    do {
      return try JSONNode(JSONReader.read(bytes)).object()
    } catch {
      throw Failure(
        .badData,
        "\(name.quotedForDisplay) is no stored impression: \(error). Nothing was written.",
        try: "correct the file, or move it away")
    }
  }

  // MARK: The HTTP form

  private static func write(_ units: [InventoryUnit], _ run: CommandRun) throws {
    var document: JSONValue = ["requests": [:], "imps": [:]]
    var imps: [JSONObject.Member] = []
    if let path = run.input[over] {
      if let files = try InventoryFile.storedImps(in: path, run) {
        imps = try files.map { file in
          .init(key: String(file.name.dropLast(5)), value: try read(file.bytes, file.name).value)
        }
      } else {
        document = try read(run.read(path, atMost: .inventory), path).value
        guard case .object(let there)? = document.value(at: ["imps"]) else {
          throw Failure(
            .badData, "\(path.quotedForDisplay) has no member imps.",
            try: "a document such as 'export prebid' writes")
        }
        imps = there.members
      }
    }
    var places: [String: Int] = [:]
    for (place, member) in imps.enumerated() { places[member.key] = place }
    let made = try Made(units) { id in
      let there = places[id.rawValue].map { imps[$0].value }
      return there == .null ? nil : there
    }
    for (id, imp, _, _) in made.imps {
      if let place = places[id.rawValue] {
        imps[place].value = imp
      } else {
        imps.append(.init(key: id.rawValue, value: imp))
      }
    }
    if run.input[remove] {
      for unit in units where unit.status == .archived {
        if let place = places[unit.id.rawValue] { imps[place].value = ["deleted": true] }
      }
    }
    document.set(.object(JSONObject(distinct: imps)), at: ["imps"])
    try run.output.write(json: Array((try document.text(.pretty) + "\n").utf8))
    try made.tell(run)
  }
}
