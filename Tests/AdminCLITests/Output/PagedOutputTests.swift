// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

@Suite struct PagedOutputTests {
  private let terminal = RecordingHost.Sink()
  private let errors = RecordingHost.Sink()
  private let screen = RecordingHost.Sink()
  private let paged: PagedOutput

  init() {
    terminal.isTerminal = true
    errors.isTerminal = true
    paged = PagedOutput(terminal, rows: 3) { [screen] in
      PagedOutput.Screen(
        write: { (bytes) throws(ChannelError) in try screen.write(bytes) },
        end: { try? screen.write(Array("END".utf8)) })
    }
  }

  private func text(_ sink: RecordingHost.Sink) -> String {
    String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test func `what fits on the screen goes straight to it, at the end`() throws {
    try paged.write(Array("1\n2\n".utf8))
    #expect(text(terminal).isEmpty)
    try paged.end()
    #expect(text(terminal) == "1\n2\n")
    #expect(text(screen).isEmpty)
  }

  @Test func `what is longer goes to a pager, all of it, and the pager is waited for`() throws {
    try paged.write(Array("1\n2\n".utf8))
    try paged.write(Array("3\n".utf8))
    try paged.write(Array("4\n".utf8))
    try paged.end()
    #expect(text(screen) == "1\n2\n3\n4\nEND")
    #expect(text(terminal).isEmpty)
  }

  @Test func `what is said beside keeps its order, and does not write over the pager`() throws {
    let beside = paged.beside(errors)
    try beside.write(Array("first".utf8))
    try paged.write(Array("1\n2\n3\n".utf8))
    try beside.write(Array("warning".utf8))
    #expect(text(errors) == "first")
    #expect(text(screen) == "1\n2\n3\nwarning")
  }

  @Test func `a short output stands before what is said after it`() throws {
    let beside = paged.beside(terminal)
    try paged.write(Array("1\n".utf8))
    try beside.write(Array("note\n".utf8))
    try paged.write(Array("2\n3\n4\n".utf8))
    try paged.end()
    #expect(text(terminal) == "1\nnote\n2\n3\n4\n")
  }

  @Test func `without a pager everything goes straight to the terminal`() throws {
    try paged.settle()
    try paged.write(Array("1\n2\n3\n4\n".utf8))
    #expect(text(terminal) == "1\n2\n3\n4\n")
    let none = PagedOutput(terminal, rows: 1) { nil }
    try none.write(Array("5\n".utf8))
    #expect(text(terminal).hasSuffix("5\n"))
  }

  @Test func `a person who has seen enough ends the program quietly`() throws {
    try paged.write(Array("1\n2\n3\n".utf8))
    screen.failure = .closedByReader
    #expect(throws: ChannelError.closedByReader) { try paged.write(Array("4\n".utf8)) }
  }
}
