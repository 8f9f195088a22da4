// SPDX-License-Identifier: MIT
public import AdModel

/// Keeps a few banners loaded and hands them out in turn.
///
/// Banners stay in the pool for its whole life, because the ad SDK reports through them. The pool
/// decides and its owner acts: every call returns the effects to carry out, and time, in
/// milliseconds of a monotonic clock, is an argument.
public struct BannerPool: Sendable {
  /// The times that a pool keeps, in milliseconds.
  public struct Timing: Hashable, Sendable {
    /// How long a received ad may be shown.
    public let validity: Int64
    /// How long after an answer the next one is asked for.
    public let refresh: Int64

    /// Sets the times.
    /// - Parameters:
    ///   - validity: How long a received ad may be shown, in milliseconds; one hour by default,
    ///     as the Google Mobile Ads SDK has it.
    ///   - refresh: How long after an answer the next one is asked for, in milliseconds, at least
    ///     30,000 and at most the validity; two and a half minutes by default.
    /// - Throws: `InvalidValue` for a time out of range.
    public init(validity: Int64 = 3_600_000, refresh: Int64 = 150_000) throws(InvalidValue) {
      try checkRange("validity in milliseconds", Double(validity), 30_000...86_400_000)
      try checkRange("refresh in milliseconds", Double(refresh), 30_000...Double(validity))
      self.validity = validity
      self.refresh = refresh
    }
  }

  /// Where a banner stands.
  public enum State: Hashable, Sendable {
    /// Its first ad, or one after a failure, is asked for.
    case loading
    /// It holds an ad that may be shown until a time.
    case ready(until: Int64)
    /// It holds no ad that may be shown.
    case failed
  }

  /// What the ad SDK reports of a banner.
  public enum Event: Hashable, Sendable {
    /// An ad arrived (`bannerViewDidReceiveAd`).
    case received
    /// No ad arrived (`didFailToReceiveAdWithError`).
    case failed
    /// The ad was seen (`bannerViewDidRecordImpression`).
    case impression
  }

  /// What the owner of the pool is to do.
  public enum Effect: Hashable, Sendable {
    /// Ask the ad SDK for an ad for a banner.
    case load(banner: Int)
    /// Show that a banner's state is another.
    case changed(banner: Int, State)
    /// Note an impression; the number counts those of the banner from 1.
    case impression(banner: Int, number: Int)
  }

  private struct Banner {
    var state = State.loading
    /// When the next ad is asked for; `nil` while an answer is outstanding.
    var askAt: Int64?
    var impressions = 0
  }

  private var banners: [Banner]
  private let timing: Timing

  /// The banner that ``next()`` looks at first.
  public private(set) var currentBannerIndex = 0

  /// Makes a pool whose banners are all loading.
  /// - Parameters:
  ///   - count: How many banners it keeps, 1 to 100.
  ///   - timing: How long ads are valid and when they are refreshed.
  /// - Throws: `InvalidValue` for a count out of range.
  public init(count: Int, timing: Timing) throws(InvalidValue) {
    try checkRange("banners in the pool", Double(count), 1...100)
    self.banners = Array(repeating: Banner(), count: count)
    self.timing = timing
  }

  /// Asks for the first ad of every banner; to be called once.
  /// - Returns: A load for each banner.
  public func start() -> [Effect] { banners.indices.map { .load(banner: $0) } }

  /// The states of all banners, in order.
  public var states: [State] { banners.map(\.state) }

  /// The earliest time at which ``advance(to:)`` has something to do; `nil` while all wait.
  public var deadline: Int64? {
    banners.compactMap { banner in
      guard case .ready(let until) = banner.state else { return banner.askAt }
      return min(until, banner.askAt ?? until)
    }.min()
  }

  /// Hands out a banner: the next one that is ready, else the next that is loading.
  /// - Returns: The banner's number, or `nil` while every banner has failed.
  /// - Complexity: Linear in the number of banners.
  public mutating func next() -> Int? {
    let order = banners.indices.map { (currentBannerIndex + $0) % banners.count }
    let ready = order.first { if case .ready = banners[$0].state { true } else { false } }
    guard let banner = ready ?? order.first(where: { banners[$0].state == .loading }) else {
      return nil
    }
    currentBannerIndex = (banner + 1) % banners.count
    return banner
  }

  /// Takes in what the ad SDK reports.
  /// - Parameters:
  ///   - event: What it reports.
  ///   - banner: The banner's number.
  ///   - now: The time, in milliseconds.
  /// - Returns: What to do; nothing for a banner that the pool does not have.
  public mutating func handle(_ event: Event, of banner: Int, at now: Int64) -> [Effect] {
    guard banners.indices.contains(banner) else { return [] }
    switch (banners[banner].state, event) {
    case (.loading, .received), (.ready, .received), (.failed, .received):
      banners[banner].askAt = now + timing.refresh
      return change(banner, to: .ready(until: now + timing.validity))
    case (.ready(let until), .failed) where now < until:
      // A refresh that failed: the ad at hand is still valid.
      banners[banner].askAt = now + timing.refresh
      return []
    case (.loading, .failed), (.ready, .failed), (.failed, .failed):
      banners[banner].askAt = now + timing.refresh
      return change(banner, to: .failed)
    case (.ready, .impression):
      banners[banner].impressions += 1
      return [.impression(banner: banner, number: banners[banner].impressions)]
    case (.loading, .impression), (.failed, .impression):
      // Nothing of the pool's was on show.
      return []
    }
  }

  /// Lets time pass: asks for refreshes that are due and fails ads that are no longer valid.
  /// - Parameter now: The time, in milliseconds.
  /// - Returns: What to do.
  /// - Complexity: Linear in the number of banners.
  public mutating func advance(to now: Int64) -> [Effect] {
    banners.indices.flatMap { advance($0, to: now) }
  }

  private mutating func advance(_ banner: Int, to now: Int64) -> [Effect] {
    let isDue = banners[banner].askAt.map { now >= $0 } ?? false
    if isDue { banners[banner].askAt = nil }
    switch banners[banner].state {
    case .loading:
      return []
    case .ready(let until) where now >= until:
      return change(banner, to: .failed) + (isDue ? [.load(banner: banner)] : [])
    case .ready:
      return isDue ? [.load(banner: banner)] : []
    case .failed:
      return isDue ? [.load(banner: banner)] + change(banner, to: .loading) : []
    }
  }

  private mutating func change(_ banner: Int, to state: State) -> [Effect] {
    guard banners[banner].state != state else { return [] }
    banners[banner].state = state
    return [.changed(banner: banner, state)]
  }
}
