// SPDX-License-Identifier: MIT
import AdStore
import Foundation
import TestSupport

/// A line to a server on this machine that fails as lines do: it is not there, or cut within a file.
struct LossyLink {
  private let port: UInt16
  private let base: String
  private(set) var requests = 0
  private(set) var bytes = 0
  private(set) var cuts = 0
  private(set) var resumed = 0
  private(set) var failures = 0

  /// A line to a server at `http://127.0.0.1:PORT/BASE`.
  init(_ url: String) throws {
    let parts = url.dropFirst("http://127.0.0.1:".count).split(separator: "/", maxSplits: 1)
    guard let port = parts.first.flatMap({ UInt16($0) }) else { throw Unreachable(what: url) }
    self.port = port
    base = parts.count > 1 ? "/\(parts[1])" : ""
  }

  struct Unreachable: Error {
    let what: String
  }

  /// Fetches a file, or some of it.
  /// - Parameter random: What decides about cuts; nil for a line that never fails.
  /// - Throws: ``Unreachable`` where nothing arrives.
  mutating func fetch(
    _ file: InventoryUpdate.File, _ random: inout SeededRandom, isLossy: Bool
  ) throws -> InventoryUpdate.Answer {
    requests += 1
    if file.offset > 0 { resumed += 1 }
    if isLossy, random.int(0...99) < 5 {
      failures += 1
      throw Unreachable(what: "no line")
    }
    let cut = isLossy && random.int(0...99) < 20 ? random.int(100...30_000) : Int.max
    let raw = try exchange(file, atMost: cut)
    bytes += raw.count
    guard let end = raw.firstRange(of: Array("\r\n\r\n".utf8)) else {
      cuts += 1
      return .cut([], from: 0)
    }
    let head = String(decoding: raw[..<end.lowerBound], as: UTF8.self)
    let body = Array(raw[end.upperBound...])
    let lines = head.split(separator: "\r\n")
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) }
    switch status {
    case 404: return .missing
    case 200, 206:
      let from = status == 206 ? file.offset : 0
      guard let length, body.count >= length || body.count > file.atMost else {
        cuts += 1
        return .cut(body, from: from)
      }
      return .arrived(body, from: from)
    default:
      failures += 1
      throw Unreachable(what: "status \(status ?? 0)")
    }
  }

  /// One request on a connection of its own.
  private func exchange(_ file: InventoryUpdate.File, atMost limit: Int) throws -> [UInt8] {
    #if os(Linux)
      let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let connection = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard connection >= 0 else { throw Unreachable(what: "no socket") }
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    let connected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(connection, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Unreachable(what: "no server") }
    let range = file.offset > 0 ? "Range: bytes=\(file.offset)-\r\n" : ""
    let request = Array(
      "GET \(base)/\(file.path) HTTP/1.1\r\nHost: localhost\r\n\(range)Connection: close\r\n\r\n"
        .utf8)
    let sent = unsafe request.withUnsafeBytes {
      unsafe send(connection, $0.baseAddress, $0.count, 0)
    }
    guard sent == request.count else { throw Unreachable(what: "no request") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < min(limit, file.atMost + 8_192) {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe recv(connection, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes.count > limit ? Array(bytes[..<limit]) : bytes
  }
}
