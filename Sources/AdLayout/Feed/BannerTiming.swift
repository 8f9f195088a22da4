// SPDX-License-Identifier: MIT
public import AdModel

/// The times that a ``BannerPool`` keeps, in milliseconds.
public struct BannerTiming: Hashable, Sendable {
  /// The least time between two requests of one banner: 30 seconds, below which ad servers count
  /// requests as abuse.
  public static let leastWait: Int64 = 30_000

  /// How long a received ad may be shown.
  public let validity: Int64
  /// How long after an ad the next one is asked for; each time at random between the bounds, so that
  /// banners that came together do not ask together for ever.
  public let refresh: ClosedRange<Int64>
  /// How long a request may stay unanswered before it counts as failed.
  public let answer: Int64

  /// What is known of the Google Mobile Ads SDK: ads are valid for one hour, and refreshed every two
  /// to three minutes. A request may take half a minute.
  public static let standard = BannerTiming()

  private init() {
    validity = 3_600_000
    refresh = 120_000...180_000
    answer = 30_000
  }

  /// Sets the times.
  /// - Parameters:
  ///   - validity: How long a received ad may be shown, 30,000 to 86,400,000.
  ///   - refresh: How long after an ad the next one is asked for, at least ``leastWait`` and at most
  ///     the validity.
  ///   - answer: How long a request may stay unanswered, 1,000 to 300,000.
  /// - Throws: `InvalidValue` with `outOfRange`.
  public init(
    validity: Int64 = 3_600_000, refresh: ClosedRange<Int64> = 120_000...180_000,
    answer: Int64 = 30_000
  ) throws(InvalidValue) {
    let least = Double(Self.leastWait)
    try checkRange("validity in milliseconds", Double(validity), least...86_400_000)
    for bound in [refresh.lowerBound, refresh.upperBound] {
      try checkRange("refresh in milliseconds", Double(bound), least...Double(validity))
    }
    try checkRange("time for an answer in milliseconds", Double(answer), 1_000...300_000)
    self.validity = validity
    self.refresh = refresh
    self.answer = answer
  }

  /// When an ad that was received now is to be refreshed.
  func wait(using random: inout some RandomNumberGenerator) -> Int64 {
    Int64.random(in: refresh, using: &random)
  }

  /// How long to wait after so many failures in a row: half a minute, doubled each time up to the
  /// refresh's own, and up to half as much again at random.
  func wait(after failures: Int, using random: inout some RandomNumberGenerator) -> Int64 {
    let doubled = Self.leastWait << Int64(min(failures - 1, 10))
    let base = min(doubled, refresh.lowerBound)
    return Int64.random(in: base...base + base / 2, using: &random)
  }
}
