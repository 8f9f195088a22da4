// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

/// What a hostile page posts costs what the limits allow, whatever it is: visits are counted, for time
/// says little.
@Suite struct MessageWalkTests {
  /// A value of an engine's own, which may hold itself.
  private final class Value {
    var kind: MessageNode
    var text = ""
    /// The children, made when they are asked for.
    var children: () -> [Value] = { [] }
    var keys: [Value] = []

    init(_ kind: MessageNode) { self.kind = kind }
    convenience init(_ text: String) {
      self.init(.text(atLeast: text.utf16.count))
      self.text = text
    }
    convenience init(list children: [Value]) {
      self.init(.array(count: children.count))
      self.children = { children }
    }
    convenience init(_ members: KeyValuePairs<String, Value>) {
      self.init(.object(count: members.count))
      keys = members.map { Value($0.key) }
      children = { members.map(\.value) }
    }
  }

  private final class Visits {
    var values = 0
    var made = 0
    var bytes = 0
  }

  private struct Body: MessageBody {
    let root: Value
    let visits = Visits()

    func kind(of node: Value) -> MessageNode {
      visits.values += 1
      return node.kind
    }
    func text(of node: Value) -> String {
      visits.bytes += node.text.utf8.count
      return node.text
    }
    func elements(of node: Value) -> [Value] {
      let found = node.children()
      visits.made += found.count
      return found
    }
    func members(of node: Value) -> [(key: Value, value: Value)] {
      Array(zip(node.keys, elements(of: node)))
    }
  }

  private func read(_ root: Value) -> (value: JSONValue?, visits: Visits) {
    let body = Body(root: root)
    return (JSONValue(reading: body), body.visits)
  }

  /// What no walk may look at more than: each value once.
  private static let most = MessageWalk<Body>.mostNodes

  @Test func `a message is read with its numbers, texts and members`() {
    let message = Value([
      "type": Value("adSize"), "width": Value(.number(300)), "height": Value(.number(250.5)),
      "fine": Value(.bool(true)), "none": Value(.null), "when": Value(.other),
      "nowhere": Value(.number(.infinity)), "below": Value(.number(-0.0)),
      "list": Value(list: [Value(.number(1)), Value(list: []), Value([:])]),
    ])
    let expected: JSONValue = [
      "below": .double(-0.0), "fine": true, "height": 250.5, "list": [1, [], [:]], "none": .null,
      "nowhere": .null, "type": "adSize", "when": .null, "width": 300,
    ]
    #expect(read(message).value == expected)
  }

  @Test(arguments: [
    (0.0, JSONValue.integer(0)), (0x1p53, .integer(1 << 53)), (-3, .integer(-3)),
    (0x1p54, .double(0x1p54)), (0.5, .double(0.5)), (.nan, .null),
  ])
  func `a whole number is an integer as far as all of them are told apart`(
    number: Double, expected: JSONValue
  ) {
    #expect(read(Value(.number(number))).value == expected)
  }

  @Test func `a list that holds itself is dropped`() {
    let list = Value(.array(count: 1))
    list.children = { [unowned list] in [list] }
    let (value, visits) = read(list)
    #expect(value == nil)
    #expect(visits.values <= MessageWalk<Body>.greatestDepth + 1)
  }

  @Test func `an object that holds itself under many keys is dropped`() {
    let object = Value(.object(count: 32))
    object.keys = (0..<32).map { Value("k\($0)") }
    object.children = { [unowned object] in (0..<32).map { _ in object } }
    let (value, visits) = read(object)
    #expect(value == nil)
    #expect(visits.values <= Self.most && visits.made <= Self.most)
  }

  @Test func `what is twenty thousand deep is dropped at the ninth level`() {
    // Each level is made as it is asked for, so that the test itself frees nothing deep.
    func level(_ depth: Int) -> Value {
      let value = Value(.array(count: 1))
      value.children = { depth == 0 ? [] : [level(depth - 1)] }
      return value
    }
    let (value, visits) = read(level(20_000))
    #expect(value == nil)
    #expect(visits.values == MessageWalk<Body>.greatestDepth + 1)
  }

  @Test func `a million numbers are dropped before one of them is looked at`() {
    let list = Value(.array(count: 1_000_000))
    list.children = {
      Issue.record("the numbers were asked for")
      return []
    }
    let (value, visits) = read(list)
    #expect(value == nil)
    #expect(visits.values == 1)
  }

  @Test func `many lists that are short each are too many together`() {
    let short = Value(list: (0..<30).map { _ in Value(.null) })
    let (value, visits) = read(Value(list: (0..<400).map { _ in short }))
    #expect(value == nil)
    #expect(visits.values <= Self.most)
  }

  @Test(arguments: [0, 1])
  func `texts count by their bytes, and are not read where they cannot fit`(excess: Int) {
    let most = MessageWalk<Body>.mostText
    let (value, visits) = read(Value(String(repeating: "x", count: most + excess)))
    #expect((value == nil) == (excess == 1))
    #expect(visits.bytes == (excess == 0 ? most : 0))
    // Half as many units of UTF-16 as bytes.
    let wide = String(repeating: "é", count: (most + 2 * excess) / 2)
    #expect((read(Value(wide)).value == nil) == (excess == 1))
    let halves = Value(list: (0..<2).map { _ in Value(String(repeating: "x", count: most / 2)) })
    #expect(read(halves).value != nil)
    let three = Value(list: (0..<3).map { _ in Value(String(repeating: "x", count: most / 2)) })
    #expect(read(three).value == nil)
  }

  @Test(arguments: [32, 33])
  func `an object has at most as many members as any message of ours`(count: Int) {
    let object = Value(.object(count: count))
    object.keys = (0..<count).map { Value("k\($0)") }
    object.children = { (0..<count).map { _ in Value(.null) } }
    #expect((read(object).value != nil) == (count == 32))
  }

  @Test(arguments: [8, 9])
  func `eight levels are read`(levels: Int) {
    var value = Value(list: [])
    for _ in 1..<levels { value = Value(list: [value]) }
    #expect((read(value).value != nil) == (levels == 8))
  }

  @Test func `a key that is no text makes no message`() {
    let object = Value(.object(count: 1))
    object.keys = [Value(.number(1))]
    object.children = { [Value(.null)] }
    #expect(read(object).value == nil)
  }
}
