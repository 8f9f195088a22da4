// SPDX-License-Identifier: MIT

/// A text whose bytes are its identity, as in a database and a page.
///
/// Swift's own texts are equal, and hash alike, in all spellings of the same characters. A set of those
/// that compared bytes alone would have such spellings collide, as many as somebody sends.
package struct ByteText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Takes a text.
  package init(_ text: String) { self.text = text }

  /// Whether both have the same bytes.
  package static func == (left: Self, right: Self) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Feeds the bytes that ``==(_:_:)`` compares, and one that ends them.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    // No byte of UTF-8, so that two texts in a row are not two others.
    hasher.combine(0xFF as UInt8)
  }
}
