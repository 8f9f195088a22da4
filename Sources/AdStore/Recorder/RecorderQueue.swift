// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel

/// Events that were handed to a recorder and are not yet on the disk.
///
/// Holds what came in one call as one element, so that taking it costs the same however much it is.
struct RecorderQueue: Sendable {
  /// Something to store.
  enum Element: Sendable {
    /// What came in one call; its transitions are numbered from the first sequence number on. Where the track
    /// has what the engine was told in it, the track tells what followed from that, too.
    case events([RecordedEvent], firstSequence: Int64, isTracked: Bool)
    /// The loads that follow are allowed by these rules.
    case rules(ConsentGate)
    /// The loads of these units that follow are made with these scripts.
    case scripts([AdUnitID: ToldScripts])
  }

  /// The most transitions that may be pending.
  let capacity: Int
  /// The elements that came since the last batch was taken.
  private(set) var elements: [Element] = []
  /// How the recorder is doing; pending are those of the batch being written, too.
  private(set) var report = RecorderReport()
  /// What the engine was told since the last batch was taken, and all that it needs to go on.
  private var track: TrackWriter
  /// The rules by which loads are allowed.
  private var rules: ConsentGate?
  /// How many batches could not be written since one was.
  private var failures = 0
  /// Whether no load was handed over since they became so.
  private var areRulesNew = false
  /// The scripts that views were made with since a load was handed over.
  private var told: [AdUnitID: ToldScripts] = [:]
  /// How many of the elements' events tell what became of an ad.
  private var pendingOutcomes = 0
  private var isClosed = false
  /// Whether nothing was ever handed over: such a session leaves no row.
  private(set) var isUntouched = true
  /// Whether everything is written, and the session ended.
  private(set) var isFinished = false
  /// When a batch is written next.
  private(set) var alarm = Alarm.off
  private var alarms = 0

  /// Whether the writing thread comes by itself.
  enum Alarm: Sendable, Equatable {
    /// It does not, until something is handed over.
    case off
    /// It comes for the alarm of this number.
    case set(Int)
    /// It comes when the database is resumed.
    case asleep
    /// It never does.
    case never
  }

  /// The most bytes of a track that may be pending, for each pending transition that may be.
  private static let trackBytes = 128
  // Enough for what a page does between two batches, so that the caller never grows the array.
  private static let reserved = 1_024

  init(capacity: Int, origin: Int64, isAlarmed: Bool) {
    self.capacity = capacity
    if !isAlarmed { alarm = .never }
    track = TrackWriter(origin: origin)
    elements.reserveCapacity(Self.reserved)
  }

  /// The number that the next transition gets; dropped ones use theirs up, which leaves a gap.
  var nextSequence: Int64 { Int64(report.handedOver) + 1 }

  /// Whether nothing is to be written.
  var isEmpty: Bool { elements.isEmpty && track.count == 0 }

  /// Sets the alarm where something is to be written and nobody comes for it.
  mutating func alarmIfNeeded() -> Int? { alarm == .off && !isEmpty ? setAlarm() : nil }

  /// Sets the alarm; an earlier one is void.
  mutating func setAlarm() -> Int {
    alarms += 1
    alarm = .set(alarms)
    return alarms
  }

  /// Turns the alarm off, until more is handed over or until the database is resumed.
  mutating func stopAlarm(asleep: Bool = false) { alarm = asleep ? .asleep : .off }

  mutating func begin(under terms: LoadingTerms) { track.begin(under: terms) }

  /// Takes the rules by which loads are allowed from now on; they are written with the next load.
  mutating func use(_ gate: ConsentGate) {
    guard gate != rules else { return }
    rules = gate
    areRulesNew = true
  }

  /// Takes the scripts that a unit's view is made with; they are written with the load.
  mutating func note(_ scripts: ToldScripts, of unit: AdUnitID) {
    if !isClosed { told[unit] = scripts }
  }

  /// Takes what happened, in order, as it came: nothing of it is copied, for the caller waits meanwhile.
  ///
  /// Memory is bounded: where not all transitions of a call fit, all of them are dropped and counted; of what
  /// became of ads, those that fit no longer.
  mutating func append(_ events: [RecordedEvent]) {
    var (transitions, outcomes) = (0, 0)
    var (hasLoads, isTracked) = (false, false)
    for event in events {
      switch event {
      case .told(let event, let time): isTracked = append(event, at: time)
      case .changed(let transition):
        transitions += 1
        if transition.permit != nil { hasLoads = true }
      case .became: outcomes += 1
      }
    }
    let first = nextSequence
    report.handedOver += transitions
    let keepsTransitions = !isClosed && report.pending + transitions <= capacity
    var room = isClosed ? 0 : min(outcomes, capacity - pendingOutcomes)
    if keepsTransitions { report.pending += transitions } else { report.dropped += transitions }
    pendingOutcomes += room
    report.droppedEvents += outcomes - room
    guard !isClosed else { return }
    // What was dropped has a row that says so.
    if transitions + outcomes > 0 { isUntouched = false }
    guard keepsTransitions && transitions > 0 || room > 0 else { return }
    if keepsTransitions, hasLoads, areRulesNew || !told.isEmpty {
      if areRulesNew, let rules { elements.append(.rules(rules)) }
      if !told.isEmpty { elements.append(.scripts(told)) }
      (areRulesNew, told) = (false, [:])
    }
    var kept = events
    if !keepsTransitions || room < outcomes {
      kept = events.filter { event in
        switch event {
        case .told: return true
        case .changed: return keepsTransitions
        case .became:
          room -= 1
          return room >= 0
        }
      }
    }
    elements.append(.events(kept, firstSequence: first, isTracked: isTracked))
  }

  /// Takes what the engine was told; where the memory for it is full, the track is given up, for one
  /// with a hole would tell a session that never was.
  /// - Returns: Whether the track tells what comes of it.
  private mutating func append(_ event: LoadingEvent, at time: Int64) -> Bool {
    guard !isClosed else { return false }
    isUntouched = false
    guard track.isWhole else { return false }
    track.append(event, at: time)
    if track.count > capacity * Self.trackBytes { track.abandon() }
    return track.isWhole
  }

  /// Hands out what is due, and takes an empty array with room in exchange.
  /// - Returns: What the engine was told. Time that passed without anything else is not worth a batch.
  mutating func swapOut(into batch: inout [Element], isLast: Bool) -> RecordedTrack {
    batch.reserveCapacity(Self.reserved)
    swap(&elements, &batch)
    pendingOutcomes = 0
    let isDue = isLast || !batch.isEmpty || track.count > 0
    return RecordedTrack(bytes: isDue ? track.takeBytes() : [], isWhole: track.isWhole)
  }

  /// Notes how many have been stored and refused so far; those are pending no longer.
  mutating func finish(stored: Int, refused: Int) {
    failures = 0
    report.pending -= stored + refused - report.stored - report.refused
    report.stored = stored
    report.refused = refused
  }

  /// Notes that old sessions were deleted.
  mutating func noteDropped(sessions: Int) { report.droppedSessions += sessions }

  /// Notes why none could be deleted.
  mutating func noteNotDropped(_ failure: StoreError) { report.lastFailure = failure }

  /// Notes that a batch could not be written and why.
  /// - Returns: How many could not since one was.
  mutating func fail(_ failure: StoreError) -> Int {
    report.failedBatches += 1
    report.lastFailure = failure
    failures += 1
    return failures
  }

  mutating func close() { isClosed = true }

  /// Notes that everything is written, and the session ended.
  mutating func finish() { isFinished = true }
}

/// The part of a track that belongs to a batch.
struct RecordedTrack: Sendable {
  var bytes: [UInt8] = []
  /// Whether the track as a whole tells all that happened.
  var isWhole = true
}
