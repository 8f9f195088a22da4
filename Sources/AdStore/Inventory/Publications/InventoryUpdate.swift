// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite
public import AdUpdate

/// An update of the inventory over the air, without the network, which is the app's.
///
/// It asks for files of a publication, one after the other, and says whether there is a newer
/// generation. What is trusted is stored as it goes, and so is what arrived of a file whose line was
/// cut: an update that was cut off goes on later where it was. Nothing that arrives is believed before
/// its signatures are checked.
///
/// ```swift
/// var update = try InventoryUpdate(of: database, trusting: root, at: .now, verifier: verifier)
/// var step = try update.begin()
/// while case .fetch(let file) = step {
///   step = try await update.take(fetch(host + file.path, from: file.offset, atMost: file.atMost))
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
    /// How many bytes of it are here already: ask for those behind (`Range: bytes=OFFSET-`) where
    /// that is not 0.
    public let offset: Int
    /// How many bytes are taken at most, from the offset on: stop after one more, whatever the server
    /// offers.
    public let atMost: Int
  }

  /// The answer of a server. Cases may be added: `switch` over it with a `default`.
  public enum Answer: Hashable, Sendable {
    /// What arrived, or one byte more than was asked for. It begins where the server says: at the
    /// offset in an answer 206, at 0 in an answer 200, which gives the whole file whatever was asked.
    case arrived([UInt8], from: Int = 0)
    /// What arrived before the line was cut. What comes next is the rest of the same file; how often
    /// that is tried is the app's to say.
    case cut([UInt8], from: Int = 0)
    /// The server says for sure that there is no such file: 404, no cut line. An update that gets no
    /// answer is let go of and begun again later.
    case missing
  }

  /// What comes next. Cases may be added: `switch` over it with a `default`.
  public enum Step: Sendable {
    /// Fetch a file, or the rest of it.
    case fetch(File)
    /// Nothing more to fetch: take this generation over.
    case ready(InventoryPublication)
    /// Nothing to do: the inventory is the newest generation, of this number.
    case current(Int64)
  }

  /// What is fetched, and which generation was here then.
  private struct Wanted {
    let generation: PublishedGeneration
    let isDifference: Bool
    let previous: StoredUpdate.Generation?
  }

  private let stored: StoredUpdate
  private let start: Timestamp
  private var client: UpdateClient
  /// What takes the place of what is stored: the root that was shipped, what was remembered.
  private var taken: [StoredFile] = []
  /// What is fetched, and what is here of it.
  private var fetching: (file: UpdateFile, path: String, bytes: [UInt8])?
  private var wanted: Wanted?

  /// Begins an update.
  /// - Parameters:
  ///   - database: The database that follows the publication, open for writing.
  ///   - root: The root that the app was shipped with: what every other key follows from. A newer
  ///     one than is trusted already takes its place; nil goes on with that.
  ///   - memory: What ``AdDatabase/updateMemory()`` gave an app that was installed again since, or
  ///     whose files may be older than that. What is no memory is passed over.
  ///   - time: The time that expiry is judged by, to the end of the update.
  ///   - verifier: Who checks signatures.
  /// - Throws: ``StoreError``; `UpdateRefusal` for a root that is none.
  public init(
    of database: AdDatabase, trusting root: [UInt8]?, remembering memory: [UInt8]? = nil,
    at time: Timestamp, verifier: any SignatureVerifier
  ) throws {
    stored = StoredUpdate(database: database)
    start = time
    let files = try stored.files()
    func client(_ files: [String: [UInt8]]) throws(UpdateRefusal) -> UpdateClient {
      try UpdateClient(trusting: files, at: time, verifier: verifier)
    }
    let remembered = memory.flatMap(UpdateMemory.init(bytes:))?.files ?? [:]
    // The newest of the roots that are signed by themselves; what is stored where it is as new.
    var newest = try? client(files)
    if let root, root != files["root.json"] {
      let shipped = try client(["root.json": root])
      if shipped.root.header.version > newest?.root.header.version ?? 0 {
        newest = try client(files.merging(["root.json": root]) { $1 })
        taken = [StoredFile(name: "root.json", bytes: root)]
      }
    }
    if let bytes = remembered["root.json"], bytes != files["root.json"], bytes != root,
      let other = try? client(["root.json": bytes]),
      other.root.header.version > newest?.root.header.version ?? 0
    {
      newest = try client(files.merging(["root.json": bytes]) { $1 })
      taken = [StoredFile(name: "root.json", bytes: bytes)]
    }
    guard var newest else {
      // As there is none that is signed by itself, this says what is wrong with the one that is here.
      self.client = try client(files)
      return
    }
    for name in ["timestamp.json", "snapshot.json"] {
      guard let bytes = remembered[name], bytes != files[name] else { continue }
      if newest.remember(name, bytes) { taken.append(StoredFile(name: name, bytes: bytes)) }
    }
    self.client = newest
  }

  /// Says what to fetch first.
  /// - Throws: ``StoreError``.
  public mutating func begin() throws -> Step {
    try stored.keep(taken)
    return try noting { update in try update.follow(update.client.refresh()) }
  }

  /// Takes the answer to what was to be fetched.
  /// - Throws: `UpdateRefusal` for what is not believed: the inventory stays as it is, the reason is
  ///   stored (``AdDatabase/updateStatus()``), and this update is over. ``StoreError``.
  public mutating func take(_ answer: Answer) throws -> Step {
    try noting { update in
      switch answer {
      case .arrived(let bytes, let from):
        let step = try update.client.arrived(update.joined(bytes, from: from))
        return try update.follow(step)
      case .cut(let bytes, let from): return try update.goOn(with: bytes, from: from)
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
      try stored.noteRefusal(refusal.description, at: start)
      throw refusal
    }
  }

  // MARK: Files in parts

  /// What is here of a file with what arrived of it.
  private mutating func joined(_ bytes: [UInt8], from offset: Int) throws -> [UInt8] {
    guard let fetching else { preconditionFailure("nothing was to be fetched") }
    guard (0...fetching.bytes.count).contains(offset) else {
      throw UpdateRefusal(
        .mismatch, fetching.path,
        "what arrived begins at byte \(offset), and \(fetching.bytes.count) are here")
    }
    self.fetching = nil
    return fetching.bytes[..<offset] + bytes
  }

  /// Keeps what arrived of a file and asks for the rest. Metadata is too short for that.
  private mutating func goOn(with bytes: [UInt8], from offset: Int) throws -> Step {
    guard let file = fetching?.file, let path = fetching?.path else {
      preconditionFailure("nothing was to be fetched")
    }
    let joined = try joined(bytes, from: offset)
    // Who sends too much is refused, whether or not the line was cut then.
    if joined.count > file.atMost { return try follow(try client.arrived(joined)) }
    guard file.folder == .targets else { return fetch(file, path, []) }
    try stored.keep(part: joined, of: path)
    return fetch(file, path, joined)
  }

  private mutating func fetch(_ file: UpdateFile, _ path: String, _ bytes: [UInt8]) -> Step {
    fetching = (file, path, bytes)
    return .fetch(File(path: path, offset: bytes.count, atMost: file.atMost - bytes.count))
  }

  // MARK: Steps

  private mutating func follow(_ first: UpdateStep) throws -> Step {
    var step = first
    while true {
      switch step {
      case .fetch(let file):
        guard file.folder == .targets else { return fetch(file, "metadata/\(file.path)", []) }
        let path = "targets/\(file.path)"
        let part = try stored.part(of: path)
        if part.count < file.atMost { return fetch(file, path, part) }
        step = try client.arrived(part)
      case .store(let files):
        try stored.keep(files)
        step = try client.stored()
      case .refreshed:
        guard let next = try chooseTarget() else {
          try stored.noteCheck(at: start)
          return .current(try stored.generation()?.number ?? 0)
        }
        step = try client.fetch(next)
      case .delivered(let bytes):
        guard let wanted else { preconditionFailure("a target was chosen before it arrived") }
        return .ready(
          InventoryPublication(
            wanted.generation, bytes: bytes, isDifference: wanted.isDifference,
            after: wanted.previous))
      case .found: preconditionFailure("nothing was looked for")
      }
    }
  }

  /// The difference from the generation that is here, else the whole; nil where that is the newest.
  private mutating func chooseTarget() throws -> TargetFile? {
    guard let targets = client.targets, let whole = targets[PublishedGeneration.wholeName],
      let new = PublishedGeneration(whole)
    else {
      throw UpdateRefusal(
        .unlisted, PublishedGeneration.wholeName,
        "the publication describes no generation of an inventory")
    }
    guard new.neededForm <= PublishedInventory.form else {
      throw UpdateRefusal(
        .newerForm, whole.path,
        "generation \(new.number) needs a reader of form \(new.neededForm), and this one reads form "
          + "\(PublishedInventory.form): a newer version of the program takes it over")
    }
    let here = try stored.generation()
    // An app that reads more than it did when it took the generation over takes it once more.
    let isSameForm = here?.form == new.keptForm
    if let here, here.document == new.document, isSameForm { return nil }
    var difference: TargetFile?
    if let here, isSameForm, new.keptHash != nil {
      difference = targets[PublishedGeneration.differenceName(from: here.number)]
    }
    wanted = Wanted(generation: new, isDifference: difference != nil, previous: here)
    return difference ?? whole
  }
}
