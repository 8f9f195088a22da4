// SPDX-License-Identifier: MIT

/// Thresholds that a page gives in percent of the viewport's height; they win over distances.
public struct RemoteThresholds: Hashable, Sendable {
  /// Fetch distance in percent of the viewport's height.
  public package(set) var fetch: Double
  /// Display distance in percent of the viewport's height.
  public package(set) var render: Double

  /// Makes remote thresholds after checking them.
  /// - Parameters:
  ///   - fetch: Fetch distance in percent: above 0, at most 1000, at least `render`.
  ///   - render: Display distance in percent: above 0, at most 1000.
  /// - Throws: ``InvalidValue`` with `outOfRange` or `contradiction`.
  public init(fetch: Double, render: Double) throws(InvalidValue) {
    self.init(unchecked: fetch, render: render)
    try validate()
  }

  /// Takes percentages as they are, for whoever sets them one by one and checks them then.
  package init(unchecked fetch: Double, render: Double) {
    self.fetch = fetch
    self.render = render
  }

  /// Checks both percentages.
  /// - Throws: ``InvalidValue`` with `outOfRange` or `contradiction`.
  package func validate() throws(InvalidValue) {
    for (name, percent) in [("fetch", fetch), ("render", render)] {
      guard percent > 0, percent <= 1000 else {
        throw InvalidValue(
          .outOfRange, field: "remote \(name)",
          reason: "is \(percent.formatted); it must be above 0 and at most 1000 percent")
      }
    }
    if fetch < render {
      throw InvalidValue(
        .contradiction, field: "remote fetch",
        reason: "is \(fetch.formatted), below the remote render of \(render.formatted)")
    }
  }
}
