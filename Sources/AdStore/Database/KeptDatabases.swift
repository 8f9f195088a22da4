// SPDX-License-Identifier: MIT
package import AdModel
package import AdSystem

/// The files that restoring kept beside a database: each holds everybody's consent and history of
/// then.
package enum KeptDatabases {
  /// What a database is kept as that is replaced.
  /// - Parameter path: The file itself, not a link to it.
  package static func name(for path: String, at now: Timestamp) -> String {
    "\(path).before-\(now.description.filter { !":.-".contains($0) })"
  }

  /// The files that were kept beside a database, by name, oldest first.
  ///
  /// What was moved elsewhere is not found.
  /// - Parameter path: The database, or a link to it.
  /// - Throws: `FileLayerError` where the folder cannot be read.
  package static func paths(
    beside path: String, layer: FileLayer
  ) throws(FileLayerError) -> [String] {
    guard case .file(let target) = try layer.destination(of: path) else { return [] }
    let folder = FileLayer.folder(of: target)
    let beginning = "\(FileLayer.name(of: target)).before-"
    return (try layer.names(in: folder) ?? []).filter { name in
      name.hasPrefix(beginning)
        && !["-wal", "-shm", "-journal", ".part"].contains { name.hasSuffix($0) }
    }.sorted().map { FileLayer.path($0, in: folder) }
  }
}
