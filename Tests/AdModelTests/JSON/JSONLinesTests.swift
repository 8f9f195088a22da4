// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct JSONLinesTests {
  @Test func `reads a value per line and passes blank lines`() throws {
    var lines = JSONLines(Array("{\"t\":0}\r\n\n  \n[1]\n\"last\"".utf8))
    #expect(try lines.next() == ["t": 0])
    #expect(lines.line == 1)
    #expect(try lines.next() == [1])
    #expect(lines.line == 4)
    #expect(try lines.next() == "last")
    #expect(try lines.next() == nil)
  }

  @Test func `numbers the line of a fault and goes on after it`() throws {
    var lines = JSONLines(Array("1\n{\"t\":}\n3\n".utf8))
    #expect(try lines.next() == 1)
    let error = #expect(throws: JSONError.self) { try lines.next() }
    #expect(error?.description == "line 2, column 6: t: expected a value, found '}'")
    #expect(try lines.next() == 3)
  }
}
