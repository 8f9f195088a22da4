// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite
public import AdUpdate

/// An update of the inventory over the air, without the network, which is the app's.
///
/// It asks for files of a publication, one after the other, and says whether there is a newer
/// generation. What is trusted is stored as it goes, so that an update that was cut off goes on
/// later. Nothing that arrives is believed before its signatures are checked.
///
/// ```swift
/// var update = try InventoryUpdate(of: database, trusting: root, at: .now, verifier: verifier)
/// var step = try update.begin()
/// while case .fetch(let file) = step {
///   step = try await update.take(fetch(host + file.path, atMost: file.atMost))
/// }
/// if case .ready(let publication) = step { try database.adopt(publication, at: .now) }
/// ```
///
/// Reads and writes the database: not for a page's thread.
public struct InventoryUpdate: Sendable {
  /// A file to fetch.
  public struct File: Hashable, Sendable {
    /// Its path below the publication's folder, percent-encoded.
    public let path: String
    /// How many bytes are taken at most: stop after one more, whatever the server offers.
    public let atMost: Int
  }

  /// The answer of a server.
  public enum Answer: Hashable, Sendable {
    /// What arrived, or one byte more than was asked for.
    case arrived([UInt8])
    /// The server says for sure that there is no such file: 404, no cut line. An update that gets no
    /// answer is let go of and begun again later.
    case missing
  }

  /// What comes next.
  public enum Step: Sendable {
    /// Fetch a file.
    case fetch(File)
    /// Nothing more to fetch: take this generation over.
    case ready(InventoryPublication)
    /// Nothing to do: the inventory is the newest generation, of this number.
    case current(Int64)
  }

  /// The target that is the whole document of a generation.
  package static let wholeName = "inventory.json"

  /// The target that leads from a generation to the newest.
  package static func differenceName(from generation: Int64) -> String { "from-\(generation).json" }

  /// The member of a target's `custom` that says its generation.
  package static let generationKey = "generation"

  private let database: AdDatabase
  private let start: Timestamp
  private var client: UpdateClient
  /// The root that was shipped, where it takes the place of what is stored.
  private var newRoot: [UInt8]?
  private var wanted: (generation: Int64, hash: ContentHash, isDifference: Bool)?

  /// Begins an update.
  /// - Parameters:
  ///   - database: The database that follows the publication, open for writing.
  ///   - root: The root that the app was shipped with: what every other key follows from. A newer
  ///     one than is trusted already takes its place; nil goes on with that.
  ///   - time: The time that expiry is judged by, to the end of the update.
  ///   - verifier: Who checks signatures.
  /// - Throws: ``StoreError``; `UpdateRefusal` for a root that is none.
  public init(
    of database: AdDatabase, trusting root: [UInt8]?, at time: Timestamp,
    verifier: any SignatureVerifier
  ) throws {
    var files = try database.read { connection in
      var files: [String: [UInt8]] = [:]
      var rows = try connection.statement("SELECT name, bytes FROM update_files").query()
      while try rows.next() { files[rows.row.text(0)] = rows.row.blob(1) }
      return files
    }
    var stored = try? UpdateClient(trusting: files, at: time, verifier: verifier)
    if let root {
      let shipped = try UpdateClient(trusting: ["root.json": root], at: time, verifier: verifier)
      if shipped.root.header.version > stored?.root.header.version ?? 0 { stored = nil }
      if stored == nil {
        files["root.json"] = root
        newRoot = root
      }
    }
    client = try stored ?? UpdateClient(trusting: files, at: time, verifier: verifier)
    self.database = database
    start = time
  }

  /// Says what to fetch first.
  /// - Throws: ``StoreError``.
  public mutating func begin() throws -> Step {
    if let newRoot {
      try database.write { connection in
        try connection.statement("INSERT OR REPLACE INTO update_files VALUES ('root.json', ?)")
          .run(newRoot)
      }
    }
    return try noting { update in try update.follow(update.client.refresh()) }
  }

  /// Takes the answer to what was to be fetched.
  /// - Throws: `UpdateRefusal` for what is not believed: the inventory stays as it is, the reason is
  ///   stored (``AdDatabase/updateStatus()``), and this update is over. ``StoreError``.
  public mutating func take(_ answer: Answer) throws -> Step {
    try noting { update in
      switch answer {
      case .arrived(let bytes):
        let step = try update.client.arrived(bytes)
        return try update.follow(step)
      case .missing:
        let step = try update.client.missing()
        return try update.follow(step)
      }
    }
  }

  private mutating func noting(_ body: (inout InventoryUpdate) throws -> Step) throws -> Step {
    do {
      return try body(&self)
    } catch let refusal as UpdateRefusal {
      try database.write { [start] connection in
        try connection.statement(
          """
          INSERT INTO update_state (one, refused_at, refusal) VALUES (1, ?1, ?2)
          ON CONFLICT (one) DO UPDATE SET refused_at = ?1, refusal = ?2
          """
        ).run(start.milliseconds, String(refusal.description.prefix(1000)))
      }
      throw refusal
    }
  }

  private mutating func follow(_ first: UpdateStep) throws -> Step {
    var step = first
    while true {
      switch step {
      case .fetch(let file):
        let folder = file.folder == .metadata ? "metadata" : "targets"
        return .fetch(File(path: "\(folder)/\(file.path)", atMost: file.atMost))
      case .store(let files):
        try database.write { connection in
          for file in files {
            if let bytes = file.bytes {
              try connection.statement("INSERT OR REPLACE INTO update_files VALUES (?, ?)")
                .run(file.name, bytes)
            } else {
              try connection.statement("DELETE FROM update_files WHERE name = ?").run(file.name)
            }
          }
        }
        step = try client.stored()
      case .refreshed:
        guard let next = try chooseTarget() else {
          let generation = try database.updateStatus().generation ?? 0
          try database.write { [start] connection in
            try connection.statement("UPDATE update_state SET checked_at = ?1").run(
              start.milliseconds)
          }
          return .current(generation)
        }
        step = try client.fetch(next)
      case .delivered(let bytes):
        guard let wanted else { preconditionFailure("a target was chosen before it arrived") }
        return .ready(
          InventoryPublication(
            generation: wanted.generation, hash: wanted.hash, bytes: bytes,
            isDifference: wanted.isDifference))
      case .found: preconditionFailure("nothing was looked for")
      }
    }
  }

  /// The difference from the generation that is here, else the whole; nil where that is the newest.
  private mutating func chooseTarget() throws -> TargetFile? {
    guard let targets = client.targets, let whole = targets[Self.wholeName],
      let digits = whole.hashes.first(where: { $0.function == "sha256" })?.digits,
      let hash = ContentHash(hex: digits),
      case .integer(let generation)? = whole.custom[Self.generationKey], generation > 0
    else {
      throw UpdateRefusal(
        .unlisted, Self.wholeName, "the publication describes no generation of an inventory")
    }
    let here = try database.updateStatus().generation
    if here == generation { return nil }
    let difference = here.flatMap { targets[Self.differenceName(from: $0)] }
    wanted = (generation, hash, difference != nil)
    return difference ?? whole
  }
}
