// SPDX-License-Identifier: MIT
public import AdModel

/// A notice of consent as people saw it, kept whole so that it can be put on the table years later.
///
/// A record names it by ``hash``, which stands in the ledger's proof; the notice itself may be altered by
/// nobody without that being told.
public struct ShownNotice: Hashable, Sendable {
  /// Text or code, or a picture, with its media type.
  public struct Document: Hashable, Sendable {
    /// How many bytes one may have: 16 MiB.
    public static let mostBytes = 16 << 20

    /// What it is: `text/html`, `image/png`.
    public let mediaType: String
    /// The content, byte for byte.
    public let bytes: [UInt8]

    /// Takes a document.
    /// - Parameters:
    ///   - mediaType: `type/subtype` (RFC 6838), at most 127 bytes.
    ///   - bytes: At least one and at most ``mostBytes``.
    /// - Throws: ``InvalidValue`` with `empty`, `tooLong` or `malformed`.
    public init(_ mediaType: String, _ bytes: [UInt8]) throws(InvalidValue) {
      guard !bytes.isEmpty else {
        throw InvalidValue(.empty, field: "notice", reason: "has no content")
      }
      guard bytes.count <= Self.mostBytes else {
        throw InvalidValue(
          .tooLong, field: "notice",
          reason: "has \(bytes.count.counted("byte")); at most \(Self.mostBytes) are allowed")
      }
      guard Self.isMediaType(mediaType) else {
        throw InvalidValue(
          .malformed, field: "media type",
          reason: "is no media type; expected type/subtype, as in text/html")
      }
      (self.mediaType, self.bytes) = (mediaType, bytes)
    }

    /// The SHA-256 of the content.
    public var hash: ContentHash { ContentHasher.hash(bytes) }

    private static func isMediaType(_ text: String) -> Bool {
      let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      return text.utf8.count <= 127 && parts.count == 2
        && parts.allSatisfy { part in
          !part.isEmpty
            && part.allSatisfy { byte in
              switch byte {
              case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
              default: false
              }
            }
        }
    }
  }

  /// The notice's id at the consent platform.
  public var id: String?
  /// Which version of it.
  public var version: String?
  /// The language it was shown in.
  public var language: String?
  /// Its text or code.
  public var text: Document
  /// What it looked like.
  public var picture: Document?
  /// The purposes that it asked about, in their order.
  public var purposes: [ConsentItemID]
  /// The vendors that it named, in their order.
  public var vendors: [ConsentItemID]

  /// Describes a notice.
  public init(
    id: String? = nil, version: String? = nil, language: String? = nil, text: Document,
    picture: Document? = nil, purposes: [ConsentItemID] = [], vendors: [ConsentItemID] = []
  ) {
    (self.id, self.version, self.language) = (id, version, language)
    (self.text, self.picture) = (text, picture)
    (self.purposes, self.vendors) = (purposes, vendors)
  }

  /// The SHA-256 of everything about it: what a record names it by.
  public var hash: ContentHash { ContentHasher.hash(manifest) }

  /// What a record says of it.
  public var notice: ConsentNotice {
    ConsentNotice(id: id, version: version, language: language, contentHash: hash)
  }

  /// Everything about it as JSON text, its documents by their hashes.
  package var manifest: String {
    let value: JSONValue = [
      "id": id.map { .string($0) } ?? .null, "version": version.map { .string($0) } ?? .null,
      "language": language.map { .string($0) } ?? .null, "text": text.json,
      "picture": picture?.json ?? .null,
      "purposes": .array(purposes.map { .string($0.description) }),
      "vendors": .array(vendors.map { .string($0.description) }),
    ]
    // Nothing in it that JSON cannot say: no number, and texts of Swift are Unicode.
    return (try? value.text()) ?? ""
  }

  /// Reads what ``manifest`` wrote.
  /// - Parameter document: Gives the content of a hash; nil where it is gone.
  /// - Throws: `JSONError` where it is something else, or a document is gone or another.
  package init(
    manifest: String, _ document: (ContentHash) -> [UInt8]?
  ) throws(JSONError) {
    let node = JSONNode(try JSONReader.read(text: manifest))
    try node.object(
      knowing: ["id", "version", "language", "text", "picture", "purposes", "vendors"])
    func items(_ name: String) throws(JSONError) -> [ConsentItemID] {
      var items: [ConsentItemID] = []
      for item in try node.member(name).elements() {
        items.append(ConsentItemID(try item.string()))
      }
      return items
    }
    self.init(
      id: try node.optional("id")?.string(), version: try node.optional("version")?.string(),
      language: try node.optional("language")?.string(),
      text: try Document(node.member("text"), document),
      picture: try node.optional("picture").map { node throws(JSONError) in
        try Document(node, document)
      }, purposes: try items("purposes"), vendors: try items("vendors"))
  }
}

extension ShownNotice.Document {
  fileprivate var json: JSONValue {
    ["mediaType": .string(mediaType), "sha256": .string(hash.hex)]
  }

  fileprivate init(
    _ node: JSONNode, _ document: (ContentHash) -> [UInt8]?
  ) throws(JSONError) {
    try node.object(knowing: ["mediaType", "sha256"])
    let hash = try node.member("sha256").digest()
    guard let bytes = document(hash), ContentHasher.hash(bytes) == hash,
      let document = try? Self(node.member("mediaType").string(), bytes)
    else { throw node.notAllowed("its content is gone, or is another") }
    self = document
  }
}
