// SPDX-License-Identifier: MIT
package import AdSystem

/// The answer of a server, or of nobody.
package enum FetchAnswer: Hashable, Sendable {
  /// The bytes, or one more than was asked for; they begin where the server says.
  case arrived([UInt8], from: Int)
  /// What had arrived when the line was cut.
  case cut([UInt8], from: Int)
  /// The server says that there is no such file.
  case missing
  /// Nothing can be said: what went wrong, in words.
  case failed(String)
}

/// Fetches files of a publication by the `curl` of the machine.
package struct Curl: Sendable {
  private let files = SystemFiles()
  private let folder: ScratchFolder

  /// Makes a folder for what `curl` is told.
  /// - Throws: `FileLayerError`.
  package init() throws(FileLayerError) {
    folder = try ScratchFolder()
  }

  /// Fetches what has an address, or its bytes behind an offset, at most one byte more of it than may
  /// arrive.
  package func fetch(path address: String, from offset: Int, atMost limit: Int) -> FetchAnswer {
    ask(address, offset > 0 ? ["--range", "\(offset)-"] : [], from: offset, atMost: limit)
  }

  /// Sends bytes to an address, and takes at most one byte more of the answer than may arrive.
  /// - Parameter type: What they are, as `application/timestamp-query`.
  package func post(
    _ bytes: [UInt8], as type: String, to address: String, atMost limit: Int
  ) -> FetchAnswer {
    let file = "\(folder.path)/body"
    guard (try? files.write(bytes, to: file, for: .owner)) != nil else {
      return .failed("what is to be sent could not be written")
    }
    return ask(
      address, ["--header", "Content-Type: \(type)", "--data-binary", "@\(file)"], from: 0,
      atMost: limit)
  }

  private func ask(
    _ address: String, _ options: [String], from offset: Int, atMost limit: Int
  ) -> FetchAnswer {
    let headers = "\(folder.path)/headers"
    let child = ChildProcess(
      [
        "curl", "--disable", "--silent", "--globoff", "--path-as-is", "--location", "--max-redirs",
        "5", "--proto", "=http,https", "--connect-timeout", "20", "--max-time", "300",
        "--dump-header", headers, "--url", address,
      ] + options,
      // A server that knows no ranges begins at the beginning.
      atMost: offset + limit + 1)
    let status = status(of: headers)
    let start = status == 206 ? offset : 0
    let isTooLong = child.output.count > offset + limit - start
    switch status {
    case nil where child.exitCode == 127: return .failed("curl is not installed")
    case 403, 404, 410: return .missing
    // Curl whose pipe was closed upon it ends with a fault, and there is enough.
    case 200, 206:
      return child.exitCode == 0 || isTooLong
        ? .arrived(child.output, from: start) : .cut(child.output, from: start)
    case let status?: return .failed("the server answered \(status)")
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
