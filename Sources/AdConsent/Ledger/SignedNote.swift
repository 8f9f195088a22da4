// SPDX-License-Identifier: MIT
import AdModel

/// A text with signatures under it, as logs keep their heads elsewhere (c2sp.org/signed-note).
package struct SignedNote: Hashable, Sendable {
  /// A line below the text.
  package struct Signature: Hashable, Sendable {
    /// Whose it is, without spaces and plus signs.
    package let name: String
    /// Four bytes that tell keys of one name apart.
    package let keyID: [UInt8]
    package let bytes: [UInt8]

    package init(name: String, keyID: [UInt8], bytes: [UInt8]) {
      self.name = name
      self.keyID = keyID
      self.bytes = bytes
    }
  }

  /// What is signed: lines, each with its end.
  package let text: String
  package let signatures: [Signature]

  package init(text: String, signatures: [Signature]) {
    self.text = text
    self.signatures = signatures
  }

  /// The note as it is kept.
  package var document: String {
    text + "\n"
      + signatures.map { "\u{2014} \($0.name) \(Base64.text($0.keyID + $0.bytes))\n" }.joined()
  }

  /// Reads a note.
  /// - Returns: Nil for anything that is none; signatures of any kind are kept.
  package init?(document bytes: [UInt8]) {
    guard let document = String(validating: bytes, as: UTF8.self),
      document.unicodeScalars.allSatisfy({ $0 == "\n" || $0.value >= 32 }),
      bytes.last == UInt8(ascii: "\n")
    else { return nil }
    var lines = document.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let gap = lines.lastIndex(of: ""), gap > 0, gap + 1 < lines.endIndex else { return nil }
    text = lines[..<gap].map { "\($0)\n" }.joined()
    lines = lines[(gap + 1)...]
    var signatures: [Signature] = []
    for line in lines {
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "\u{2014}", Self.isName(parts[1]),
        let bytes = Base64.bytes(parts[2]), bytes.count > 4
      else { return nil }
      signatures.append(
        Signature(
          name: String(parts[1]), keyID: Array(bytes.prefix(4)), bytes: Array(bytes.dropFirst(4))))
    }
    self.signatures = signatures
  }

  /// Whether a text can be the name of a key.
  package static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.unicodeScalars.allSatisfy { $0.value > 32 && $0 != "+" && $0 != "\u{7F}" }
      && !name.unicodeScalars.contains { $0.properties.isWhitespace }
  }

  /// The four bytes that stand for a key of Ed25519 under a name.
  /// - Parameter key: Its 32 bytes.
  package static func keyID(of key: [UInt8], name: String) -> [UInt8] {
    Array(ContentHasher.hash(Array("\(name)\n".utf8) + [1] + key).bytes.prefix(4))
  }

  /// A key of Ed25519 as whoever checks notes is told of it.
  package static func verifierKey(of key: [UInt8], name: String) -> String {
    "\(name)+\(Hexadecimal.text(keyID(of: key, name: name)))+\(Base64.text([1] + key))"
  }

  /// Reads what ``verifierKey(of:name:)`` wrote; nil for anything else.
  package static func key(of text: String) -> (name: String, key: [UInt8])? {
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, isName(parts[0]), let bytes = Base64.bytes(parts[2]),
      bytes.count == 33, bytes[0] == 1
    else { return nil }
    let (name, key) = (String(parts[0]), Array(bytes.dropFirst()))
    return Hexadecimal.bytes(parts[1]) == keyID(of: key, name: name) ? (name, key) : nil
  }
}
