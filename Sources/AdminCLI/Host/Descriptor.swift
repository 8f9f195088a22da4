// SPDX-License-Identifier: MIT
import AdSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One of the standard streams of the process.
final class Descriptor: OutputChannel, InputChannel {
  private let number: CInt
  /// Bytes that were read and not yet asked for.
  private var pending: [UInt8] = []
  private var hasEnded = false

  init(_ number: CInt) {
    self.number = number
  }

  var isTerminal: Bool { isatty(number) == 1 }

  var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

  /// How many lines the terminal shows at once; nil where there is none or it does not tell.
  var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  private var size: winsize? {
    var size = winsize()
    return unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  func write(_ bytes: [UInt8]) throws(ChannelError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(number, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        throw .closedByReader
      } else if errno != EINTR {
        throw .failed(reason: "cannot write: \(SystemFiles.reason(errno))")
      } else if Interruption.isRequested {
        throw .interrupted
      }
    }
  }

  func readLine() throws(ChannelError) -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        return line
      }
      if hasEnded {
        guard !pending.isEmpty else { return nil }
        defer { pending = [] }
        return String(decoding: pending, as: UTF8.self)
      }
      try fill()
    }
  }

  func readAll(atMost limit: Int) throws(ChannelError) -> [UInt8] {
    while !hasEnded {
      try fill()
      if pending.count > limit { throw .tooLarge(limit: limit) }
    }
    defer { pending = [] }
    return pending
  }

  private func fill() throws(ChannelError) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe chunk.withUnsafeMutableBytes { buffer in
      unsafe read(number, buffer.baseAddress, buffer.count)
    }
    if count > 0 {
      pending += chunk[..<count]
      // Whoever writes without a pause never lets a signal end the wait.
      if Interruption.isRequested { throw .interrupted }
    } else if count == 0 {
      hasEnded = true
    } else if errno == EINTR {
      if Interruption.isRequested { throw .interrupted }
    } else {
      throw .failed(reason: "cannot read standard input: \(SystemFiles.reason(errno))")
    }
  }
}

/// `write(2)`, named apart from the methods that are called like it.
private func systemWrite(_ number: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(number, bytes.baseAddress, bytes.count)
}
