// SPDX-License-Identifier: MIT
import AdModel

/// Events that were handed to a recorder and are not yet on the disk.
///
/// Holds what came in one call as one element, so that taking it costs the same however much it is.
struct RecorderQueue: Sendable {
  /// Something to store.
  enum Element: Sendable {
    case transitions([Transition], firstSequence: Int64)
    case viewable(AdUnitID, time: Int64)
  }

  /// The most transitions that may be pending.
  let capacity: Int
  /// The elements that came since the last batch was taken.
  private(set) var elements: [Element] = []
  /// How the recorder is doing; pending are those of the batch being written, too.
  private(set) var report = RecorderReport()
  private var isClosed = false

  // Enough for what a page does between two batches, so that the caller never grows the array.
  private static let reserved = 1_024

  init(capacity: Int) {
    self.capacity = capacity
    elements.reserveCapacity(Self.reserved)
  }

  /// The number that the next transition gets; dropped ones use theirs up, which leaves a gap.
  var nextSequence: Int64 { Int64(report.handedOver) + 1 }

  mutating func append(_ transitions: [Transition]) {
    let first = nextSequence
    report.handedOver += transitions.count
    guard !isClosed, report.pending + transitions.count <= capacity else {
      report.dropped += transitions.count
      return
    }
    report.pending += transitions.count
    elements.append(.transitions(transitions, firstSequence: first))
  }

  /// Takes that an ad was seen; memory is bounded for these too.
  mutating func append(viewable unit: AdUnitID, time: Int64) {
    guard !isClosed, elements.count < capacity else {
      report.droppedViewable += 1
      return
    }
    elements.append(.viewable(unit, time: time))
  }

  /// Hands out what is due, and takes an empty array with room in exchange.
  mutating func swapOut(into batch: inout [Element]) {
    batch.reserveCapacity(Self.reserved)
    swap(&elements, &batch)
  }

  /// Notes how many have been stored and refused so far; those are pending no longer.
  mutating func finish(stored: Int, refused: Int) {
    report.pending -= stored + refused - report.stored - report.refused
    report.stored = stored
    report.refused = refused
  }

  /// Notes that old sessions were deleted.
  mutating func noteDropped(sessions: Int) { report.droppedSessions += sessions }

  /// Notes that a batch could not be written and why.
  mutating func fail(_ failure: StoreError) {
    report.failedBatches += 1
    report.lastFailure = failure
  }

  mutating func close() { isClosed = true }
}
