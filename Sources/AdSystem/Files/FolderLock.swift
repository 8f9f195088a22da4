// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that one process at a time works on. Nothing is written into it, and the system lets go
/// of it with the process, however that ends.
package final class FolderLock: Sendable {
  private let descriptor: CInt

  private init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Takes hold of a folder, without waiting; nil where another process has it.
  /// - Throws: ``FileLayerError`` where there is no such folder, or none that may be read.
  package static func taken(
    _ folder: String, layer: FileLayer
  ) throws(FileLayerError) -> FolderLock? {
    let descriptor = try layer.run(.open, folder) {
      unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    do throws(FileLayerError) {
      try layer.run(.open, folder) { flock(descriptor, LOCK_EX | LOCK_NB) }
    } catch {
      close(descriptor)
      guard error.number == EWOULDBLOCK else { throw error }
      return nil
    }
    return FolderLock(descriptor)
  }

  deinit { close(descriptor) }
}
