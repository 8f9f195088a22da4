// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate

/// What is remembered of a publication where an app's files do not last: the newest root, timestamp
/// and snapshot that were trusted. They are the publisher's own and the same on all phones; nothing in
/// them tells one phone from another.
struct UpdateMemory: Sendable {
  /// The metadata that is remembered; the rest follows from it.
  static let names = ["root.json", "timestamp.json", "snapshot.json"]
  /// The longest memory that is read, in bytes.
  private static let limit = 1 << 20

  let files: [String: [UInt8]]

  /// Remembers what is stored; nil where nothing is trusted yet.
  init?(of stored: [String: [UInt8]]) {
    files = stored.filter { Self.names.contains($0.key) }
    if files["root.json"] == nil { return nil }
  }

  /// Reads what was remembered; nil for what is no memory, which an update then does without.
  init?(bytes: [UInt8]) {
    guard bytes.count <= Self.limit,
      let node = try? JSONNode(JSONReader.read(bytes, limits: .init(bytes: Self.limit, depth: 2))),
      (try? node.member("adviewUpdateMemory").integer()) == 1
    else { return nil }
    var files: [String: [UInt8]] = [:]
    for name in Self.names {
      if let text = try? node.member(name).string() { files[name] = Array(text.utf8) }
    }
    self.files = files
  }

  /// The memory in UTF-8.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { object in
      object.member("adviewUpdateMemory", Int64(1))
      for name in Self.names {
        guard let file = files[name] else { continue }
        object.member(name, String(decoding: file, as: UTF8.self))
      }
    }
    return writer.bytes
  }
}

extension AdDatabase {
  /// What an app may keep of its updates where that outlives the app and its files, as in the keychain
  /// of Apple's systems: a few kilobytes, the same on all phones, that tell nothing about one.
  ///
  /// An app that was installed again, or whose files were restored from a backup, gives it to
  /// ``InventoryUpdate``: nobody can then offer it what is older than it had seen, nor what was signed
  /// with keys that have been withdrawn. Keep it after each update.
  /// - Returns: The memory; nil where nothing was ever trusted.
  /// - Throws: ``StoreError``.
  public func updateMemory() throws -> [UInt8]? {
    UpdateMemory(of: try StoredUpdate(database: self).files())?.bytes
  }
}
