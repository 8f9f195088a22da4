// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that its owner alone can enter, and that goes away with its files when it is let go of.
package final class ScratchFolder: Sendable {
  /// Where it is.
  package let path: String

  /// Makes a folder where the system keeps temporary files.
  package init() throws(FileLayerError) {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var name = Array("\(parent.withoutLastSlashes)/AdView-XXXXXX".utf8CString)
    let made = unsafe name.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
    guard let made else { throw FileLayerError(.makeFolder, parent, number: errno) }
    path = made
  }

  deinit {
    let layer = FileLayer.system
    for name in (try? layer.names(in: path)) ?? [] { layer.remove("\(path)/\(name)") }
    unsafe rmdir(path)
  }
}
