// SPDX-License-Identifier: MIT
public import AdModel

/// Replays a trace through the real manager, until no check is pending.
///
/// The same trace under the same plan gives the same transitions on every machine. The gate is open
/// from the start; `withdrawn` closes it and `given` opens it again.
public struct TraceReplay {
  /// The outcome of a replay.
  public struct Outcome: Sendable {
    /// The transitions in order.
    public internal(set) var transitions: [Transition] = []
    /// The time of the last line or the last check, whichever is later, in milliseconds.
    public internal(set) var end: Int64 = 0
  }

  /// The permit of replays that nobody keeps, and whose loads need nobody's leave.
  public static let standIn = LoadPermit(record: ConsentRecordID(1), mode: .personalized)

  private let plan: LoadingPlan
  private let permit: LoadPermit
  private let recorder: (any TransitionRecording)?
  private let log: DebugLog

  /// Prepares a replay.
  /// - Parameters:
  ///   - plan: The units and thresholds to replay with.
  ///   - permit: What every load of the replay carries.
  ///   - recorder: Takes the transitions, to keep the replay as a session.
  ///   - log: Takes the manager's debug lines.
  public init(
    plan: LoadingPlan = LoadingPlan(), permit: LoadPermit = standIn,
    recorder: (any TransitionRecording)? = nil, log: DebugLog = .off
  ) {
    self.plan = plan
    self.permit = permit
    self.recorder = recorder
    self.log = log
  }

  /// Replays a trace; what cannot be is passed over, see ``Trace/problems``.
  public func run(_ trace: Trace) -> Outcome { run(trace) { _ in } }

  /// One stride of a replay, as a follower sees it.
  struct Stride {
    let time: Int64
    let events: [LoadingEvent]
    let transitions: [Transition]
  }

  /// Replays a trace and tells a follower of every step, and of every check after the last.
  func run(_ trace: Trace, following: (Stride) -> Void) -> Outcome {
    let manager = LazyLoadingManager(
      plan: plan, gate: .open(permit), recorder: recorder, log: log)
    var tracker = PlaceholderTracker()
    var outcome = Outcome()
    func advance(to time: Int64, _ events: [LoadingEvent]) {
      let transitions = events.flatMap { manager.handleFinite($0, at: time) }
      outcome.transitions += transitions
      outcome.end = time
      following(Stride(time: time, events: events, transitions: transitions))
    }
    for step in trace.steps {
      let events = events(of: step, manager: manager, tracker: &tracker)
      advance(to: step.time, events)
    }
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
    }
  }
}
