// SPDX-License-Identifier: MIT
public import AdModel

/// A host's events, one method each.
extension LazyLoadingManager {
  /// Moves or resizes the viewport.
  /// - Parameters:
  ///   - viewport: The visible rectangle in points; `nil` while the page is not shown.
  ///   - time: The time in milliseconds.
  /// - Throws: `InvalidValue` with `outOfRange` where the rectangle is not finite.
  /// - Complexity: O(edges of ads crossed), whatever the number of ads.
  public func moveViewport(to viewport: AdRect?, at time: Int64) throws(InvalidValue) {
    try handle(.viewport(viewport), at: time)
  }

  /// Places ads after a layout pass; those not named stay where they are.
  /// - Parameters:
  ///   - frames: The ads that are new or moved; others may be among them.
  ///   - time: The time in milliseconds.
  /// - Throws: `InvalidValue` with `outOfRange` where a rectangle is not finite; then none of them
  ///   is placed.
  public func place(_ frames: [AdFrame], at time: Int64) throws(InvalidValue) {
    try handle(.layout(frames), at: time)
  }

  /// Forgets an ad whose view is gone; should it be placed again, it starts as `notLoaded`.
  /// - Parameter time: The time in milliseconds.
  public func remove(_ unit: AdUnitID, at time: Int64) { handleFinite(.removed(unit), at: time) }

  /// Changes the distances and durations and checks at once.
  /// - Parameter time: The time in milliseconds.
  public func apply(_ thresholds: LoadingThresholds, at time: Int64) {
    handleFinite(.thresholds(thresholds), at: time)
  }

  /// Takes the percentages that a page reported and checks at once; invalid ones are ignored.
  ///
  /// Valid are finite numbers above 0 and at most 1000 with `fetch` at least `render`.
  /// - Parameters:
  ///   - fetch: Fetch distance in percent of the viewport's height.
  ///   - render: Display distance in percent of the viewport's height.
  ///   - time: The time in milliseconds.
  /// - Returns: Whether the values were taken.
  @discardableResult
  public func applyRemoteThresholds(fetch: Double, render: Double, at time: Int64) -> Bool {
    guard let remote = try? RemoteThresholds(fetch: fetch, render: render) else { return false }
    handleFinite(.remoteThresholds(remote), at: time)
    return true
  }

  /// Opens or closes the gate and checks at once where that changes it.
  ///
  /// An open gate with another record counts as a changed consent and unloads what was loaded
  /// before; use ``renewConsent(under:at:)`` where loaded pages need not be told.
  /// - Parameters:
  ///   - gate: How the gate stands.
  ///   - time: The time in milliseconds.
  public func setGate(_ gate: LoadGate, at time: Int64) { handleFinite(.gate(gate), at: time) }

  /// Has later loads carry another permit, and leaves loaded ads as they are.
  /// - Parameter time: The time in milliseconds.
  public func renewConsent(under permit: LoadPermit, at time: Int64) {
    handleFinite(.consentRenewed(permit), at: time)
  }

  /// Runs what has become due.
  /// - Parameter time: The time in milliseconds.
  public func tick(at time: Int64) { handleFinite(.tick, at: time) }
}
