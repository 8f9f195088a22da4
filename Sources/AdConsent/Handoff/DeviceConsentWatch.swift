// SPDX-License-Identifier: MIT
public import AdModel

/// Follows the entries that a consent platform keeps in a device's settings, and tells when what they
/// say has changed and stands.
///
/// Platforms take the entries away and write them one by one, and the system names none that changed:
/// so a change is told after half a second in which nothing changed further, what vanished too.
public struct DeviceConsentWatch: Sendable {
  /// For how long nothing may change before a change is told, in milliseconds.
  public static let quiet: Int64 = 500
  /// After how long a change is told although the entries go on changing, in milliseconds.
  public static let patience: Int64 = 5_000

  /// What is to be done.
  public struct Step: Equatable, Sendable {
    /// What the entries tell, where that is new.
    public var told: [ToldConsent]?
    /// When to look again although nobody says that something changed, in milliseconds of the clock;
    /// nil for not at all.
    public var lookAt: Int64?
  }

  /// What was told last; nil before the first look.
  private var last: DeviceConsent?
  private var pending: (consent: DeviceConsent, since: Int64, changed: Int64)?

  /// Watches from the first look on.
  public init() {}

  /// Takes what the entries are now: at the start, when the system says that settings have changed, and
  /// when ``Step/lookAt`` has come.
  ///
  /// The first look finds what was answered before; what changes later was answered when it changed.
  /// - Parameters:
  ///   - time: Milliseconds of a clock that never goes back.
  ///   - now: The time of day.
  ///   - law: The law that applies as the app knows it.
  ///   - rules: How long answers hold.
  public mutating func look(
    at consent: DeviceConsent, time: Int64, now: Timestamp, under law: Regulation? = nil,
    rules: ExpiryRules = .standard
  ) -> Step {
    guard let last else {
      self.last = consent
      return Step(told: consent.told(at: now, under: law, rules: rules))
    }
    guard !consent.tellsTheSame(as: last) else {
      pending = nil
      return Step()
    }
    if let pending, pending.consent.tellsTheSame(as: consent) {
      if time >= min(pending.changed + Self.quiet, pending.since + Self.patience) {
        return tell(consent, after: last, now, law, rules)
      }
    } else {
      if let pending, time >= pending.since + Self.patience {
        return tell(consent, after: last, now, law, rules)
      }
      pending = (consent, pending?.since ?? time, time)
    }
    return Step(
      lookAt: pending.map { min($0.changed + Self.quiet, $0.since + Self.patience) })
  }

  private mutating func tell(
    _ consent: DeviceConsent, after last: DeviceConsent, _ now: Timestamp, _ law: Regulation?,
    _ rules: ExpiryRules
  ) -> Step {
    pending = nil
    self.last = consent
    return Step(told: consent.told(at: now, under: law, after: last, rules: rules))
  }
}
