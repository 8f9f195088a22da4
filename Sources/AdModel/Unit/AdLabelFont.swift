// SPDX-License-Identifier: MIT

/// A font of an ad's label, named as SwiftUI names fonts: `.caption.bold()`, `.system(size: 12)`.
///
/// A text style stands for its size at the system's standard text size.
public struct AdLabelFont: Hashable, Sendable {
  /// The size in points.
  public let size: Double
  /// How heavy it is.
  public let weight: AdLabel.Weight

  private init(_ size: Double, _ weight: AdLabel.Weight = .regular) {
    (self.size, self.weight) = (size, weight)
  }

  /// The system's font.
  /// - Parameter size: The size in points; the label takes 1 to 100.
  public static func system(size: Double, weight: AdLabel.Weight = .regular) -> AdLabelFont {
    AdLabelFont(size, weight)
  }

  /// The text style `body`, 17 points.
  public static let body = AdLabelFont(17)
  /// The text style `callout`, 16 points.
  public static let callout = AdLabelFont(16)
  /// The text style `caption`, 12 points.
  public static let caption = AdLabelFont(12)
  /// The text style `caption2`, 11 points.
  public static let caption2 = AdLabelFont(11)
  /// The text style `footnote`, 13 points.
  public static let footnote = AdLabelFont(13)
  /// The text style `headline`, 17 points and semibold.
  public static let headline = AdLabelFont(17, .semibold)
  /// The text style `subheadline`, 15 points.
  public static let subheadline = AdLabelFont(15)

  /// The font in bold.
  public func bold() -> AdLabelFont { weight(.bold) }

  /// The font in another weight.
  public func weight(_ weight: AdLabel.Weight) -> AdLabelFont { AdLabelFont(size, weight) }
}
