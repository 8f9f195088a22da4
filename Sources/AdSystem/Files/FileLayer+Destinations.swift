// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileLayer {
  /// What writing to a path comes down to.
  package enum Destination: Equatable, Sendable {
    /// A regular file, there already or to be made, at the end of all links.
    case file(String)
    /// A folder, there already or to be made, at the end of all links.
    case folder(String, exists: Bool)
    /// A device, a pipe or a stream of the process: it is written to and never replaced.
    case stream(String)
  }

  /// Follows a path's last name through links to what it names, so that a link stays a link and
  /// what it leads to is written.
  ///
  /// Links that somebody else made are not followed: in a folder that several may write, one could
  /// lead anywhere.
  ///
  /// - Parameter isFolder: Whether a folder is to be written; else a file is.
  /// - Throws: ``FileLayerError``, with `EACCES` for a link of somebody else.
  package func destination(
    of path: String, isFolder: Bool = false
  ) throws(FileLayerError) -> Destination {
    var path = path
    // As many as Linux follows.
    for _ in 0..<40 {
      if Self.streams.contains(where: path.hasPrefix) { return .stream(path) }
      var status = stat()
      if unsafe lstat(path, &status) != 0 {
        guard errno == ENOENT else { throw FileLayerError(.open, path, number: errno) }
        return isFolder ? .folder(path, exists: false) : .file(path)
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
          throw FileLayerError(.open, path, number: EACCES)
        }
        let target = try Self.target(ofLink: path)
        path = target.hasPrefix("/") ? target : Self.path(target, in: Self.folder(of: path))
      case S_IFDIR:
        guard isFolder else { throw FileLayerError(.open, path, number: EISDIR) }
        return .folder(path, exists: true)
      case _ where isFolder:
        throw FileLayerError(.open, path, number: ENOTDIR)
      case S_IFREG:
        return .file(path)
      default:
        return .stream(path)
      }
    }
    throw FileLayerError(.open, path, number: ELOOP)
  }

  /// Where systems name what a process has open: a file found there is already being written.
  private static let streams = ["/proc/", "/dev/fd/"]

  private static func target(ofLink path: String) throws(FileLayerError) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return unsafe readlink(path, start, buffer.count)
    }
    guard count >= 0 else { throw FileLayerError(.open, path, number: errno) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Writes to what is neither a file nor a folder.
  package func write(_ bytes: [UInt8], toStream path: String) throws(FileLayerError) {
    let descriptor = try run(.open, path) { unsafe open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, named: path)
  }
}
