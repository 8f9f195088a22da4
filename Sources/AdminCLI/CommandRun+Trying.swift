// SPDX-License-Identifier: MIT
import AdSQLite
package import AdSystem

extension CommandRun {
  /// Makes sure that a file or folder can be made, by beginning one beside it and taking that away
  /// again: a dry run fails where the real run would.
  /// - Parameter path: Where it would stand.
  /// - Throws: ``FileError`` with what the real run would say.
  package func requireCreatable(_ path: String, isFolder: Bool = false) throws(FileError) {
    do throws(FileLayerError) {
      _ = try Draft(
        of: path, permissions: 0o700, isFolder: isFolder, layer: host.files.layer)
    } catch {
      throw FileError(error, path)
    }
  }
}
