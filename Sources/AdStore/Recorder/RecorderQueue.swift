// SPDX-License-Identifier: MIT
import AdModel

/// What was handed to a recorder and is not yet on the disk.
///
/// Holds what came in one call as one element, so that taking it costs the same however much it is.
struct RecorderQueue: Sendable {
  /// Something to store.
  enum Element: Sendable {
    case transitions([Transition], firstSequence: Int64)
    case viewable(AdUnitID, time: Int64)
    case mode(ServingMode, ConsentRecordID)
  }

  /// The most transitions that may be pending.
  let capacity: Int
  /// What came since the last batch was taken.
  private(set) var elements: [Element] = []
  /// How many transitions are pending, those of the batch being written among them.
  private(set) var pending = 0
  /// The number that the next transition gets; dropped ones use theirs up, which leaves a gap.
  private(set) var nextSequence: Int64 = 1
  private(set) var dropped = 0
  private(set) var isClosed = false

  // Enough for what a page does between two batches, so that the caller never grows the array.
  private static let reserved = 1_024

  init(capacity: Int) {
    self.capacity = capacity
    elements.reserveCapacity(Self.reserved)
  }

  mutating func append(_ transitions: [Transition]) {
    let first = nextSequence
    nextSequence += Int64(transitions.count)
    guard !isClosed, pending + transitions.count <= capacity else {
      dropped += transitions.count
      return
    }
    pending += transitions.count
    elements.append(.transitions(transitions, firstSequence: first))
  }

  /// Takes a note that is no transition; memory is bounded for these too.
  mutating func append(note: Element) {
    guard !isClosed, elements.count < capacity else { return }
    elements.append(note)
  }

  /// Hands out what is due, and takes an empty array with room in exchange.
  mutating func take(leaving batch: inout [Element]) {
    batch.reserveCapacity(Self.reserved)
    swap(&elements, &batch)
  }

  /// Notes that transitions are pending no longer.
  mutating func finish(_ count: Int) { pending -= count }

  mutating func close() { isClosed = true }
}
