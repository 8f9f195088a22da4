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
    all.filter { $0.name.hasPrefix("WebKitWebProces") && $0.age >= age }.map(\.id)
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

  private static var all: [(id: Int32, name: String, age: Double)] {
    let own = ProcessInfo.processInfo.processIdentifier
    let uptime =
      (try? String(contentsOfFile: "/proc/uptime", encoding: .utf8))?
      .split(separator: " ").first.flatMap { Double($0) } ?? 0
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { name in
      guard let id = Int32(name),
        let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
        let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
      else { return nil }
      // After the name in brackets: the state, then the parent.
      let rest = stat[stat.index(after: close)...].split(separator: " ")
      let command = String(stat[stat.index(after: open)..<close])
      guard rest.count > 19, Int32(rest[1]) == own, command.hasPrefix("WebKit"),
        let start = Double(rest[19])
      else { return nil }
      return (id, command, uptime - start / 100)
    }
  }
}
