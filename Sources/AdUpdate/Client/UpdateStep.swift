// SPDX-License-Identifier: MIT

/// How much is taken from the network at most, whatever it offers.
package struct UpdateLimits: Hashable, Sendable {
  /// The longest root, in bytes.
  package var root = 512_000
  /// The longest timestamp, in bytes.
  package var timestamp = 16_384
  /// The longest snapshot, in bytes, where the timestamp does not say.
  package var snapshot = 2_000_000
  /// The longest metadata of targets, in bytes, where the snapshot does not say.
  package var targets = 5_000_000
  /// The longest target, in bytes, whatever was signed.
  package var target = 256 << 20
  /// How many roots are taken in one update.
  package var roots = 256
  /// How many roles are asked for one target.
  package var roles = 32

  /// The limits of the reference implementation, and one for targets.
  package init() {}
}

/// A file to fetch.
package struct UpdateFile: Hashable, Sendable {
  /// The folder that it lies in.
  package enum Folder: Hashable, Sendable {
    /// That of all metadata.
    case metadata
    /// That of all targets.
    case targets
  }

  /// Its folder.
  package let folder: Folder
  /// Its path below the folder, percent-encoded.
  package let path: String
  /// How many bytes are taken at most: whoever fetches stops after one more.
  package let atMost: Int
}

/// A change of what is trusted, which the next update begins with.
package struct StoredFile: Hashable, Sendable {
  /// The name to keep it under: a role's, percent-encoded, and `.json`.
  package let name: String
  /// What it holds; nil to forget it.
  package let bytes: [UInt8]?

  /// Keeps bytes under a name, or forgets what was kept.
  package init(name: String, bytes: [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }
}

/// What is to be done next for an update.
package enum UpdateStep: Hashable, Sendable {
  /// Fetch a file, then say what arrived or that it is not there.
  case fetch(UpdateFile)
  /// Store what is trusted from here on, all of it or nothing, and say when it is durable.
  case store([StoredFile])
  /// Nothing: the metadata is the newest.
  case refreshed
  /// Nothing: this is the file that was looked for.
  case found(TargetFile)
  /// Nothing: these are the bytes of the file that was fetched.
  case delivered([UInt8])
}
