// SPDX-License-Identifier: MIT

/// One step of the schema: a numbered script that runs once on every database.
package struct Migration: Hashable, Sendable {
  /// The schema version that the step leads to, from 1.
  package let version: Int
  /// The step's purpose, as its file name says it.
  package let name: String
  private let script: String

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - version: The schema version that the step leads to, from 1.
  ///   - sql: The script; other line ends become line feeds, so a checkout's habits are no edit.
  package init(version: Int, name: String, sql: String) {
    self.version = version
    self.name = name
    script = sql
  }

  /// The script, with line feeds as its only line ends; looked through when it is asked for, since
  /// most programs start on a database that needs none.
  /// - Complexity: Linear in the script's length.
  package var sql: String { Self.normalized(script) }

  /// The file that holds the step, such as `0001_inventory.sql`.
  package var file: String {
    let digits = String(version)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "_\(name).sql"
  }

  private static func normalized(_ text: String) -> String {
    let carriageReturn = UInt8(ascii: "\r")
    // Every program that opens a database comes through here, nearly always with nothing to do.
    var text = text
    let hasSome = text.withUTF8 { unsafe $0.contains(carriageReturn) }
    guard hasSome else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == carriageReturn {
        bytes.append(UInt8(ascii: "\n"))
      } else if byte != UInt8(ascii: "\n") || previous != carriageReturn {
        bytes.append(byte)
      }
      previous = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
