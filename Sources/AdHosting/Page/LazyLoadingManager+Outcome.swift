// SPDX-License-Identifier: MIT
package import AdLoading

extension LazyLoadingManager {
  /// What comes of an event, each in order.
  public struct Outcome: Equatable, Sendable {
    /// What the host is to do.
    public var effects: [PageEffect] = []
    /// What a session keeps.
    package var events: [RecordedEvent] = []
    /// What whoever debugs reads; there is nothing while debugging is off.
    public var lines: [String] = []
  }

  /// Whether an answer of a server is an ad's page: where it is not, the host calls the load off and
  /// reports it as failed.
  /// - Parameter status: The status of HTTP.
  public func accepts(status: Int) -> Bool { (200..<400).contains(status) }

  /// The earlier of two times that may both be missing. Each event asks for it, so it makes no array.
  package static func earlier(_ one: Int64?, _ other: Int64?) -> Int64? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
