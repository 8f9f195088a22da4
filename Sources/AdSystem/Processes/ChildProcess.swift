// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program, run to its end.
package struct ChildProcess: Sendable {
  /// What it ended with; nil where a signal ended it or it was never started. 127 where there is no
  /// such program.
  package let exitCode: CInt?
  /// What it wrote to its standard output, cut after the bytes that were asked for.
  package let output: [UInt8]

  /// Runs a program, found on `PATH`, with what it says of errors thrown away.
  /// - Parameters:
  ///   - words: Its name and its arguments, each as it stands.
  ///   - input: The file that it reads as its standard input; nothing where none is named.
  ///   - limit: How many bytes are read at most; a program that writes more has its pipe closed.
  package init(_ words: [String], input: String = "/dev/null", atMost limit: Int = 1 << 16) {
    let command =
      words.map(\.quotedForShell).joined(separator: " ")
      + " <\(input.quotedForShell) 2>/dev/null"
    guard let stream = unsafe popen(command, "r") else {
      exitCode = nil
      output = []
      return
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let wanted = min(chunk.count, limit - bytes.count)
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe fread(buffer.baseAddress, 1, wanted, stream)
      }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    let status = unsafe pclose(stream)
    exitCode = status >= 0 && status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    output = bytes
  }
}
