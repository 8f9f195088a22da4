// SPDX-License-Identifier: MIT

extension Unicode.Scalar {
  /// Whether it shows text in another order than it is stored, or on another line: the marks that turn
  /// the direction of writing, and the separators of lines and paragraphs.
  package var turnsWriting: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
