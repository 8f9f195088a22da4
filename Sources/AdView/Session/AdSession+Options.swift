// SPDX-License-Identifier: MIT
public import AdHosting
public import AdModel
public import AdStore

extension AdSession {
  /// A choice of the app about its session.
  public struct Options: Sendable {
    /// The version of the app, at most 128 bytes.
    public var appVersion = ""
    /// By what the history groups the session with others, such as system and network.
    public var attributes = SessionAttributes.empty
    /// The arm of an experiment in which it runs, whatever the store's own is.
    public var arm: ExperimentArm?
    /// What tells devices apart where histories are joined, at most 128 bytes; nobody's name.
    public var device = ""
    /// Has this session go by other settings than the store's: a template of its own, another
    /// policy. Called with what the store says, whenever that changes.
    public var settings: @Sendable (inout InventorySettings) -> Void = { _ in }
    /// What the page's own feed shows between its items; nil where it has none.
    public var feed: FeedPlan?
    /// How often it looks whether other processes have written, in milliseconds, while it shows ads or
    /// has some that wait for consent.
    public var pollInterval: Int64 = 1_000
    /// Further schemes, in lower case, by which a link that a person followed may leave the app.
    public var leavingSchemes: Set<String> = []
    /// Takes lines while debugging is on.
    public var debugLog = DebugLog.off

    /// Takes the defaults.
    public init() {}
  }
}
