// SPDX-License-Identifier: MIT
public import AdModel

/// The page that every ad web view loads, as the publisher gives it.
///
/// Loading sets parameters of it: the rest of its query and its fragment are kept, and what is set
/// ends up there once, whatever the query said of it before.
public struct TemplateURL: Hashable, Sendable, CustomStringConvertible {
  /// The greatest length of a URL in bytes.
  package static let longest = 8_192
  /// The parameter that keeps a cache from answering; its value must differ for every load.
  package static let cacheBusterParameter = "rnd"
  /// The template of a store that names none.
  public static let standard = TemplateURL(
    validated: "https://adops.stepdev.dk/wp-content/ad-template.html?didomi-disable-notice=true")

  /// The URL as it was given.
  public let description: String

  private init(validated: String) {
    description = validated
  }

  /// Takes a URL after checking it.
  ///
  /// - Parameter text: An absolute `http` or `https` URL with a host, in printable ASCII, without
  ///   a user name or password; at most `longest` bytes.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong`, `badCharacter` or `malformed`.
  public init(_ text: String) throws(InvalidValue) {
    let field = "template URL"
    try checkLength(field, text, atMost: Self.longest, ifEmpty: "give an http or https URL")
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
      throw InvalidValue(
        .badCharacter, field: field,
        reason: "\(text.quotedForDisplay) holds a space, a backslash, a control character or a "
          + "character beyond ASCII; percent-encode it, and write a host in its xn-- form")
    }
    // Browsers read a host out of `https:x` and `https:///x` too; here it is a slip of the pen.
    guard let parts = URLParts(text), parts.isWeb,
      text.dropFirst(parts.scheme.utf8.count).hasPrefix("://"),
      !text.dropFirst(parts.scheme.utf8.count).hasPrefix(":///")
    else {
      throw InvalidValue(
        .malformed, field: field,
        reason: "\(text.quotedForDisplay) is not an http or https URL with a host")
    }
    if parts.hasCredentials {
      throw InvalidValue(
        .malformed, field: field, reason: "holds a user name or password; leave it out")
    }
    self.init(validated: text)
  }

  /// The URL to load.
  ///
  /// Set in this order: `didomi-disable-notice=true`, `aym_debug=true` while debugging, and the
  /// cache buster, which is always last. One that the query has already, also
  /// percent-encoded, with another value or more than once, keeps its first place.
  /// - Parameters:
  ///   - debug: Whether the page is told that it is being debugged.
  ///   - cacheBuster: A value that no other load uses, such as a UUID; other characters than
  ///     letters, digits, `-`, `.`, `_` and `~` are percent-encoded. Without one, a cache buster
  ///     that the template has goes all the same: its value would not differ.
  package func url(debug: Bool = false, cacheBuster: String? = nil) -> String {
    let (beforeFragment, fragment) = description.split(at: UInt8(ascii: "#"))
    let (path, query) = beforeFragment.split(at: UInt8(ascii: "?"))
    var parameters = (query ?? "").utf8
      .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .map { Parameter(String(Substring($0))) }
    if parameters.last?.text == "" { parameters.removeLast() }
    func set(_ text: String) {
      let parameter = Parameter(text)
      let place = parameters.firstIndex { $0.name == parameter.name } ?? parameters.count
      parameters.removeAll { $0.name == parameter.name }
      parameters.insert(parameter, at: place)
    }
    set("didomi-disable-notice=true")
    if debug { set("aym_debug=true") }
    parameters.removeAll { $0.name == Self.cacheBusterParameter }
    var texts = parameters.map(\.text)
    if let cacheBuster {
      texts.append("\(Self.cacheBusterParameter)=\(cacheBuster.percentEncoded)")
    }
    return path + "?" + texts.joined(separator: "&") + (fragment.map { "#" + $0 } ?? "")
  }

  /// A query's `name=value`.
  private struct Parameter {
    let text: String
    /// The name as a page reads it, percent-decoded.
    let name: String

    init(_ text: String) {
      self.text = text
      let name = text.split(at: UInt8(ascii: "=")).before
      self.name =
        URLParts.percentDecoded(Array(name.utf8)[...])
        .map { String(decoding: $0, as: UTF8.self) } ?? name
    }
  }
}

extension String {
  /// The text before and after the first place where a character of ASCII stands.
  fileprivate func split(at mark: UInt8) -> (before: String, after: String?) {
    guard let place = utf8.firstIndex(of: mark) else { return (self, nil) }
    return (String(self[..<place]), String(self[utf8.index(after: place)...]))
  }
}

extension TemplateURL: Codable, CodedAsText {}
