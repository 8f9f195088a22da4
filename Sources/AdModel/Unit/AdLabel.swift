// SPDX-License-Identifier: MIT

/// The small text above an ad that says that it is one.
public struct AdLabel: Hashable, Sendable {
  /// How heavy the label's font is, lightest first, in SwiftUI's names.
  public enum Weight: String, CaseIterable, Hashable, Sendable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  /// The greatest length of the text in UTF-8 bytes.
  package static let longestText = 200

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
  ///   - text: What it says; not empty, at most ``longestText`` UTF-8 bytes.
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
    if text.isEmpty {
      throw InvalidValue(
        .empty, field: "label text", reason: "is empty; hide the label instead")
    }
    if text.utf8.count > Self.longestText {
      throw InvalidValue(
        .tooLong, field: "label text",
        reason: "has \(text.utf8.count) bytes; at most \(Self.longestText) are allowed")
    }
    guard (1...100).contains(fontSize) else {
      throw InvalidValue(
        .outOfRange, field: "label font size",
        reason: "is \(fontSize.formatted); it must be 1 to 100 points")
    }
  }
}
