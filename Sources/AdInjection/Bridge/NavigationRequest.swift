// SPDX-License-Identifier: MIT

/// A navigation that a web view is about to make, as its navigation or UI delegate learns of it.
public struct NavigationRequest: Equatable, Sendable {
  /// Where the navigation would show. These cases are all; none will be added.
  public enum Place: Equatable, Sendable {
    /// The main frame of the ad's web view.
    case mainFrame
    /// Another frame of the ad's web view.
    case frame
    /// A window that does not exist yet: `window.open`, `target="_blank"`.
    case newWindow
    /// The invisible popup that a host made for ``NavigationDecision/openPopup``, so many
    /// milliseconds ago.
    case popup(age: Int64)
  }

  /// What leads to the navigation. These cases are all; none will be added.
  public enum Cause: Sendable, CaseIterable {
    /// A link, followed by the person or by a script: engines call both a clicked link.
    case link
    /// The answer of a server.
    case redirect
    /// Anything else: the app's own load, a script, a form, the history.
    case other
  }

  /// Whether the person asked for it, as far as the engine says.
  ///
  /// These cases are all; none will be added.
  public enum Gesture: Sendable, CaseIterable {
    /// A tap or click led to it.
    case present
    /// A script did it by itself.
    case absent
    /// The engine does not say, as `WKNavigationAction` does not.
    case unknown
  }

  /// Where it leads.
  package var target: String
  /// Where it would show.
  package var place: Place
  /// What leads to it.
  package var cause: Cause
  /// Whether the person asked for it, as far as the engine says.
  package var gesture: Gesture
  /// Milliseconds since the person last clicked in the ad's web view, by a finger, a key or an
  /// accessibility action; `nil` where that never happened, and where it has led out already.
  package var sinceClick: Int64?
  /// Whether the navigation that is redirected began with a click: ``NavigationVerdict/isClick``
  /// of the verdict about it. It says nothing of other navigations.
  package var followsClick: Bool
  /// The URL that the web view was first told to load, if any.
  package var initialURL: String?
  /// The URL of the frame that asks, where it is known.
  package var sourceURL: String?
  /// Further schemes, in lower case, by which a link that a person followed may leave the app.
  package var leavingSchemes: Set<String> = []

  /// Describes a navigation.
  public init(
    target: String, place: Place, cause: Cause = .other, gesture: Gesture = .unknown,
    sinceClick: Int64? = nil, followsClick: Bool = false, initialURL: String?,
    sourceURL: String? = nil
  ) {
    self.target = target
    self.place = place
    self.cause = cause
    self.gesture = gesture
    self.sinceClick = sinceClick
    self.followsClick = followsClick
    self.initialURL = initialURL
    self.sourceURL = sourceURL
  }
}
