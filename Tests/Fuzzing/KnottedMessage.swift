// SPDX-License-Identifier: MIT
import AdInjection

/// The body of a message whose values are places in some bytes, so that they can hold one another and
/// themselves in every way.
struct KnottedMessage: MessageBody {
  let bytes: [UInt8]

  var root: Int { 0 }

  private func byte(_ place: Int) -> Int {
    bytes.isEmpty ? 0 : Int(bytes[place % bytes.count])
  }

  /// The places of the values that a value holds.
  private func places(of node: Int, _ count: Int) -> [Int] {
    (0..<count).map { byte(node + 2 + $0) }
  }

  func kind(of node: Int) -> MessageNode {
    let size = byte(node + 1)
    return switch byte(node) % 7 {
    case 0: .null
    case 1: .bool(size % 2 == 0)
    case 2: .number(size == 255 ? .nan : size == 254 ? .infinity : Double(size) / 4 - 20)
    case 3: .text(atLeast: text(of: node).utf8.count)
    case 4: .array(count: size % 40)
    case 5: .object(count: size % 40)
    default: .other
    }
  }

  func text(of node: Int) -> String {
    let words = [
      "type", "message", "level", "log", "width", "height", "slotId", "size", "time", "adSize",
      "noFill",
      "parsed", "rendered", "filled", "console", "impressionViewable", "slotVisibilityChanged",
      "tag",
    ]
    let size = byte(node + 1)
    return size < words.count ? words[size] : String(repeating: "x", count: size)
  }

  func elements(of node: Int) -> [Int] { places(of: node, byte(node + 1) % 40) }

  func members(of node: Int) -> [(key: Int, value: Int)] {
    places(of: node, byte(node + 1) % 40).map { (key: $0, value: $0 + 1) }
  }
}
