// SPDX-License-Identifier: MIT
public import AdModel

/// One line of the change log: who changed what, when, from what to what.
public struct InventoryChange: Hashable, Identifiable, Sendable {
  /// Its number in the log.
  public var id: Int64 { number }

  /// The kind of thing that was changed. Cases may be added: `switch` over it with a `default`.
  public enum Noun: String, CaseIterable, Hashable, Sendable {
    /// An ad unit.
    case unit
    /// A page.
    case page
    /// The targeting of a unit, a page, the app, or of debugging.
    case targeting
    /// A setting.
    case setting
    /// An experiment.
    case experiment
  }

  /// The act that changed it. Cases may be added: `switch` over it with a `default`.
  public enum Verb: String, CaseIterable, Hashable, Sendable {
    /// Something new was stored.
    case add
    /// Something was given other values.
    case set
    /// A unit or a page was given another name.
    case rename
    /// A paused unit is served again.
    case activate
    /// A unit is no longer served.
    case pause
    /// A unit was hidden.
    case archive
    /// An archived unit came back as what it was before.
    case restore
    /// Something was deleted.
    case remove
  }

  /// The line's number in the log, from 1 and rising.
  public let number: Int64
  /// When it happened.
  public let time: Timestamp
  /// Who did it.
  public let actor: String
  /// The kind of thing that was changed.
  public let noun: Noun
  /// Its name at the time: an ad unit id, a page, a setting, an experiment, or the scope `app` or `debug`.
  public let name: String
  /// The act that changed it.
  public let verb: Verb
  /// The values before, as a JSON object; `nil` where there was nothing.
  public let before: String?
  /// The values after, as a JSON object; `nil` where nothing was left.
  public let after: String?
  /// The number of the earlier change that this one takes back; nil for any other.
  public let reverts: Int64?
  /// Why, in the words of whoever made it; nil where nothing was said.
  public let message: String?
}
