// SPDX-License-Identifier: MIT
import AdModel

/// The life of one ad's web view, from its making until it is dropped: when scripts may be
/// evaluated, when the ad is to be rendered, and when its creative is there.
///
/// An ad that is displayed is asked to render exactly once per page load, as soon as the page has been
/// parsed; what belongs to it may be under way for ever. A script that is evaluated before a load has
/// committed is lost: until then the view still shows the empty page before it, which counts as
/// complete.
struct WebViewLife: Equatable, Sendable {
  /// How far the view has come.
  enum State: String, CaseIterable, Comparable, Sendable {
    /// A page was asked for; the view still shows the page before it.
    case loading
    /// The page has replaced what was there; scripts can be evaluated.
    case committed
    /// The page was read to its end.
    case parsed
    /// The page and what belongs to it are there.
    case finished

    static func < (one: State, other: State) -> Bool {
      (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
  }

  /// What a report changes.
  enum Step: Hashable, Sendable {
    /// Scripts can be evaluated now, in a document that knows nothing yet.
    case committed
    /// What was there is gone with its document.
    case blank
    /// The page was parsed.
    case parsed
    /// The page is complete.
    case finished
    /// The ad is to be rendered.
    case render
    /// The creative is there.
    case rendered
    /// The page could not be loaded.
    case failed
  }

  /// How far the view has come.
  private(set) var state = State.loading
  /// Whether the ad's creative is there.
  private(set) var isRendered = false
  /// Whether the page's ad tag tells what becomes of the ad, so that its size says nothing of it.
  private var hasTag = false
  /// The size of its ad that the page told last; nil where it told none.
  private(set) var toldSize: CreativeSize?
  private var isDisplayed = false

  /// Whether a script that is evaluated reaches the page.
  var takesScripts: Bool { state != .loading }
  /// Whether the ad is to be seen and its creative has not come.
  var isAwaited: Bool { isDisplayed && !isRendered }

  /// The view has begun to show a page: the one that was asked for, or another that the page itself
  /// went to, which has to be rendered anew.
  mutating func commit() -> [Step] {
    let isAnother = state != .loading
    state = .committed
    (hasTag, toldSize, isRendered) = (false, nil, false)
    return isAnother ? [.blank, .committed] : [.committed]
  }

  /// The page was parsed.
  /// - Returns: Nothing where no page has been committed since the last time.
  mutating func parse() -> [Step] {
    guard state == .committed else { return [] }
    state = .parsed
    return isDisplayed ? [.parsed, .render] : [.parsed]
  }

  /// The page is complete, and so was parsed.
  /// - Returns: Nothing where no page has been committed since the last time.
  mutating func finish() -> [Step] {
    guard state == .committed || state == .parsed else { return [] }
    let parsed = parse()
    state = .finished
    return parsed.filter { $0 != .render } + [.finished] + parsed.filter { $0 == .render }
      + renderBySize()
  }

  /// A page could not be loaded; what is there stays.
  /// - Parameter isCalledOff: Whether the load was called off, by the policy or by another load. Of
  ///   a view that shows nothing yet it was the only one.
  mutating func fail(isCalledOff: Bool) -> [Step] {
    if isCalledOff, state != .loading { return [] }
    return state == .finished || isRendered ? [] : [.failed]
  }

  /// The ad is to be shown, as is said once of a view.
  mutating func display() -> [Step] {
    isDisplayed = true
    return state >= .parsed ? [.render] + renderBySize() : []
  }

  /// The page has an ad tag.
  mutating func meetTag() -> [Step] {
    hasTag = true
    return []
  }

  /// The creative is there: another one than before where it is told again.
  mutating func render() -> [Step] {
    guard takesScripts else { return [] }
    isRendered = true
    return [.rendered]
  }

  /// The page told the size of its ad.
  mutating func take(_ size: CreativeSize) -> [Step] {
    toldSize = size
    return renderBySize()
  }

  /// Without a tag, a size is all that a page says of its creative; whether a tag comes is known when the
  /// page is complete, and of what nobody has asked it to render a size says nothing.
  private mutating func renderBySize() -> [Step] {
    toldSize != nil && !hasTag && !isRendered && isDisplayed && state == .finished ? render() : []
  }
}
