// SPDX-License-Identifier: MIT
import AdModel

/// Prints one thing: a line for each field that has a title for people, one object for programs.
struct FieldsWriter {
  let headings: [ColumnHeading]
  let style: Style
  let output: OutputBuffer

  /// Prints a line for each field that has a title.
  /// - Parameter cells: What people see of each field, also of those that have none.
  /// - Throws: ``ChannelError``.
  func write(_ cells: [Cell]) throws {
    let widest = headings.compactMap(\.title?.displayWidth).max() ?? 0
    for (heading, cell) in zip(headings, cells) {
      guard let title = heading.title else { continue }
      let space = String(repeating: " ", count: widest - title.displayWidth)
      let value = cell.plain.safeForTerminal
      let text = style.toned(value.isEmpty ? "-" : value, cell.tone)
      try output.write("\(style.heading(title))\(space)  \(text)\n")
    }
  }

  /// Prints one object.
  /// - Throws: ``ChannelError``; what `members` throws.
  func write(object members: (inout JSONWriter) throws -> Void) throws {
    var json = JSONWriter(.pretty)
    try json.object(members)
    json.endLine()
    try output.write(json: json.bytes)
  }
}
