// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem
import AdUpdate

/// Looks at all of a folder that phones follow.
struct PublicationCheck {
  /// Something that is wrong.
  struct Problem: Sendable {
    /// The file, below the folder.
    let file: String
    /// What is wrong with it.
    let problem: String
  }

  private let path: String
  private let run: CommandRun
  private(set) var problems: [Problem] = []
  /// The generation that is there.
  private(set) var generation: Int64 = 0
  /// How many differences lead to it.
  private(set) var differenceCount = 0

  init(_ path: String, _ run: CommandRun) {
    self.path = path
    self.run = run
  }

  private mutating func note(_ file: String, _ problem: String) {
    problems.append(Problem(file: file, problem: problem))
  }

  /// Checks everything.
  /// - Parameter root: The root that is trusted first.
  /// - Throws: `FileError`; ``Failure``.
  mutating func check(from root: [UInt8]) throws {
    do {
      var client = try UpdateClient(
        trusting: ["root.json": root], at: run.now, verifier: try OpenSSL())
      var step = client.refresh()
      while step != .refreshed {
        switch step {
        case .fetch(let file):
          let place = "\(path)/metadata/\(file.path)"
          step =
            run.host.files.exists(place)
            ? try client.arrived(
              try run.host.files.beginning(of: place, count: file.atMost + 1) ?? [])
            : try client.missing()
        default: step = try client.stored()
        }
      }
      guard let targets = client.targets else { return }
      try check(targets)
    } catch let refusal as UpdateRefusal {
      note("metadata/\(refusal.file)", refusal.reason)
    }
    try lookForStrangers()
  }

  private mutating func check(_ targets: TargetsMetadata) throws {
    let folder = try PublishedFolder(path, run)
    guard let newest = PublishedFolder.Generation(targets) else {
      return note("metadata/targets.json", "describes no generation of an inventory")
    }
    generation = newest.number
    let place = PublishedFolder.place(of: newest.file)
    guard let whole = try folder.bytes(of: newest.file) else {
      return note(place, "is not there, or not the one that was signed")
    }
    do {
      // What is read and written again is the same: there is nothing in it that is not published.
      guard try PublishedInventory(document: whole).document() == whole else {
        return note(place, "holds something that this program would not publish")
      }
    } catch let error as InventoryDocumentError {
      note(place, error.problems.first?.description ?? "cannot be read")
    }
    var beginnings: [String: PublishedFolder.Generation] = [:]
    try folder.forEachGeneration { old in
      beginnings[PublishedGeneration.differenceName(from: old.number)] = old
      return beginnings.count < targets.targets.count
    }
    for file in targets.targets where file.path != PublishedGeneration.wholeName {
      try run.checkInterruption()
      let place = PublishedFolder.place(of: file)
      guard let bytes = try folder.bytes(of: file) else {
        note(place, "is not there, or not the one that was signed")
        continue
      }
      guard let old = beginnings[file.path], let inventory = try folder.inventory(of: old) else {
        note(place, "leads from a generation that is not there")
        continue
      }
      differenceCount += 1
      let result = try? inventory.applying(difference: bytes).document()
      if result != whole { note(place, "does not lead to generation \(generation)") }
    }
  }

  /// Names what is in the folders and was never published by this program.
  private mutating func lookForStrangers() throws {
    let layer = run.host.files.layer
    for name in try layer.names(in: "\(path)/metadata") ?? [] {
      let isOurs =
        name == "timestamp.json"
        || [".root.json", ".snapshot.json", ".targets.json"].contains {
          name.hasSuffix($0) && Int64(name.dropLast($0.utf8.count)) != nil
        }
      if !isOurs { note("metadata/\(name)", "does not belong there") }
    }
    for name in try layer.names(in: "\(path)/targets") ?? [] {
      let parts = name.split(separator: ".", maxSplits: 1)
      let isOurs =
        parts.count == 2 && ContentHash(hex: parts[0]) != nil
        && (parts[1] == PublishedGeneration.wholeName
          || parts[1].hasPrefix("from-") && parts[1].hasSuffix(".json"))
      if !isOurs { note("targets/\(name)", "does not belong there") }
    }
  }
}
