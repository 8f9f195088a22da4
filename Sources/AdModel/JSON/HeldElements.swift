// SPDX-License-Identifier: MIT

/// The elements of one long array of a document, made one at a time: the text is in memory, and a
/// tree of all of it is not.
package struct HeldElements: Sendable {
  private let bytes: [UInt8]
  private let ranges: [Range<Int>]
  private let limits: JSONReader.Limits
  private let path: JSONPath

  init(of bytes: [UInt8], at ranges: [Range<Int>], limits: JSONReader.Limits, path: JSONPath) {
    self.bytes = bytes
    self.ranges = ranges
    self.limits = limits
    self.path = path
  }

  /// How many elements there are.
  package var count: Int { ranges.count }

  /// Makes the element at a place, from 0, as a node of the document.
  /// - Throws: `JSONError` only for what reading the document would have refused.
  /// - Complexity: Linear in the length of the element.
  package func node(at place: Int) throws(JSONError) -> JSONNode {
    let value = try JSONReader.read(bytes, in: ranges[place], firstLine: 1, limits: limits)
    return JSONNode(value, at: path.appending(.index(place)))
  }

  /// Reads a text that holds one object, of which one member may be a long array.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - key: The member whose elements are checked and let go of.
  ///   - limits: What the text may not exceed.
  /// - Returns: The document, in which that array is empty, and its elements; nil where there is no
  ///   such member or another value.
  /// - Throws: `JSONError` with the place of the first fault.
  package static func read(
    _ bytes: [UInt8], holding key: String, limits: JSONReader.Limits = .document
  ) throws(JSONError) -> (document: JSONValue, held: HeldElements?) {
    var parser = JSONParser(
      bytes: bytes, range: bytes.startIndex..<bytes.endIndex, limits: (limits.bytes, limits.depth),
      holding: key)
    let document = try JSONReader.document(of: &parser, firstLine: 1)
    let held = parser.held.map {
      HeldElements(of: bytes, at: $0, limits: limits, path: JSONPath([.key(key)]))
    }
    return (document, held)
  }
}
