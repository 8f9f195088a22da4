// SPDX-License-Identifier: MIT
import Foundation

/// The processes that WebKit started for this one.
enum WebProcesses {
  /// The ids of the processes that run pages.
  ///
  /// - Parameter age: The least age in seconds. WebKitGTK ends the whole program where one dies
  ///   before it has told its id.
  /// - Returns: The ids.
  static func ofPages(olderThan age: Double = 0) -> [Int32] {
    let latest = uptime - age
    return all.filter { $0.name.hasPrefix("WebKitWebProces") && $0.start <= latest }.map(\.id)
  }

  /// The memory of all of WebKit's processes in bytes: what they have for themselves, and their
  /// part of what they share.
  static var memory: Int {
    all.reduce(0) { sum, process in
      let text = try? String(
        contentsOfFile: "/proc/\(process.id)/smaps_rollup", encoding: .utf8)
      let line = text?.split(separator: "\n").first { $0.hasPrefix("Pss:") }
      let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return sum + kilobytes * 1024
    }
  }

  /// The time of processors that WebKit's processes and this one have taken so far, in seconds.
  static var processorTime: (pages: Double, host: Double) {
    let own = read(ProcessInfo.processInfo.processIdentifier)?.processorTime ?? 0
    return (all.reduce(0) { $0 + $1.processorTime }, own)
  }

  private struct Process {
    let id: Int32
    let name: String
    let parent: Int32
    /// In seconds since the machine started.
    let start: Double
    let processorTime: Double
  }

  /// What the system says of a process.
  private static func read(_ id: Int32) -> Process? {
    guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
    else { return nil }
    // After the name in brackets: the state, then the parent; times are in hundredths of a second.
    let rest = stat[stat.index(after: close)...].split(separator: " ")
    guard rest.count > 19, let parent = Int32(rest[1]), let user = Double(rest[11]),
      let system = Double(rest[12]), let start = Double(rest[19])
    else { return nil }
    return Process(
      id: id, name: String(stat[stat.index(after: open)..<close]), parent: parent,
      start: start / 100, processorTime: (user + system) / 100)
  }

  private static var all: [Process] {
    let own = ProcessInfo.processInfo.processIdentifier
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap(read).filter {
      $0.parent == own && $0.name.hasPrefix("WebKit")
    }
  }

  private static var uptime: Double {
    (try? String(contentsOfFile: "/proc/uptime", encoding: .utf8))?
      .split(separator: " ").first.flatMap { Double($0) } ?? 0
  }
}
