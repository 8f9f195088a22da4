// SPDX-License-Identifier: MIT
import Testing

@testable import AdModel

@Suite struct UTCOffsetTests {
  @Test(arguments: [
    ("+02:00", 120), ("-05:30", -330), ("Z", 0), ("+00:00", 0), ("+14:00", 840), ("-00:01", -1),
  ])
  func `an offset is read as RFC 3339 writes it`(text: String, minutes: Int) throws {
    let offset = try UTCOffset(text)
    #expect(offset.minutes == minutes)
    #expect(offset.description == (minutes == 0 ? "Z" : text))
  }

  @Test(arguments: [
    "", "2", "02:00", "+2", "+0200", "+24:00", "+02:60", ".5Z", "Berlin", "+02:00Z", "ZZ",
  ])
  func `anything else is refused`(text: String) {
    #expect(throws: InvalidValue.self) { try UTCOffset(text) }
  }
}
