// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdminCLI

@Suite struct ListWriterTests {
  struct Row {
    var name: String
    var size: Double?
    var tags: [String] = []
    var isOpen = false
  }

  static let columns: [Column<Row>] = [
    Column("name", "Name", meaning: "Its name.") { $0.name },
    Column("size", "Size", .trailing, meaning: "Its size.") { $0.size },
    Column("tags", "Tags", meaning: "Its tags.") { $0.tags },
    Column("isOpen", meaning: "Whether it is open.") { $0.isOpen },
  ]

  static let rows = [
    Row(name: "lamp", size: 320, tags: ["a", "b"], isOpen: true),
    Row(name: "日本", size: nil),
    Row(name: #"a "b", c"#, size: 36.5),
  ]

  private func write(
    _ rows: [Row], _ format: OutputFormat, terminal: Bool = false, style: Style = .plain
  ) throws -> String {
    let sink = RecordingHost.Sink()
    sink.isTerminal = terminal
    let output = OutputBuffer(sink)
    var writer = ListWriter(Self.columns, format: format, style: style, output: output)
    for row in rows { try writer.write(row) }
    try writer.end()
    try output.flush()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test func `a table aligns by the width that a terminal gives`() throws {
    #expect(
      try write(Self.rows, .table) == """
        Name      Size  Tags
        lamp       320  a b
        日本         -  -
        a "b", c  36.5  -

        """)
  }

  @Test func `a table of nothing is nothing`() throws {
    #expect(try write([], .table) == "")
  }

  @Test func `JSON is one array with an object a line`() throws {
    #expect(
      try write(Self.rows, .json) == #"""
        [
          {"name":"lamp","size":320,"tags":["a","b"],"isOpen":true},
          {"name":"日本","size":null,"tags":[],"isOpen":false},
          {"name":"a \"b\", c","size":36.5,"tags":[],"isOpen":false}
        ]

        """#)
    #expect(try write([], .json) == "[]\n")
  }

  @Test func `NDJSON is an object a line`() throws {
    #expect(
      try write([Self.rows[0]], .ndjson)
        == #"{"name":"lamp","size":320,"tags":["a","b"],"isOpen":true}"# + "\n")
    #expect(try write([], .ndjson) == "")
  }

  @Test func `CSV quotes as RFC 4180 asks, and has its header even without rows`() throws {
    #expect(
      try write(Self.rows, .csv)
        == "name,size,tags,isOpen\r\nlamp,320,a b,yes\r\n日本,,,no\r\n"
        + "\"a \"\"b\"\", c\",36.5,,no\r\n")
    #expect(try write([], .csv) == "name,size,tags,isOpen\r\n")
  }

  @Test(arguments: OutputFormat.allCases)
  func `no form lets data steer a terminal`(format: OutputFormat) throws {
    let hostile = Row(name: "\u{1b}[2J\u{9b}31m\u{202e}x\r\n\u{7}", size: 1, tags: ["\u{7f}"])
    let text = try write([hostile], format, terminal: true)
    let lineEnds: Set<Unicode.Scalar> = ["\n", "\r"]
    let steering = text.unicodeScalars.filter { scalar in
      (scalar.properties.generalCategory == .control && !lineEnds.contains(scalar))
        || scalar == "\u{202e}"
    }
    #expect(steering.isEmpty, "\(text.debugDescription)")
  }

  @Test func `JSON for a terminal is the same JSON`() throws {
    let hostile = Row(name: "a\u{9b}b\u{202e}", size: 1)
    let text = try write([hostile], .ndjson, terminal: true)
    let read = try JSONReader.read(Array(text.utf8))
    guard case .object(let object) = read, case .string(let name) = object["name"] else {
      Issue.record("not an object with a name: \(text)")
      return
    }
    #expect(name.hasSameBytes(as: hostile.name))
  }

  @Test func `a file gets the bytes of CSV as they are`() throws {
    #expect(try write([Row(name: "a\u{1b}b")], .csv).contains("a\u{1b}b"))
  }

  @Test func `a long table is printed as it comes after its first thousand rows`() throws {
    let rows = (0..<2_500).map { Row(name: $0 == 2_000 ? "a much longer name" : "row\($0)") }
    let lines = try write(rows, .table).split(separator: "\n")
    #expect(lines.count == 2_501)
    #expect(lines[1] == "row0       -  -")
    #expect(lines[2_001] == "a much longer name     -  -")
    #expect(lines[2_500] == "row2499     -  -")
  }

  @Test func `headings are bold where there are colours`() throws {
    let text = try write([Self.rows[0]], .table, style: Style(isColoured: true))
    #expect(text.hasPrefix("\u{1b}[1mName\u{1b}[0m  \u{1b}[1mSize\u{1b}[0m"))
  }

  @Test func `a coloured cell is as wide as its text`() throws {
    let sink = RecordingHost.Sink()
    let output = OutputBuffer(sink)
    var writer = ListWriter<String>(
      [
        Column("state", "State", meaning: "Its state.") { Cell.toned($0, .good) },
        Column("name", "Name", meaning: "Its name.") { $0 },
      ],
      format: .table, style: Style(isColoured: true), output: output)
    for name in ["on", "日本"] { try writer.write(name) }
    try writer.end()
    try output.flush()
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[1] == "\u{1b}[32mon\u{1b}[0m     on")
    #expect(lines[2] == "\u{1b}[32m日本\u{1b}[0m   日本")
  }
}
