// SPDX-License-Identifier: MIT
public import AdModel

/// Something that lies over a page, and why it does.
public struct Obstruction: Hashable, Sendable {
  /// Why something lies over a page. Cases may be added: `switch` over it with a `default`.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// A bar of the app, such as for navigation or tools.
    case bar
    /// The keyboard.
    case keyboard
    /// A sheet, a menu or an alert.
    case sheet
    /// Another window.
    case window
    /// Anything else of the app.
    case overlay
    /// A button that closes the ad: it belongs to the ad, and covers nothing.
    case closeButton
    /// The controls of a video: they belong to the ad, and cover nothing.
    case mediaControls
    /// Something that nobody sees, such as a clear view that takes touches: it covers nothing.
    case invisible

    /// Whether it takes nothing away from what a person sees of an ad.
    public var isFriendly: Bool { [.closeButton, .mediaControls, .invisible].contains(self) }
  }

  /// Where it is, in points from the viewport's top left corner: it stays there as the page scrolls.
  public var frame: AdRect
  /// Why it is there.
  public var reason: Reason

  /// Names what lies over a page.
  public init(_ frame: AdRect, _ reason: Reason) {
    self.frame = frame
    self.reason = reason
  }
}
