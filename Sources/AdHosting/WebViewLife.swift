// SPDX-License-Identifier: MIT

/// The life of one ad's web view, from its first load until it is dropped: when to load, when to
/// have the ad rendered, when to try again.
///
/// A state machine without a screen: what the host's web view tells goes in with its time, what the
/// host is to do comes out. Times are milliseconds of one clock that never goes back.
///
/// An ad that is displayed is rendered exactly once per page load, as soon as the page has finished
/// loading. A script that is evaluated earlier is lost: until a load has committed, the view still
/// shows the empty page before it, which counts as complete.
public struct WebViewLife: Equatable, Sendable {
  /// How far the view has come.
  public enum State: String, CaseIterable, Sendable {
    /// A page was asked for; the view still shows the page before it.
    case loading
    /// The page has replaced what was there; scripts can be evaluated.
    case committed
    /// The page and what belongs to it are there.
    case finished
    /// The page could not be loaded.
    case failed
    /// The process of the view's page has ended, killed by the system or by itself.
    case terminated
    /// The view is gone.
    case dropped
  }

  /// What happens to the view. Reports about a page carry the number of its load.
  public enum Event: Hashable, Sendable {
    /// The view has begun to show the page of a load.
    case committed(load: Int)
    /// The page of a load is complete.
    case finished(load: Int)
    /// The page of a load could not be loaded.
    case failed(load: Int)
    /// The process of the view's page has ended.
    case terminated
    /// The ad is to be shown, or is not any longer.
    case display(Bool)
    /// The view came back on screen.
    case cameOnScreen
    /// The page must be loaded anew: it has to be told something else.
    case reload
    /// The view is not needed any longer.
    case drop
    /// Nothing but time has passed.
    case tick
  }

  /// What the host is to do.
  public enum Effect: Hashable, Sendable {
    /// Load the template with a new cache buster, and report about it under this number.
    case load(Int)
    /// Evaluate the render trigger.
    case render
    /// Take the view away.
    case drop
  }

  /// The delays before a page is loaded again, one after another, in milliseconds.
  public static let retryDelays: [Int64] = [1_000, 2_000, 4_000]
  /// The time in which no more than ``retryDelays`` has entries are tried, in milliseconds.
  public static let retryWindow: Int64 = 60_000

  /// How far the view has come.
  public private(set) var state = State.loading
  /// The number of the newest load, from 1.
  public private(set) var load = 1
  /// How many reports about earlier loads, or after the drop, changed nothing.
  public private(set) var staleReports = 0
  /// When to call with ``Event/tick`` next, in milliseconds; `nil` where nothing is pending.
  public private(set) var nextDeadline: Int64?

  private var isDisplayed = false
  private var isRendered = false
  /// When pages were loaded again, within the last ``retryWindow``.
  private var retries: [Int64] = []

  /// Begins with the first load, which the host starts as it makes the view.
  public init() {}

  /// Handles an event.
  /// - Parameters:
  ///   - event: What happened.
  ///   - time: When, in milliseconds.
  /// - Returns: What to do, in order.
  public mutating func handle(_ event: Event, at time: Int64) -> [Effect] {
    guard state != .dropped else {
      if event != .tick { staleReports += 1 }
      return []
    }
    switch event {
    case .committed(let number): return report(number, from: [.loading], to: .committed)
    case .finished(let number): return report(number, from: [.committed], to: .finished)
    case .failed(let number):
      let effects = report(number, from: [.loading, .committed, .finished], to: .failed)
      if number == load, state == .failed { planRetry(at: time) }
      return effects
    case .terminated:
      state = .terminated
      planRetry(at: time)
      return []
    case .display(let isDisplayed):
      self.isDisplayed = isDisplayed
      return renderIfDue()
    case .cameOnScreen:
      guard state == .failed || state == .terminated, mayRetry(at: time) else { return [] }
      return retry(at: time)
    case .reload: return loadAgain()
    case .drop:
      state = .dropped
      nextDeadline = nil
      return [.drop]
    case .tick:
      guard let due = nextDeadline, due <= time else { return [] }
      return retry(at: time)
    }
  }

  private mutating func report(_ number: Int, from: Set<State>, to next: State) -> [Effect] {
    guard number == load, from.contains(state) else {
      staleReports += 1
      return []
    }
    state = next
    return renderIfDue()
  }

  private mutating func renderIfDue() -> [Effect] {
    guard isDisplayed, state == .finished, !isRendered else { return [] }
    isRendered = true
    return [.render]
  }

  private mutating func loadAgain() -> [Effect] {
    load += 1
    state = .loading
    isRendered = false
    nextDeadline = nil
    return [.load(load)]
  }

  private mutating func retry(at time: Int64) -> [Effect] {
    retries.append(time)
    return loadAgain()
  }

  private mutating func mayRetry(at time: Int64) -> Bool {
    retries.removeAll { $0 + Self.retryWindow <= time }
    return retries.count < Self.retryDelays.count
  }

  private mutating func planRetry(at time: Int64) {
    nextDeadline =
      mayRetry(at: time)
      ? time + Self.retryDelays[retries.count] : max(time, retries[0] + Self.retryWindow)
  }
}
