// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// A script that a host evaluates in a page when its moment has come, rather than injects.
public struct HostScript: Equatable, Sendable {
  /// A script's moment or purpose, by which hosts and exports name it.
  /// Cases may be added: `switch` over it with a `default`.
  public enum Name: String, Sendable, CaseIterable {
    /// In an ad's page that has finished loading, once the ad is displayed: has it rendered.
    case onDisplayed
    /// In an ad's page that has finished loading: its value is a JSON string, the object
    /// `{"fetch", "render"}` with the page's own thresholds in percent, or `null` for none.
    case onLoaded
    /// In an ad's page, whenever the app has measured how much of the ad is visible: a template to
    /// fill, see ``HostScript/blanks``.
    case viewability
    /// In a content page that has finished loading: its placeholders are reported from then on.
    case startTracking
    /// In a content page: its placeholders are reported as removed, and then no more.
    case stopTracking
  }

  /// A word of the source in whose place a value must be put before the script is evaluated.
  public struct Blank: Equatable, Sendable {
    /// The word, which stands once in the source.
    public let word: String
    /// The value's meaning and its form in JavaScript.
    public let value: String
  }

  /// The script's moment or purpose.
  public let name: Name
  /// The script's text.
  public let source: String
  /// The SHA-256 of the text's UTF-8 bytes, as 64 hexadecimal digits.
  public let sha256: String
  /// What must be put into the text; empty for a script that is evaluated as it stands.
  public let blanks: [Blank]

  init(_ name: Name, _ source: String, blanks: [Blank] = []) {
    self.name = name
    self.source = source
    sha256 = ContentHasher.hash(source).hex
    self.blanks = blanks
  }
}
