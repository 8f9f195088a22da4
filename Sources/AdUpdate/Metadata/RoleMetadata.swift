// SPDX-License-Identifier: MIT
package import AdModel

/// The role of every publication that is trusted first: it names the keys of all others.
package struct RootMetadata: Hashable, Sendable {
  /// Version and expiry.
  package var header: MetadataHeader
  /// Whether files carry versions and hashes in their names.
  package var isConsistent: Bool
  /// The keys that can be checked here, by their ids.
  package var keys: [String: SigningKey]
  /// The role that signs the next root as well as this one.
  package var root: SigningRole
  /// The role that signs the timestamp.
  package var timestamp: SigningRole
  /// The role that signs the snapshot.
  package var snapshot: SigningRole
  /// The role that signs the targets.
  package var targets: SigningRole

  package init(_ node: JSONNode) throws(JSONError) {
    header = try MetadataHeader(node, type: "root")
    isConsistent = try node.optional("consistent_snapshot")?.bool() ?? false
    keys = try RootMetadata.keys(try node.member("keys"))
    let roles = try node.member("roles")
    root = try SigningRole(try roles.member("root"))
    timestamp = try SigningRole(try roles.member("timestamp"))
    snapshot = try SigningRole(try roles.member("snapshot"))
    targets = try SigningRole(try roles.member("targets"))
  }

  static func keys(_ node: JSONNode) throws(JSONError) -> [String: SigningKey] {
    var keys: [String: SigningKey] = [:]
    for (id, value) in try node.members() { keys[id] = try SigningKey.read(id, value) }
    return keys
  }

  /// Whether timestamp or snapshot have other keys than in another root.
  func rotates(from other: RootMetadata) -> Bool {
    Set(timestamp.keyIDs) != Set(other.timestamp.keyIDs)
      || Set(snapshot.keyIDs) != Set(other.snapshot.keyIDs)
  }
}

/// The role that says often which snapshot is the newest.
package struct TimestampMetadata: Hashable, Sendable {
  /// Version and expiry.
  package var header: MetadataHeader
  /// The newest snapshot.
  package var snapshot: ListedFile

  package init(_ node: JSONNode) throws(JSONError) {
    header = try MetadataHeader(node, type: "timestamp")
    snapshot = try ListedFile(try node.member("meta").member("snapshot.json"))
  }
}

/// The role that says which versions of all targets belong together.
package struct SnapshotMetadata: Hashable, Sendable {
  /// Version and expiry.
  package var header: MetadataHeader
  /// The files of metadata, in their order.
  package let names: [String]
  /// The files by the bytes of their names: two names that only look alike are two.
  let files: [[UInt8]: ListedFile]

  package init(_ node: JSONNode) throws(JSONError) {
    header = try MetadataHeader(node, type: "snapshot")
    var names: [String] = []
    var files: [[UInt8]: ListedFile] = [:]
    for (name, value) in try node.member("meta").members() {
      names.append(name)
      files[Array(name.utf8)] = try ListedFile(value)
    }
    self.names = names
    self.files = files
  }

  /// What the snapshot says about a file of metadata; nil where it does not name it.
  package subscript(file: String) -> ListedFile? { files[Array(file.utf8)] }

  /// Checks that nothing goes back behind a snapshot that was trusted before.
  /// - Throws: ``UpdateRefusal`` with `rollback`.
  func check(after other: SnapshotMetadata) throws(UpdateRefusal) {
    for name in other.names {
      guard let before = other[name] else { continue }
      guard let now = self[name] else {
        throw UpdateRefusal(.rollback, "snapshot.json", "no longer names \(name.quotedForDisplay)")
      }
      guard now.version >= before.version else {
        throw UpdateRefusal(
          .rollback, "snapshot.json",
          "takes \(name.quotedForDisplay) back from version \(before.version) to \(now.version)")
      }
    }
  }
}
