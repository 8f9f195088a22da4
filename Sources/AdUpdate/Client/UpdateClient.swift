// SPDX-License-Identifier: MIT
package import AdModel

/// A client of The Update Framework: the workflow of section 5 of its specification (1.0.34) without
/// network, disk and clock.
///
/// It is told what is trusted and what arrived, and says what to fetch, what to store, or why it goes
/// no further. What it says to store is trusted already; a client that refused something is used up,
/// and the next one begins with what was stored.
///
/// ```swift
/// var client = try UpdateClient(trusting: stored, at: now, verifier: verifier)
/// var step = client.refresh()
/// while step != .refreshed {
///   switch step {
///   case .fetch(let file): step = try client.arrived(fetch(file))
///   case .store(let files): write(files); step = try client.stored()
///   default: break
///   }
/// }
/// ```
package struct UpdateClient: Sendable {
  private enum Phase {
    case ready
    case root(Int64)
    case timestamp
    case snapshot
    case targets
    case delegated(TargetSearch)
    case target(TargetFile)
    case storing(Next)
    case stopped
  }

  /// What follows when something is stored.
  private enum Next {
    case nextRoot
    case localSnapshot
    case localTargets
    case finished
    case search(TargetSearch)
  }

  private let start: Timestamp
  private let limits: UpdateLimits
  private let verifier: any SignatureVerifier
  private var files: [String: [UInt8]]
  private var phase = Phase.ready
  private var rootsTaken = 0

  /// The root that is trusted.
  package private(set) var root: RootMetadata
  /// The timestamp that is trusted; nil before one is.
  package private(set) var timestamp: TimestampMetadata?
  /// The snapshot that is trusted; nil before one is.
  package private(set) var snapshot: SnapshotMetadata?
  /// The targets that are trusted; nil before they are.
  package private(set) var targets: TargetsMetadata?

  /// Begins an update.
  /// - Parameters:
  ///   - files: What is stored, by its names; `root.json` at least, which was shipped or stored.
  ///   - start: The time that expiry is judged by, to the end of the update.
  ///   - verifier: Who checks signatures.
  /// - Throws: ``UpdateRefusal`` where the stored root is none, or is not signed by itself.
  package init(
    trusting files: [String: [UInt8]], at start: Timestamp, limits: UpdateLimits = UpdateLimits(),
    verifier: any SignatureVerifier
  ) throws(UpdateRefusal) {
    self.files = files
    self.start = start
    self.limits = limits
    self.verifier = verifier
    guard let bytes = files["root.json"] else {
      throw UpdateRefusal(.missing, "root.json", "no root is trusted yet; one has to be shipped")
    }
    let metadata = try SignedMetadata(bytes, named: "root.json")
    root = try metadata.read(RootMetadata.init)
    try root.root.check(metadata, keys: root.keys, by: verifier)
  }

  /// Takes what was remembered elsewhere of a timestamp or a snapshot into what is trusted, where those
  /// who sign now have signed it and it is newer than what is stored.
  /// - Returns: Whether it was.
  package mutating func remember(_ name: String, _ bytes: [UInt8]) -> Bool {
    func version(_ bytes: [UInt8]?) -> Int64? {
      switch name {
      case "timestamp.json":
        trusted(name, bytes, under: root.timestamp, TimestampMetadata.init)?.header.version
      case "snapshot.json":
        trusted(name, bytes, under: root.snapshot, SnapshotMetadata.init)?.header.version
      default: nil
      }
    }
    guard isReady, let remembered = version(bytes), remembered > version(files[name]) ?? 0 else {
      return false
    }
    files[name] = bytes
    return true
  }

  // MARK: What is told

  /// Asks for the newest metadata.
  package mutating func refresh() -> UpdateStep {
    precondition(isReady, "an update that began is not begun again")
    return fetchRoot()
  }

  /// Asks for the description of a file, once the metadata is the newest.
  /// - Throws: ``UpdateRefusal``, with `unlisted` where nobody describes it.
  package mutating func find(_ path: String) throws(UpdateRefusal) -> UpdateStep {
    precondition(isReady && targets != nil, "files are looked for after the metadata is the newest")
    return try stopping { client throws(UpdateRefusal) in
      try client.go(on: TargetSearch(path: path))
    }
  }

  /// Asks for a file that was found.
  /// - Throws: ``UpdateRefusal`` with `tooLong`.
  package mutating func fetch(_ target: TargetFile) throws(UpdateRefusal) -> UpdateStep {
    precondition(isReady, "one thing is fetched at a time")
    guard target.length <= limits.target else {
      phase = .stopped
      throw UpdateRefusal(
        .tooLong, target.path,
        "has \(target.length.counted("byte")); \(limits.target) are taken at most")
    }
    phase = .target(target)
    return .fetch(
      UpdateFile(
        folder: .targets, path: target.location(isConsistent: root.isConsistent),
        atMost: Int(target.length)))
  }

  /// Says that what was to be fetched is here, or more of it than was asked for.
  /// - Throws: ``UpdateRefusal``; nothing that arrived is trusted then.
  package mutating func arrived(_ bytes: [UInt8]) throws(UpdateRefusal) -> UpdateStep {
    try stopping { client throws(UpdateRefusal) in
      switch client.phase {
      case .root(let version): return try client.take(root: bytes, version: version)
      case .timestamp: return try client.take(timestamp: bytes)
      case .snapshot: return try client.take(snapshot: bytes)
      case .targets: return try client.take(targets: bytes)
      case .delegated(let search): return try client.take(delegated: bytes, for: search)
      case .target(let target):
        try client.limit(bytes, to: Int(target.length), target.path)
        try target.check(bytes, by: client.verifier)
        client.phase = .ready
        return .delivered(bytes)
      case .ready, .storing, .stopped: preconditionFailure("nothing was to be fetched")
      }
    }
  }

  /// Says that what was to be fetched is not there, and that this is sure: a server's 404, no cut
  /// line.
  /// - Throws: ``UpdateRefusal`` with `missing`, unless it was a newer root.
  package mutating func missing() throws(UpdateRefusal) -> UpdateStep {
    try stopping { client throws(UpdateRefusal) in
      let file: String
      switch client.phase {
      case .root: return try client.finishRoots()
      case .timestamp: file = "timestamp.json"
      case .snapshot: file = "snapshot.json"
      case .targets: file = "targets.json"
      case .delegated(let search): file = search.file
      case .target(let target): file = target.path
      case .ready, .storing, .stopped: preconditionFailure("nothing was to be fetched")
      }
      throw UpdateRefusal(.missing, file, "the publication names it and does not have it")
    }
  }

  /// Says that what was to be stored is durable.
  /// - Throws: ``UpdateRefusal``.
  package mutating func stored() throws(UpdateRefusal) -> UpdateStep {
    try stopping { client throws(UpdateRefusal) in
      guard case .storing(let next) = client.phase else {
        preconditionFailure("nothing was to be stored")
      }
      switch next {
      case .nextRoot:
        return client.rootsTaken < client.limits.roots
          ? client.fetchRoot() : try client.finishRoots()
      case .localSnapshot: return try client.loadSnapshot()
      case .localTargets: return try client.loadTargets()
      case .finished: return client.finish()
      case .search(let search): return try client.go(on: search)
      }
    }
  }

  private var isReady: Bool {
    if case .ready = phase { true } else { false }
  }

  /// A client that refused something trusts nothing more.
  private mutating func stopping(
    _ body: (inout UpdateClient) throws(UpdateRefusal) -> UpdateStep
  ) throws(UpdateRefusal) -> UpdateStep {
    do {
      return try body(&self)
    } catch {
      phase = .stopped
      throw error
    }
  }

  private func limit(_ bytes: [UInt8], to count: Int, _ file: String) throws(UpdateRefusal) {
    guard bytes.count <= count else {
      throw UpdateRefusal(
        .tooLong, file, "is longer than \(count.counted("byte")), which is what is taken")
    }
  }

  private mutating func store(
    _ name: String, _ bytes: [UInt8], forgetting others: [String] = [], then next: Next
  ) -> UpdateStep {
    files[name] = bytes
    for other in others { files[other] = nil }
    phase = .storing(next)
    return .store(
      [StoredFile(name: name, bytes: bytes)] + others.map { StoredFile(name: $0, bytes: nil) })
  }

  private mutating func finish() -> UpdateStep {
    phase = .ready
    return .refreshed
  }

  // MARK: Root, section 5.3

  private mutating func fetchRoot() -> UpdateStep {
    let version = root.header.version + 1
    phase = .root(version)
    return .fetch(
      UpdateFile(folder: .metadata, path: "\(version).root.json", atMost: limits.root))
  }

  private mutating func take(
    root bytes: [UInt8], version: Int64
  ) throws(UpdateRefusal) -> UpdateStep {
    let file = "\(version).root.json"
    try limit(bytes, to: limits.root, file)
    let metadata = try SignedMetadata(bytes, named: file)
    let new = try metadata.read(RootMetadata.init)
    try root.root.check(metadata, keys: root.keys, by: verifier)
    try new.root.check(metadata, keys: new.keys, by: verifier)
    guard new.header.version == version else {
      throw UpdateRefusal(.rollback, file, "has version \(new.header.version)")
    }
    // Who was compromised and has recovered may have to go back behind what the attacker published.
    let forgotten =
      new.rotates(from: root)
      ? ["timestamp.json", "snapshot.json"].filter { files[$0] != nil } : []
    root = new
    rootsTaken += 1
    return store("root.json", bytes, forgetting: forgotten, then: .nextRoot)
  }

  private mutating func finishRoots() throws(UpdateRefusal) -> UpdateStep {
    try root.header.check("root.json", at: start)
    timestamp = trusted(
      "timestamp.json", files["timestamp.json"], under: root.timestamp, TimestampMetadata.init)
    phase = .timestamp
    return .fetch(
      UpdateFile(folder: .metadata, path: "timestamp.json", atMost: limits.timestamp))
  }

  /// What is stored and still signed by those who sign now; nil else. Its age is not judged: what has
  /// expired still says behind what nothing goes back.
  private func trusted<Role>(
    _ name: String, _ bytes: [UInt8]?, under role: SigningRole,
    _ read: (JSONNode) throws(JSONError) -> Role
  ) -> Role? {
    guard let bytes, let metadata = try? SignedMetadata(bytes, named: name),
      let value = try? metadata.read(read),
      (try? role.check(metadata, keys: root.keys, by: verifier)) != nil
    else { return nil }
    return value
  }

  // MARK: Timestamp, section 5.4

  private mutating func take(timestamp bytes: [UInt8]) throws(UpdateRefusal) -> UpdateStep {
    let file = "timestamp.json"
    try limit(bytes, to: limits.timestamp, file)
    let metadata = try SignedMetadata(bytes, named: file)
    let new = try metadata.read(TimestampMetadata.init)
    try root.timestamp.check(metadata, keys: root.keys, by: verifier)
    if let timestamp {
      guard new.header.version >= timestamp.header.version else {
        throw UpdateRefusal(
          .rollback, file,
          "has version \(new.header.version), and \(timestamp.header.version) is trusted")
      }
      // What has the same version is the same, whatever it says.
      if new.header.version == timestamp.header.version {
        try timestamp.header.check(file, at: start)
        return try loadSnapshot()
      }
      guard new.snapshot.version >= timestamp.snapshot.version else {
        throw UpdateRefusal(
          .rollback, file,
          "takes the snapshot back from version \(timestamp.snapshot.version) to "
            + "\(new.snapshot.version)")
      }
    }
    try new.header.check(file, at: start)
    timestamp = new
    return store(file, bytes, then: .localSnapshot)
  }

  // MARK: Snapshot, section 5.5

  private var listedSnapshot: ListedFile {
    guard let timestamp else { preconditionFailure("the timestamp comes before the snapshot") }
    return timestamp.snapshot
  }

  private mutating func loadSnapshot() throws(UpdateRefusal) -> UpdateStep {
    let listed = listedSnapshot
    snapshot = trusted(
      "snapshot.json", files["snapshot.json"], under: root.snapshot, SnapshotMetadata.init)
    if let snapshot, let bytes = files["snapshot.json"],
      snapshot.header.version == listed.version, snapshot.header.expires > start,
      (try? listed.check(bytes, named: "snapshot.json", by: verifier)) != nil
    {
      return try loadTargets()
    }
    phase = .snapshot
    return .fetch(metadata("snapshot", listed, atMost: limits.snapshot))
  }

  private mutating func take(snapshot bytes: [UInt8]) throws(UpdateRefusal) -> UpdateStep {
    let file = "snapshot.json"
    let listed = listedSnapshot
    try limit(bytes, to: length(listed, atMost: limits.snapshot), file)
    try listed.check(bytes, named: file, by: verifier)
    let metadata = try SignedMetadata(bytes, named: file)
    let new = try metadata.read(SnapshotMetadata.init)
    try root.snapshot.check(metadata, keys: root.keys, by: verifier)
    try check(new.header, listed, file)
    if let snapshot { try new.check(after: snapshot) }
    try new.header.check(file, at: start)
    snapshot = new
    return store(file, bytes, then: .localTargets)
  }

  private func check(
    _ header: MetadataHeader, _ listed: ListedFile, _ file: String
  ) throws(UpdateRefusal) {
    guard header.version == listed.version else {
      throw UpdateRefusal(
        .mismatch, file, "has version \(header.version), not \(listed.version) as signed")
    }
  }

  private func length(_ listed: ListedFile, atMost limit: Int) -> Int {
    listed.length.map { Int(min($0, Int64(limit))) } ?? limit
  }

  private func metadata(_ role: String, _ listed: ListedFile, atMost limit: Int) -> UpdateFile {
    let name = "\(role.percentEncoded).json"
    return UpdateFile(
      folder: .metadata, path: root.isConsistent ? "\(listed.version).\(name)" : name,
      atMost: length(listed, atMost: limit))
  }

  // MARK: Targets, section 5.6

  private func listed(_ role: String) throws(UpdateRefusal) -> ListedFile {
    guard let listed = snapshot?["\(role).json"] else {
      throw UpdateRefusal(.unlisted, "\(role).json", "the snapshot does not name it")
    }
    return listed
  }

  private mutating func loadTargets() throws(UpdateRefusal) -> UpdateStep {
    let listed = try listed("targets")
    if let bytes = files["targets.json"],
      let targets = try? read(bytes, "targets", listed, under: root.targets, root.keys)
    {
      self.targets = targets
      return finish()
    }
    phase = .targets
    return .fetch(metadata("targets", listed, atMost: limits.targets))
  }

  private mutating func take(targets bytes: [UInt8]) throws(UpdateRefusal) -> UpdateStep {
    let listed = try listed("targets")
    targets = try read(bytes, "targets", listed, under: root.targets, root.keys)
    return store("targets.json", bytes, then: .finished)
  }

  private func read(
    _ bytes: [UInt8], _ name: String, _ listed: ListedFile, under role: SigningRole,
    _ keys: [String: SigningKey]
  ) throws(UpdateRefusal) -> TargetsMetadata {
    let file = "\(name).json"
    try limit(bytes, to: length(listed, atMost: limits.targets), file)
    try listed.check(bytes, named: file, by: verifier)
    let metadata = try SignedMetadata(bytes, named: file)
    let new = try metadata.read(TargetsMetadata.init)
    try role.check(metadata, keys: keys, by: verifier)
    try check(new.header, listed, file)
    try new.header.check(file, at: start)
    return new
  }

  // MARK: Delegated targets, section 5.6.7

  /// Asks roles for a file, each before those that it delegates to, in their order.
  ///
  /// What a role says counts under the word of whoever led to it this time: it is checked against
  /// that again, also where it is stored.
  private mutating func go(on search: TargetSearch) throws(UpdateRefusal) -> UpdateStep {
    var search = search
    if !search.isBegun, let targets {
      if let found = search.visit(targets) { return .found(found) }
    }
    while let delegation = search.next(atMost: limits.roles) {
      let listed = try listed(delegation.name)
      guard let bytes = files[search.storedName],
        let role = try? read(
          bytes, delegation.name, listed, under: delegation.role, delegation.keys)
      else {
        phase = .delegated(search)
        return .fetch(metadata(delegation.name, listed, atMost: limits.targets))
      }
      if let found = search.visit(role) {
        phase = .ready
        return .found(found)
      }
    }
    throw UpdateRefusal(.unlisted, search.path, "nobody who may describe it does")
  }

  private mutating func take(
    delegated bytes: [UInt8], for search: TargetSearch
  ) throws(UpdateRefusal) -> UpdateStep {
    guard let delegation = search.current else { preconditionFailure("a role was asked") }
    let listed = try listed(delegation.name)
    _ = try read(bytes, delegation.name, listed, under: delegation.role, delegation.keys)
    // The search goes on with the role that is stored then.
    return store(search.storedName, bytes, then: .search(search.again))
  }
}
