// SPDX-License-Identifier: MIT
public import AdModel

/// The page that every ad web view loads, as the publisher gives it.
///
/// Loading adds parameters to it: an existing query and fragment are kept, and a parameter that is
/// already there is not repeated.
public struct TemplateURL: Hashable, Sendable, CustomStringConvertible {
  /// The greatest length of a URL in bytes.
  public static let longest = 8_192
  /// The parameter that keeps a cache from answering; its value must differ for every load.
  public static let cacheBusterParameter = "rnd"
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
  ///   a user name or password; at most ``longest`` bytes.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong`, `badCharacter` or `malformed`.
  public init(_ text: String) throws(InvalidValue) {
    let field = "template URL"
    if text.isEmpty {
      throw InvalidValue(.empty, field: field, reason: "is empty; give an http or https URL")
    }
    if text.utf8.count > Self.longest {
      throw InvalidValue(
        .tooLong, field: field,
        reason: "has \(text.utf8.count) bytes; at most \(Self.longest) are allowed")
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
      throw InvalidValue(
        .badCharacter, field: field,
        reason: "\(text.quotedForPeople) holds a space, a backslash, a control character or a "
          + "character beyond ASCII; percent-encode it, and write a host in its xn-- form")
    }
    guard let parts = URLParts(text), parts.isWeb else {
      throw InvalidValue(
        .malformed, field: field,
        reason: "\(text.quotedForPeople) is not an http or https URL with a host")
    }
    if parts.hasCredentials {
      throw InvalidValue(
        .malformed, field: field, reason: "holds a user name or password; leave it out")
    }
    self.init(validated: text)
  }

  /// The URL to load.
  ///
  /// Added in this order: `didomi-disable-notice=true`, `aym_debug=true` while debugging, further
  /// parameters, and the cache buster, which is always last.
  /// - Parameters:
  ///   - debug: Whether the page is told that it is being debugged.
  ///   - consentParameter: A parameter that carries consent, as
  ///     `didomiConfig.user.externalConsent.value=…`, already percent-encoded.
  ///   - cacheBuster: A value that no other load uses, such as a UUID; other characters than
  ///     letters, digits, `-`, `.`, `_` and `~` are percent-encoded.
  /// - Returns: The URL.
  public func url(
    debug: Bool = false, consentParameter: String? = nil, cacheBuster: String? = nil
  ) -> String {
    let (beforeFragment, fragment) = description.split(at: "#")
    let (path, query) = beforeFragment.split(at: "?")
    var parameters = (query ?? "").split(separator: "&", omittingEmptySubsequences: false)
      .map(String.init)
    if parameters.last == "" { parameters.removeLast() }
    func addUnlessThere(_ parameter: String) {
      let name = parameter.split(at: "=").before
      if !parameters.contains(where: { $0.split(at: "=").before == name }) {
        parameters.append(parameter)
      }
    }
    addUnlessThere("didomi-disable-notice=true")
    if debug { addUnlessThere("aym_debug=true") }
    if let consentParameter { addUnlessThere(consentParameter) }
    if let cacheBuster {
      parameters.removeAll { $0.split(at: "=").before == Self.cacheBusterParameter }
      parameters.append("\(Self.cacheBusterParameter)=\(cacheBuster.percentEncoded)")
    }
    return path + "?" + parameters.joined(separator: "&") + (fragment.map { "#" + $0 } ?? "")
  }
}

extension String {
  /// The text before and after the first place where a character stands.
  fileprivate func split(at mark: Character) -> (before: String, after: String?) {
    guard let place = firstIndex(of: mark) else { return (self, nil) }
    return (String(self[..<place]), String(self[index(after: place)...]))
  }

  /// All but the unreserved characters of RFC 3986, section 2.3, percent-encoded.
  fileprivate var percentEncoded: String {
    var encoded: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.append(byte)
      default:
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
