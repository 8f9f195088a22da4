// SPDX-License-Identifier: MIT
package import AdSystem
package import AdUpdate

/// The answer of a server, or of nobody.
package enum FetchAnswer: Hashable, Sendable {
  /// The bytes, or one more than was asked for.
  case arrived([UInt8])
  /// The server says that there is no such file.
  case missing
  /// Nothing can be said: what went wrong, in words.
  case failed(String)
}

/// Fetches files of a publication by the `curl` of the machine.
package struct Curl: Sendable {
  private let files = SystemFiles()
  private let folder: ScratchFolder
  private let metadata: String
  private let targets: String

  /// Fetches from two folders.
  /// - Throws: `FileLayerError`.
  package init(metadata: String, targets: String) throws(FileLayerError) {
    folder = try ScratchFolder()
    self.metadata = metadata.withoutLastSlashes
    self.targets = targets.withoutLastSlashes
  }

  /// Fetches a file, at most one byte more of it than may arrive.
  package func fetch(_ file: UpdateFile) -> FetchAnswer {
    fetch(
      path: "\(file.folder == .metadata ? metadata : targets)/\(file.path)", atMost: file.atMost)
  }

  /// Fetches what has an address, at most one byte more of it than may arrive.
  package func fetch(path address: String, atMost limit: Int) -> FetchAnswer {
    let headers = "\(folder.path)/headers"
    let child = ChildProcess(
      [
        "curl", "--disable", "--silent", "--globoff", "--path-as-is", "--location", "--max-redirs",
        "5", "--proto", "=http,https", "--connect-timeout", "20", "--max-time", "300",
        "--dump-header", headers, "--url", address,
      ], atMost: limit + 1)
    let status = status(of: headers)
    let isCut = child.output.count > limit
    switch status {
    case nil where child.exitCode == 127: return .failed("curl is not installed")
    case 403, 404, 410: return .missing
    // Curl whose pipe was closed upon it ends with a fault, and there is enough.
    case 200 where child.exitCode == 0 || isCut: return .arrived(child.output)
    case let status? where status != 200: return .failed("the server answered \(status)")
    default: return .failed("curl ended with \(child.exitCode.map(String.init) ?? "a signal")")
    }
  }

  /// The status of the last answer in a file of headers.
  private func status(of headers: String) -> Int? {
    guard let bytes = try? files.read(headers, atMost: 1 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .last { $0.hasPrefix("HTTP/") }
      .flatMap { $0.split(separator: " ").dropFirst().first }
      .flatMap { Int($0) }
  }
}
