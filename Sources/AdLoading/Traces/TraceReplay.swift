// SPDX-License-Identifier: MIT
package import AdModel

/// Replays a trace through the real manager, until no check is pending.
///
/// The same trace under the same plan gives the same transitions on every machine. The gate is open
/// from the start; `withdrawn` closes it and `given` opens it again.
///
/// A recorded session begins on its own terms instead, and runs again as it ran: under its own
/// thresholds it ends where the recording ended, under others when no check is pending.
package struct TraceReplay {
  /// The outcome of a replay.
  package struct Outcome: Sendable {
    /// The transitions in order.
    package internal(set) var transitions: [LoadTransition] = []
    /// The time of the last line or the last check, whichever is later, in milliseconds.
    package internal(set) var end: Int64 = 0
    /// Which displayed ads were seen, and when, in order of time; empty where that is not measured.
    package internal(set) var viewable: [(unit: AdUnitID, time: Int64)] = []
  }

  /// The permit of replays that nobody keeps, and whose loads need nobody's leave.
  package static let standIn = LoadPermit(record: ConsentRecordID(1), mode: .personalized)

  private let plan: LoadingPlan
  private let keepsThresholds: Bool
  private let videoUnits: Set<AdUnitID>?
  private let permit: LoadPermit
  private let recorder: (any TransitionRecording)?
  private let log: DebugLog

  /// Prepares a replay.
  /// - Parameters:
  ///   - plan: The units and thresholds to replay with; of a recorded session it says the thresholds
  ///     alone, which then hold throughout.
  ///   - keepsThresholds: Whether a recorded session keeps its own thresholds instead.
  ///   - videoUnits: The units that show video; `nil` where viewability is not measured.
  ///   - permit: What every load of the replay carries, but for gates that the trace itself tells.
  ///   - recorder: Takes the transitions, to keep the replay as a session.
  package init(
    plan: LoadingPlan = LoadingPlan(), keepsThresholds: Bool = false,
    measuring videoUnits: Set<AdUnitID>? = nil, permit: LoadPermit = standIn,
    recorder: (any TransitionRecording)? = nil, log: DebugLog = .off
  ) {
    self.plan = plan
    self.keepsThresholds = keepsThresholds
    self.videoUnits = videoUnits
    self.permit = permit
    self.recorder = recorder
    self.log = log
  }

  /// Replays a trace; what cannot be is passed over, see ``Trace/problems``.
  package func run(_ trace: Trace) -> Outcome { run(trace) { _ in } }

  /// One stride of a replay, as a follower sees it.
  struct Stride {
    let time: Int64
    let events: [LoadingEvent]
    let transitions: [LoadTransition]
  }

  /// Replays a trace and tells a follower of every step, and of every check after the last.
  func run(_ trace: Trace, following: (Stride) -> Void) -> Outcome {
    var terms = trace.start ?? LoadingTerms(plan: plan, gate: .open(permit))
    if !keepsThresholds { terms.thresholds = plan.thresholds }
    let manager = LazyLoadingManager(
      plan: plan, terms: terms, recorder: recorder, log: log)
    var tracker = PlaceholderTracker()
    var viewability = PageViewability(videoUnits: videoUnits ?? [])
    var outcome = Outcome()
    func note(_ updates: [PageViewability.Update]) {
      for update in updates where update.update.becameViewable {
        outcome.viewable.append((update.unit, update.update.time))
      }
    }
    func advance(to time: Int64, _ events: [LoadingEvent]) {
      let transitions = events.flatMap { manager.handleFinite($0, at: time) }
      outcome.transitions += transitions
      outcome.end = time
      if videoUnits != nil {
        for change in transitions { note(viewability.follow(change)) }
        for event in events { note(viewability.follow(event, at: time)) }
      }
      following(Stride(time: time, events: events, transitions: transitions))
    }
    for step in trace.steps {
      let events = events(of: step, manager: manager, tracker: &tracker)
      advance(to: step.time, events)
    }
    guard trace.start == nil || !keepsThresholds else { return outcome }
    while let due = manager.nextDeadline { advance(to: due, [.tick]) }
    return outcome
  }

  /// The events that a step becomes; none but the time where the step is not about loading.
  private func events(
    of step: Trace.Step, manager: LazyLoadingManager, tracker: inout PlaceholderTracker
  ) -> [LoadingEvent] {
    switch step.event {
    case .viewport(let rect): return [.viewport(rect)]
    case .frame(let placed): return [.frame(placed)]
    case .remove(let unit): return [.removed(unit)]
    case .app(let phase): return [.app(phase)]
    case .consent(.given): return [.gate(.open(permit))]
    case .consent(.withdrawn): return [.gate(.closed(.withdrawn))]
    case .consent(.changed):
      guard case .open = manager.gate else { return [.tick] }
      return [.consentChanged(permit)]
    case .remote(let fetch, let render):
      let thresholds = try? RemoteThresholds(fetch: fetch, render: render)
      return [thresholds.map { .remoteThresholds($0) } ?? .tick]
    case .message(let text): return tracker.handle(text).events
    case .start: return []
    case .loading(.thresholds) where !keepsThresholds: return [.tick]
    case .loading(let event): return [event]
    }
  }
}
