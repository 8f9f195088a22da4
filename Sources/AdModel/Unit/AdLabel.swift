// SPDX-License-Identifier: MIT

/// The small text above an ad that says that it is one.
public struct AdLabel: Hashable, Sendable {
  /// How heavy the label's font is, lightest first, in SwiftUI's names.
  ///
  /// These cases are all; none will be added.
  public enum Weight: String, CaseIterable, Hashable, Codable, Sendable {
    /// 100 in CSS.
    case ultraLight
    /// 200 in CSS.
    case thin
    /// 300 in CSS.
    case light
    /// 400 in CSS: that of running text.
    case regular
    /// 500 in CSS.
    case medium
    /// 600 in CSS.
    case semibold
    /// 700 in CSS: that of labels, where nothing is said.
    case bold
    /// 800 in CSS.
    case heavy
    /// 900 in CSS.
    case black
  }

  /// The length of the text.
  package static let textLimit = Limit.characters(1...200)
  /// The font's size.
  package static let fontSizeLimit = Limit(1...100, "points")

  /// Whether the label is shown.
  public package(set) var isShown: Bool
  /// What it says.
  public package(set) var text: String
  /// The font's size in points, 1 to 100.
  public package(set) var fontSize: Double
  /// The font's weight.
  public package(set) var fontWeight: Weight

  /// The label of a unit that names none: hidden, `annonce`, 10 points, bold.
  public static let standard = AdLabel(isShown: false)

  private init(isShown: Bool) {
    self.isShown = isShown
    text = "annonce"
    fontSize = 10
    fontWeight = .bold
  }

  /// Makes a label after checking it.
  /// - Parameters:
  ///   - isShown: Whether it is shown.
  ///   - text: What it says; 1 to 200 characters.
  ///   - fontSize: The font's size in points, 1 to 100.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong` or `outOfRange`.
  public init(
    isShown: Bool, text: String = "annonce", fontSize: Double = 10, fontWeight: Weight = .bold
  ) throws(InvalidValue) {
    self.isShown = isShown
    self.text = text
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    try validate()
  }

  /// Checks the text and the font's size, for whoever has set them one by one.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong` or `outOfRange`.
  package func validate() throws(InvalidValue) {
    try Self.textLimit.check(text, "label text")
    try Self.fontSizeLimit.check(fontSize, "label font size")
  }
}
