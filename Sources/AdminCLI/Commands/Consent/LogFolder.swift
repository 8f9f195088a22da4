// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdSystem

/// A folder that a log is published in (c2sp.org/tlog-tiles).
struct LogFolder {
  /// What was published.
  struct Report: Sendable {
    let folder: String
    let head: LedgerHead
    let origin: String
    let key: String
    let written: Int
  }

  private let path: String
  private let holdsEntries: Bool
  private let run: CommandRun
  private var written = 0
  /// The folders that are known to be there.
  private var made: Set<String> = []

  private init(_ path: String, holdsEntries: Bool, _ run: CommandRun) {
    self.path = path
    self.run = run
    self.holdsEntries = holdsEntries
  }

  /// Publishes a ledger into a folder, which is made where it is missing.
  /// - Parameter holdsEntries: Whether it is an auditor's, with the entries and for its owner alone.
  /// - Throws: ``Failure`` with `answerIsNo` where another history was published there, with `busy`
  ///   where another process publishes to it, with `notFound` where there is nothing to publish.
  static func publish(
    _ ledger: borrowing PublishedLedger, to path: String, holdsEntries: Bool, _ signer: NoteKey,
    _ run: CommandRun
  ) throws -> Report {
    guard ledger.head.size > 0 else {
      throw Failure(
        .notFound, "the ledger has no entry yet.", try: "adview-admin consent set --help")
    }
    var folder = LogFolder(path, holdsEntries: holdsEntries, run)
    try folder.make(path)
    try SigningOptions.alone(in: path, run) { try folder.write(ledger, signer) }
    return Report(
      folder: path, head: ledger.head, origin: origin(of: ledger, signer),
      key: SignedNote.verifierKey(of: signer.key, name: signer.name), written: folder.written)
  }

  /// What the log is called in its checkpoint.
  private static func origin(of ledger: borrowing PublishedLedger, _ signer: NoteKey) -> String {
    "\(signer.name)/\(ledger.head.store)"
  }

  private mutating func write(_ ledger: borrowing PublishedLedger, _ signer: NoteKey) throws {
    let bundles = run.host.files.exists("\(path)/tile/entries")
    guard holdsEntries || !bundles else {
      throw Failure(
        .usage,
        "\(path.quotedForDisplay) holds entries: it is an auditor's, and not for the public.",
        try: run.again(with: "--entries"))
    }
    let before = try checkpoint()
    if let before {
      try require(before.head, isOf: ledger)
      try require(before.note, isCalled: Self.origin(of: ledger, signer))
    }
    let known = before?.head.size ?? 0
    for tile in LogTile.all(of: ledger.head.size) {
      try run.checkInterruption()
      let isNew = !tile.isFull(at: known)
      try put(tile.path, length: Int(tile.width) * 32, isNew: isNew) { try ledger.bytes(of: tile) }
      if holdsEntries, tile.level == 0 {
        try put(tile.entriesPath, length: nil, isNew: isNew) { try ledger.entries(of: tile) }
      }
    }
    // Where nothing was appended the checkpoint stays, with its time.
    if let before, before.head.size == ledger.head.size, signer.hasSigned(before.note) { return }
    let note = try signer.sign(ledger.head.checkpoint(name: signer.name)).document
    try run.host.files.write(
      Array(note.utf8), to: "\(path)/checkpoint", for: holdsEntries ? .owner : .everyone)
    written += 1
  }

  // MARK: What is there

  private func checkpoint() throws -> (note: SignedNote, head: LedgerHead)? {
    let file = "\(path)/checkpoint"
    guard run.host.files.exists(file) else { return nil }
    let bytes = try run.host.files.read(file, atMost: InputLimit.line.bytes)
    guard let note = SignedNote(document: bytes), let head = LedgerHead(checkpoint: note.text)
    else {
      throw Failure(
        .badData, "\(file.quotedForDisplay) is no checkpoint of a consent ledger.",
        try: "put back the file as it was published, or publish to another folder")
    }
    return (note, head)
  }

  /// Refuses to go on from another history.
  private func require(_ there: LedgerHead, isOf ledger: borrowing PublishedLedger) throws {
    let root = try there.store == ledger.head.store ? ledger.root(over: there.size) : nil
    if root == there.root { return }
    let theirs = "\(there.size.counted("entry", "entries")) with the root \(there.root.hex)"
    let own: String
    if there.store != ledger.head.store {
      own = "this ledger is of another store, \(ledger.head.store), and that is of \(there.store)"
    } else if let root {
      own = "this ledger's first \(there.size) have the root \(root.hex)"
    } else {
      own = "this ledger has \(ledger.head.size), with the root \(ledger.head.root.hex)"
    }
    throw Failure(
      .answerIsNo,
      "views are split: \(path.quotedForDisplay) shows another history: \(theirs), and \(own). Nothing was "
        + "published; keep its checkpoint, which with your own head is the proof.",
      try: "adview-admin consent verify --head \("\(path)/checkpoint".quotedForShell)")
  }

  /// Refuses to give a log another name: whoever follows it would take it for another log.
  private func require(_ there: SignedNote, isCalled origin: String) throws {
    guard let name = there.text.split(separator: "\n").first, name != origin else { return }
    throw Failure(
      .usage,
      "the log in \(path.quotedForDisplay) is called \(String(name).quotedForDisplay), and not \(origin.quotedForDisplay).",
      try: "the --name that it was published with, or another folder")
  }

  /// Writes a file unless it is there as it has to be.
  /// - Parameters:
  ///   - length: How long it has to be; nil where that is not known beforehand.
  ///   - isNew: Whether it may not be there yet, or may be otherwise.
  private mutating func put(
    _ name: String, length: Int?, isNew: Bool, _ bytes: () throws -> [UInt8]
  ) throws {
    let file = "\(path)/\(name)"
    if !isNew, let there = run.host.files.status(of: file),
      length == nil || there.bytes == Int64(length ?? 0)
    {
      return
    }
    let bytes = try bytes()
    if run.host.files.exists(file),
      try run.host.files.read(file, atMost: InputLimit.document.bytes) == bytes
    {
      return
    }
    var parents: [String] = []
    for part in name.split(separator: "/").dropLast() {
      parents.append(String(part))
      try make("\(path)/\(parents.joined(separator: "/"))")
    }
    try run.host.files.write(bytes, to: file, for: holdsEntries ? .owner : .everyone)
    written += 1
  }

  private mutating func make(_ folder: String) throws {
    guard made.insert(folder).inserted else { return }
    do {
      try run.host.files.layer.makeFolder(folder, permissions: holdsEntries ? 0o700 : 0o755)
    } catch {
      throw FileError(error, folder)
    }
  }
}

extension LogTile {
  /// Whether it was published with a log of that size, and has not changed since.
  fileprivate func isFull(at size: Int64) -> Bool {
    width == Self.fullWidth && size >> treeLevel >= firstHash + Self.fullWidth
  }
}
