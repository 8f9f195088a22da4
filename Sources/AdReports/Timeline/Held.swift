// SPDX-License-Identifier: MIT

/// A value, and from when to when it held, in milliseconds since the session began.
package struct Held<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let start: Int64
  package var end: Int64

  package init(_ value: Value, from start: Int64, to end: Int64) {
    self.value = value
    self.start = start
    self.end = end
  }
}

extension Array {
  /// Takes that a value holds from now on; one that held already goes on.
  mutating func hold<Value>(_ value: Value, from time: Int64) where Element == Held<Value> {
    if let last = indices.last {
      guard self[last].value != value else { return }
      self[last].end = time
      // What was replaced in the same moment never held.
      if self[last].start == time { removeLast() }
      if let before = self.last, before.value == value, before.end == time { return }
    }
    append(Held(value, from: time, to: time))
  }

  /// Lets what holds last hold until a time.
  mutating func end<Value>(at time: Int64) where Element == Held<Value> {
    if let last = indices.last { self[last].end = Swift.max(self[last].start, time) }
  }
}
