// SPDX-License-Identifier: MIT
package import AdModel

/// Metadata of a role, as whoever publishes signs it.
package protocol WrittenMetadata {
  /// What is signed.
  var json: JSONValue { get }

  /// Reads what was signed.
  init(_ signed: JSONNode) throws(JSONError)
}

extension WrittenMetadata {
  /// Reads a file of one's own, whose signatures are not looked at.
  /// - Throws: ``UpdateRefusal`` with `malformed`.
  package init(file bytes: [UInt8], named name: String) throws(UpdateRefusal) {
    self = try SignedMetadata(bytes, named: name).read(Self.init)
  }

  /// What signatures are made over.
  /// - Throws: `JSONError` where the metadata says something that has no canonical form.
  package func message() throws(JSONError) -> [UInt8] { try CanonicalJSON.bytes(json) }

  /// The file of the metadata with its signatures.
  /// - Parameter signatures: Ids of keys with what they signed over ``message()``, each id once.
  /// - Throws: `JSONError`.
  package func file(
    signatures: [(keyID: String, signature: [UInt8])]
  ) throws(JSONError) -> [UInt8] {
    let signed: JSONValue = [
      "signatures": .array(
        signatures.map {
          ["keyid": .string($0.keyID), "sig": .string(Hexadecimal.text($0.signature))]
        }),
      "signed": json,
    ]
    return Array(try signed.text().utf8)
  }
}

extension MetadataHeader {
  /// The version of the specification that metadata is written by.
  static let specification = "1.0.34"

  fileprivate func members(_ type: String) -> JSONObject {
    var object = JSONObject()
    object["_type"] = .string(type)
    object["spec_version"] = .string(Self.specification)
    object["version"] = .integer(version)
    // Whole seconds, downwards: metadata never lasts longer than was said.
    object["expires"] = .string("\(expires.description.prefix(19))Z")
    if let days { object[Self.daysKey] = .integer(days) }
    return object
  }
}

extension RootMetadata: WrittenMetadata {
  /// Makes a root.
  package init(
    header: MetadataHeader, keys: [SigningKey], root: SigningRole, timestamp: SigningRole,
    snapshot: SigningRole, targets: SigningRole
  ) {
    self.header = header
    isConsistent = true
    self.keys = Dictionary(keys.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.root = root
    self.timestamp = timestamp
    self.snapshot = snapshot
    self.targets = targets
  }

  package var json: JSONValue {
    var object = header.members("root")
    object["consistent_snapshot"] = .bool(isConsistent)
    var keyObject = JSONObject()
    for key in keys.values.sorted(by: { $0.id < $1.id }) { keyObject[key.id] = key.json }
    object["keys"] = .object(keyObject)
    object["roles"] = [
      "root": root.json, "snapshot": snapshot.json, "targets": targets.json,
      "timestamp": timestamp.json,
    ]
    return .object(object)
  }
}

extension SigningRole {
  fileprivate var json: JSONValue {
    [
      "keyids": .array(keyIDs.map { .string($0) }), "threshold": .integer(Int64(threshold)),
    ]
  }
}

extension ListedFile {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["version"] = .integer(version)
    if let length { object["length"] = .integer(length) }
    if !hashes.isEmpty { object["hashes"] = FileHash.json(hashes) }
    return .object(object)
  }
}

extension FileHash {
  fileprivate static func json(_ hashes: [FileHash]) -> JSONValue {
    var object = JSONObject()
    for hash in hashes { object[hash.function] = .string(hash.digits) }
    return .object(object)
  }
}

extension TimestampMetadata: WrittenMetadata {
  /// Makes a timestamp.
  package init(header: MetadataHeader, snapshot: ListedFile) {
    self.header = header
    self.snapshot = snapshot
  }

  package var json: JSONValue {
    var object = header.members("timestamp")
    object["meta"] = ["snapshot.json": snapshot.json]
    return .object(object)
  }
}

extension SnapshotMetadata: WrittenMetadata {
  /// Makes a snapshot of targets without delegations.
  package init(header: MetadataHeader, targets: ListedFile) {
    self.header = header
    names = ["targets.json"]
    files = [Array("targets.json".utf8): targets]
  }

  package var json: JSONValue {
    var object = header.members("snapshot")
    var files = JSONObject()
    for name in names { files[name] = self[name]?.json }
    object["meta"] = .object(files)
    return .object(object)
  }
}

extension TargetsMetadata: WrittenMetadata {
  /// Describes files, and delegates nothing.
  package init(header: MetadataHeader, targets: [TargetFile]) {
    self.header = header
    self.targets = targets
    delegations = []
  }

  package var json: JSONValue {
    var object = header.members("targets")
    var files = JSONObject()
    for target in targets {
      var file = JSONObject()
      file["length"] = .integer(target.length)
      file["hashes"] = FileHash.json(target.hashes)
      if !target.custom.members.isEmpty { file["custom"] = .object(target.custom) }
      files[target.path] = .object(file)
    }
    object["targets"] = .object(files)
    return .object(object)
  }
}
