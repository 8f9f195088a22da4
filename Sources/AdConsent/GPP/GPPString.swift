// SPDX-License-Identifier: MIT
import AdModel

/// A string of the Global Privacy Platform: a header that names sections, and the sections.
///
/// Sections are kept byte for byte; ``GPPSectionContent`` reads what is in one. Relay ``text`` as it
/// came.
///
/// Source: IAB Tech Lab, Global Privacy Platform, "Consent String Specification".
package struct GPPString: Hashable, Sendable {
  /// The longest text that is read, in bytes.
  package static let longestText = 131_072

  /// The string as it came.
  package let text: String
  /// The sections, by ascending number.
  package let sections: [GPPSection]

  /// Reads the header and splits the sections.
  ///
  /// What is in a section is not read here: see ``GPPSectionContent``. Takes time in proportion to
  /// the length, which is limited to ``longestText``.
  /// - Throws: ``ConsentStringError`` for a malformed header or a section that cannot be one.
  package init(decoding text: String) throws(ConsentStringError) {
    guard text.utf8.count <= Self.longestText else {
      throw GPPHeader.error(.tooLong, at: 0, "the limit is \(Self.longestText) bytes")
    }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    let header = parts[0]
    let ids = try GPPHeader.sectionIDs(in: bytes, header.indices, atMost: parts.count - 1)
    guard ids.count == parts.count - 1 else {
      throw GPPHeader.error(
        .sectionCount, at: header.endIndex,
        "the header names \(ids.count.counted("section")) and \(parts.count - 1) follow")
    }
    var sections: [GPPSection] = []
    for (id, part) in zip(ids, parts.dropFirst()) {
      try Self.check(part)
      sections.append(GPPSection(id: id, text: String(decoding: part, as: UTF8.self)))
    }
    self.text = text
    self.sections = sections
  }

  /// Finds a section by its number.
  package subscript(id: GPPSectionID) -> GPPSection? { sections.first { $0.id == id } }

  /// Sections are base64url in sub-sections with dots between, and never empty.
  private static func check(_ section: ArraySlice<UInt8>) throws(ConsentStringError) {
    guard !section.isEmpty else {
      throw GPPHeader.error(.empty, at: section.startIndex, "a section is empty")
    }
    for (offset, byte) in zip(section.indices, section)
    where byte != UInt8(ascii: ".") && !Base64URL.isLetter(byte) {
      throw GPPHeader.error(
        .character, at: offset, "only A-Z, a-z, 0-9, -, _ and . stand in a section")
    }
  }
}
