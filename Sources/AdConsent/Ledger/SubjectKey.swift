// SPDX-License-Identifier: MIT
public import AdModel

/// The pseudonymous key of a person, as the store holds it.
///
/// Its description hides it: a subject key does not belong in a message or a log.
public struct SubjectKey: Hashable, Sendable {
  /// The text that is stored and looked up.
  public let stored: String
  /// What tells the secret that the key was hashed with from others, without telling the secret;
  /// nil for a key as it is.
  public let secretCheck: ContentHash?

  /// Takes a key as it is.
  /// - Parameter key: One to 256 bytes without control characters.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong` or `badCharacter`; it never holds the key.
  public init(_ key: String) throws(InvalidValue) {
    try checkLength("subject key", key, atMost: 256, ifEmpty: "give at least 1 byte")
    try checkPrintable("subject key", key)
    stored = key
    secretCheck = nil
  }

  /// Replaces a key by its keyed hash, so that the store holds nothing that could be guessed.
  ///
  /// - Parameters:
  ///   - key: The key to hide: a device id, an e-mail address.
  ///   - secret: What only the caller knows; keep it outside the store.
  /// - Throws: ``InvalidValue`` as for ``init(_:)``, and `malformed` for what is a keyed hash already: hashed
  ///   again, it would be somebody else, of whom nobody ever heard.
  public init(hashing key: String, secret: [UInt8]) throws(InvalidValue) {
    let plain = try SubjectKey(key)
    guard !plain.looksHashed else { throw Self.alreadyHashed }
    let code = KeyedHash.code(for: Array(plain.stored.utf8), key: secret)
    stored = "\(Self.hashPrefix)\(code.hex)"
    secretCheck = KeyedHash.code(for: Array("AdView subject secret 1".utf8), key: secret)
  }

  /// Takes a key as a store holds it.
  /// - Parameter secretCheck: The store's check value of its secret, where it has one.
  package init(stored: String, secretCheck: ContentHash?) {
    self.stored = stored
    self.secretCheck = secretCheck
  }

  /// The beginning of every keyed hash.
  package static let hashPrefix = "hmac-sha256:"

  /// Whether the text has the form of a keyed hash, whoever made it.
  package var looksHashed: Bool { stored.hasPrefix(Self.hashPrefix) }

  /// The error of a key in the place of which its hash is given.
  package static let alreadyHashed = InvalidValue(
    .malformed, field: "subject key",
    reason: "is a keyed hash already, as a list shows it; give the key itself, and name the secret")
}

extension SubjectKey {
  /// The key without what people overlook: case, white space, characters that are not shown, and, as
  /// texts are compared, the form in which letters with marks are written.
  package var withoutSubtleties: String {
    var scalars = String.UnicodeScalarView()
    scalars.append(
      contentsOf: stored.unicodeScalars.lazy.filter {
        !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
      })
    return String(scalars).lowercased()
  }
}

extension SubjectKey: CustomStringConvertible, CustomReflectable {
  /// The words `subject key`, whatever the key is.
  public var description: String { "subject key" }

  /// No children, so that dumping a value that holds a key does not print it.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
