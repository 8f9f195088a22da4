// SPDX-License-Identifier: MIT

/// What the scenes of an app mean for a page that one of them shows.
///
/// A scene that is not active is still on the screen, under a system's alert or beside another window, and
/// people do not look at its ads: nothing loads and nothing counts there. In the background the database
/// lets go of its locks as well. Another window's scenes are none of the page's business.
///
/// Source: `UIScene.ActivationState`; a scene is deactivated before it goes to the background, and made
/// active after it came back. One that was disconnected may have lost its views without a word.
public struct SceneWatch: Sendable {
  /// What happens to a scene. These cases are all; none will be added.
  public enum Event: CaseIterable, Hashable, Sendable {
    /// It is in front and takes touches.
    case activated
    /// It is on the screen, and something else takes the touches.
    case deactivated
    /// It is on the screen no more.
    case enteredBackground
    /// The system has let go of it.
    case disconnected
  }

  /// What the page is to do. Cases may be added: `switch` over it with a `default`.
  public enum Step: Hashable, Sendable {
    /// It is in front again.
    case resume
    /// Nothing loads and nothing counts.
    case pause
    /// The same, and the database holds no lock.
    case suspend
  }

  /// The scene that shows the page; nil where every scene's word counts.
  private var scene: ObjectIdentifier?
  private var last = Step.resume

  /// Begins with a page that is in front.
  /// - Parameter scene: The scene that shows it; nil where the app has but one. It is told by this alone:
  ///   where the scene goes, others' events are still not its own.
  public init(_ scene: ObjectIdentifier?) { self.scene = scene }

  /// Takes what happened to a scene.
  /// - Returns: What the page is to do; nil where that is nothing new.
  public mutating func follow(_ event: Event, of source: ObjectIdentifier?) -> Step? {
    if let scene, source != scene { return nil }
    let step: Step =
      switch event {
      case .activated: .resume
      case .deactivated: last == .suspend ? .suspend : .pause
      case .enteredBackground, .disconnected: .suspend
      }
    guard step != last else { return nil }
    last = step
    return step
  }
}
