// SPDX-License-Identifier: MIT

/// The life of one ad's web view, from its making until it is dropped: when scripts may be
/// evaluated, and when the ad is rendered.
///
/// An ad that is displayed is rendered exactly once per page load, as soon as the page has finished
/// loading. A script that is evaluated earlier is lost: until a load has committed, the view still
/// shows the empty page before it, which counts as complete.
struct WebViewLife: Equatable, Sendable {
  /// How far the view has come.
  enum State: String, CaseIterable, Sendable {
    /// A page was asked for; the view still shows the page before it.
    case loading
    /// The page has replaced what was there; scripts can be evaluated.
    case committed
    /// The page and what belongs to it are there.
    case finished
  }

  /// What a report changes.
  enum Step: Hashable, Sendable {
    /// Scripts can be evaluated now, which could not be before.
    case committed
    /// The page is complete.
    case finished
    /// The ad is to be rendered.
    case render
    /// The page could not be loaded.
    case failed
  }

  /// How far the view has come.
  private(set) var state = State.loading
  private var isDisplayed = false

  /// Whether a script that is evaluated reaches the page.
  var takesScripts: Bool { state != .loading }

  /// The view has begun to show a page: the one that was asked for, or another that the page itself
  /// went to, which has to be rendered anew.
  mutating func commit() -> [Step] {
    state = .committed
    return [.committed]
  }

  /// The page is complete.
  /// - Returns: Nothing where no page has been committed since the last time.
  mutating func finish() -> [Step] {
    guard state == .committed else { return [] }
    state = .finished
    return isDisplayed ? [.finished, .render] : [.finished]
  }

  /// A page could not be loaded; what is complete stays.
  mutating func fail() -> [Step] { state == .finished ? [] : [.failed] }

  /// The ad is to be shown, as is said once of a view.
  mutating func display() -> [Step] {
    isDisplayed = true
    return state == .finished ? [.render] : []
  }
}
