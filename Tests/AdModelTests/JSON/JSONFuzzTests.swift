// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@Suite struct JSONFuzzTests {
  @Test func `any value is read back as it was written`() throws {
    try Fuzz.forEachSeed(2_000) { seed, random in
      let value = Self.value(depth: 4, &random)
      for layout in [JSONWriter.Layout.compact, .pretty] {
        let again = try JSONReader.read(text: value.text(layout))
        #expect(again == value, "seed \(seed)")
      }
    }
  }

  @Test func `a damaged text is refused with a place in it, or read and written alike`() throws {
    let seeds = JSONConformanceCase.accepted.map(\.bytes)
    try Fuzz.forEachSeed(10_000) { seed, random in
      var bytes = seeds[random.int(0...seeds.count - 1)]
      for _ in 0..<random.int(1...3) { Self.damage(&bytes, &random) }
      do throws(JSONError) {
        let value = try JSONReader.read(bytes)
        let text = try value.text()
        #expect(try JSONReader.read(text: text).text() == text, "seed \(seed)")
      } catch {
        let position = try #require(error.position, "seed \(seed)")
        #expect((1...bytes.count + 1).contains(position.line), "seed \(seed)")
        #expect((1...bytes.count + 1).contains(position.column), "seed \(seed)")
      }
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let at = random.int(0...bytes.count)
    let byte =
      random.isOneIn(2)
      ? UInt8(random.int(0...255)) : Array("{}[],:\"\\-+.eE019u \n".utf8)[random.int(0...18)]
    switch random.int(0...3) {
    case 0 where at < bytes.count: bytes[at] = byte
    case 1 where at < bytes.count: bytes.remove(at: at)
    case 2 where at < bytes.count: bytes.insert(contentsOf: bytes[at...], at: at)
    default: bytes.insert(byte, at: at)
    }
  }

  private static func value(depth: Int, _ random: inout SeededRandom) -> JSONValue {
    switch random.int(0...(depth > 0 ? 7 : 5)) {
    case 0: return nil
    case 1: return .bool(random.isOneIn(2))
    case 2: return .integer(Int64(truncatingIfNeeded: random.next()) >> random.int(0...63))
    case 3, 4:
      let double = Double(bitPattern: random.next())
      // A whole double reads back as the integer it is.
      return double.isFinite && Int64(exactly: double) == nil ? .double(double) : "NaN"
    case 5: return .string(string(&random))
    case 6: return .array((0..<random.int(0...5)).map { _ in value(depth: depth - 1, &random) })
    default:
      var object = JSONObject()
      for _ in 0..<random.int(0...16) {
        object[string(&random)] = value(depth: depth - 1, &random)
      }
      return .object(object)
    }
  }

  private static func string(_ random: inout SeededRandom) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<random.int(0...12) {
      let limit: UInt32 = [0x20, 0x80, 0x3000, 0x11_0000][random.int(0...3)]
      text.append(Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) ?? "\u{FFFD}")
    }
    return String(text)
  }
}
