// SPDX-License-Identifier: MIT
import AdModel
package import AdSystem

// What a command writes never costs anybody a file: a slip of a path, or of a completion, is all it takes.
extension CommandRun {
  /// Refuses to begin where an option names something that must not be replaced: the database in use,
  /// another one, or what SQLite keeps beside one.
  /// - Throws: ``Failure`` with `cannotCreate`.
  func requireWritable() throws {
    // A folder is not where a file is, whatever becomes of it.
    for place in input.places
    where (place.completion.isWritten || place.completion == .folder) && place.value != "-" {
      try requireNoDatabase(at: place.value)
    }
  }

  /// Writes what an option has a command draw or record: a picture, a trace.
  /// - Parameter file: Where to; `-` is standard output.
  /// - Throws: As ``write(_:toFile:wasRead:)``.
  func writeOutput(_ bytes: [UInt8], to file: String) throws {
    if file == "-" { return try output.write(bytes: bytes) }
    if isDryRun { return try note("would write \(file)") }
    try write(marked(bytes), toFile: file)
    try note("wrote \(file)")
  }

  /// A page, a picture or a script with a comment that says which command wrote it.
  func marked(_ bytes: [UInt8], isScript: Bool = false) -> [UInt8] {
    WrittenKind.marked(bytes, "adview-admin \(path.joined(separator: " "))", isScript: isScript)
  }

  /// Writes a file for its owner alone: what is there is replaced where it is an earlier output of this
  /// kind, or where `--force` says so.
  /// - Parameters:
  ///   - path: The file; a device or a pipe is written to.
  ///   - wasRead: Whether what is there has been understood as an earlier output.
  /// - Throws: ``Failure`` with `cannotCreate`; `FileError`.
  func write(_ bytes: [UInt8], toFile path: String, wasRead: Bool = false) throws {
    try requireNoDatabase(at: path)
    if !wasRead, !input[GlobalOptions.force],
      let there = try host.files.beginning(of: path, count: WrittenKind.length),
      !WrittenKind.isSame(there, bytes)
    {
      throw Failure(
        .cannotCreate, "\(path.quotedForDisplay) holds something else than this command writes.",
        try: again(with: "--force"))
    }
    try host.files.write(bytes, to: path, for: .owner)
  }

  /// Refuses a file that is there, in place of which nothing is written.
  /// - Parameter what: What would be written: `a backup`.
  /// - Throws: ``Failure`` with `cannotCreate`.
  func requireNew(_ path: String, _ what: String) throws(Failure) {
    guard host.files.exists(path) else { return }
    throw Failure(
      .cannotCreate, "\(path.quotedForDisplay) exists already; \(what) replaces nothing.",
      try: "another name")
  }

  /// Makes sure that a file or folder can be made, by beginning one beside it and taking that away
  /// again: a dry run fails where the real run would.
  /// - Parameter path: Where it would stand.
  /// - Throws: ``FileError`` with what the real run would say.
  package func requireCreatable(_ path: String, isFolder: Bool = false) throws(FileError) {
    do throws(FileLayerError) {
      _ = try Draft(of: path, permissions: 0o700, isFolder: isFolder, layer: host.files.layer)
    } catch {
      throw FileError(error, path)
    }
  }

  private static let sqliteHeader = Array("SQLite format 3\0".utf8)
  private static let companions = ["-wal", "-shm", "-journal"]

  private func requireNoDatabase(at path: String) throws {
    let database = try databasePath
    var target = path
    if case .file(let file)? = try? host.files.layer.destination(of: path) { target = file }
    if host.files.isSame(target, as: database) {
      throw refusal(path, "is the database")
    }
    if try isDatabase(target) { throw refusal(path, "is a database") }
    for companion in Self.companions {
      guard target.hasSuffix(companion) else { continue }
      let base = String(target.dropLast(companion.count))
      guard try host.files.isSame(base, as: database) || isDatabase(base) else { continue }
      throw refusal(path, "belongs to the database \(base.quotedForDisplay)")
    }
  }

  private func isDatabase(_ path: String) throws -> Bool {
    try host.files.beginning(of: path, count: Self.sqliteHeader.count) == Self.sqliteHeader
  }

  private func refusal(_ path: String, _ what: String) -> Failure {
    Failure(
      .cannotCreate, "\(path.quotedForDisplay) \(what), which no output replaces.",
      try: "another file name")
  }
}
