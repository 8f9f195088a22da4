// SPDX-License-Identifier: MIT
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An XML document as Foundation's parser reads it, to hold ours against.
struct WrittenXML {
  /// The names of its elements in order.
  let elements: [String]
  /// The texts that they hold, without those of spaces alone.
  let texts: [String]

  private struct Malformed: Error {
    let line: Int
    let reason: String
  }

  init(_ text: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse() else {
      throw Malformed(line: parser.lineNumber, reason: "\(String(describing: parser.parserError))")
    }
    elements = reader.elements
    texts = reader.texts
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [String] = []
    var texts: [String] = []
    private var current = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append(name)
      current = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { current += string }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      if !current.allSatisfy(\.isWhitespace) { texts.append(current) }
      current = ""
    }
  }
}
