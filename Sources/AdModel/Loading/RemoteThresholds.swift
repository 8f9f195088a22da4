// SPDX-License-Identifier: MIT

/// Thresholds that a page gives in percent of the viewport's height; they win over distances.
public struct RemoteThresholds: Hashable, Sendable {
  /// Either distance.
  package static let limit = Limit(above: 0, upTo: 1000, "percent")

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
    try Self.limit.check(fetch, "remote fetch")
    try Self.limit.check(render, "remote render")
    if fetch < render {
      throw InvalidValue(
        .contradiction, field: "remote fetch",
        reason: "is \(fetch.formatted), below the remote render of \(render.formatted)")
    }
  }
}

extension RemoteThresholds: Codable {
  private enum CodingKeys: String, CodingKey { case fetch, render }

  /// Reads percentages and checks them.
  /// - Throws: `DecodingError`, where they break a rule with the field and its limit.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      unchecked: try members.decode(Double.self, forKey: .fetch),
      render: try members.decode(Double.self, forKey: .render))
    try decoder.codingPath.naming(validate)
  }
}
