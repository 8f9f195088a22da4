// SPDX-License-Identifier: MIT
import AdConsent
package import AdLoading
package import AdModel

/// Replays a trace through the manager that runs in apps, until no check is pending and nothing loads.
///
/// The same trace of the same page gives the same transitions on every machine. The gate is open
/// from the start; `withdrawn` closes it and `given` opens it again.
///
/// A recorded session begins on its own terms instead, and runs again as it ran: under its own
/// thresholds it ends where the recording ended, with the creatives that came then; under others its ads
/// load anew, and it ends when nothing is pending.
package struct TraceReplay: Sendable {
  /// The outcome of a replay.
  package struct Outcome: Sendable {
    /// The transitions in order.
    package internal(set) var transitions: [LoadTransition] = []
    /// The time of the last line, the last check or the last load, whichever is later, in milliseconds.
    package internal(set) var end: Int64 = 0
    /// Which displayed ads were seen, and when, in order of time.
    package internal(set) var viewable: [(unit: AdUnitID, time: Int64)] = []
    /// The manager's debug lines.
    package internal(set) var lines: [String] = []
  }

  /// The permit of replays that nobody keeps, and whose loads need nobody's leave.
  package static let standIn = LoadPermit(record: ConsentRecordID(1), mode: .personalized)

  private let trace: Trace
  private let keepsThresholds: Bool
  private let loadsAnew: Bool
  private let permit: LoadPermit
  private var host: SimulatedHost
  private var outcome = Outcome()

  /// Prepares a replay.
  /// - Parameters:
  ///   - trace: What is replayed; what cannot be is passed over, see ``Trace/problems``.
  ///   - content: The page; of a recorded session it says the thresholds alone, which then hold
  ///     throughout.
  ///   - keepsThresholds: Whether a recorded session keeps its own thresholds instead.
  ///   - loadsAnew: Whether the ads of a recorded session load anew, rather than come when they came;
  ///     nil for where it does not keep its own thresholds.
  ///   - permit: What every load of the replay carries, but for gates that the trace itself tells.
  ///   - loadTime: How long each ad takes to load, in milliseconds.
  ///   - isRecorded: Whether the events tell what has to be kept to replay it again.
  package init(
    _ trace: Trace, on content: PageContent = PageContent(), keepsThresholds: Bool = false,
    loadsAnew: Bool? = nil, permit: LoadPermit = standIn,
    loadTime: Int64 = SimulatedHost.standardLoadTime,
    isRecorded: Bool = false
  ) {
    self.trace = trace
    self.keepsThresholds = keepsThresholds
    self.loadsAnew = loadsAnew ?? !keepsThresholds
    self.permit = permit
    let manager: LazyLoadingManager
    if var start = trace.start {
      if !keepsThresholds { start.thresholds = content.plan.thresholds }
      manager = LazyLoadingManager(
        content, replaying: start, seed: 0, isRecorded: isRecorded)
    } else {
      manager = LazyLoadingManager(
        content, consent: PageConsent(.allowed(permit)), seed: 0, isRecorded: isRecorded)
    }
    host = SimulatedHost(
      manager, loadTime: loadTime, loadsReplayed: trace.start != nil && self.loadsAnew)
  }

  /// What holds before the first line.
  package var start: LoadingTerms { host.manager.start }

  /// Replays all of the trace.
  package mutating func run() -> Outcome { run { _ in } }

  /// Replays all of the trace.
  /// - Parameters:
  ///   - end: Until when what is due behind its last line is done, too, where the replay goes on by itself.
  ///   - following: Takes what a session keeps, as it comes.
  package mutating func run(
    until end: Int64 = .max - 1, following: ([RecordedEvent]) throws -> Void
  ) rethrows -> Outcome {
    for step in trace.steps {
      try pass(before: step.time, following)
      try note(take(step), at: step.time, following)
    }
    guard trace.start == nil || !keepsThresholds else { return outcome }
    try pass(before: end + 1, following)
    return outcome
  }

  /// What a session keeps as it is closed at the end.
  package var missed: [RecordedEvent] { host.manager.missed(until: outcome.end) }

  /// Lets time pass after the end, so that all replays of a comparison see ads for as long.
  package mutating func wait(
    until time: Int64, following: ([RecordedEvent]) throws -> Void
  ) rethrows {
    try pass(before: time, following)
    try note(host.handle(.tick, at: time), at: time, following)
  }

  /// Does what is due before a time, each when it is.
  private mutating func pass(
    before time: Int64, _ following: ([RecordedEvent]) throws -> Void
  ) rethrows {
    while let due = host.nextCheck, due < time {
      try note(host.handle(.tick, at: due), at: due, following)
    }
  }

  private mutating func note(
    _ happened: LazyLoadingManager.Outcome, at time: Int64,
    _ following: ([RecordedEvent]) throws -> Void
  ) rethrows {
    outcome.end = time
    outcome.lines += happened.lines
    for event in happened.events {
      switch event {
      case .changed(let change): outcome.transitions.append(change)
      case .became(.viewable, let unit, let time): outcome.viewable.append((unit, time))
      case .told, .became: break
      }
    }
    try following(happened.events)
  }

  /// Tells the host of a line; of none but the time where the line is not about loading.
  private mutating func take(_ step: Trace.Step) -> LazyLoadingManager.Outcome {
    let time = step.time
    switch step.event {
    case .start: return LazyLoadingManager.Outcome()
    case .loading(.thresholds) where !keepsThresholds: break
    // Ads that load anew tell it themselves.
    case .loading(.rendered) where loadsAnew, .loading(.blank) where loadsAnew: break
    case .loading(let event): return host.replay(event, at: time)
    case .remote(let fetch, let render):
      guard let remote = try? RemoteThresholds(fetch: fetch, render: render) else { break }
      return host.replay(.remoteThresholds(remote), at: time)
    case .message(let text): return host.handle(.placeholders(text), at: time)
    case .consent(.given):
      return host.handle(.consent(PageConsent(.allowed(permit))), at: time)
    case .consent(.withdrawn):
      return host.handle(.consent(PageConsent(.blocked(.withdrawn))), at: time)
    case .consent(.changed):
      guard host.manager.gate.isOpen else { break }
      return host.replay(.consentChanged(permit), at: time)
    // What a recorded session tells has gone through its manager before.
    case .viewport(let rect):
      return trace.start == nil
        ? host.handle(.viewport(rect), at: time) : host.replay(.viewport(rect), at: time)
    case .frame(let placed):
      return trace.start == nil
        ? host.handle(.place([placed]), at: time) : host.replay(.frame(placed), at: time)
    case .remove(let unit):
      return trace.start == nil
        ? host.handle(.remove(unit), at: time) : host.replay(.removed(unit), at: time)
    case .app(let phase):
      return trace.start == nil
        ? host.handle(.app(phase), at: time) : host.replay(.app(phase), at: time)
    }
    return host.handle(.tick, at: time)
  }
}
