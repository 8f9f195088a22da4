// SPDX-License-Identifier: MIT
public import AdModel

/// One thing that happened on a page, as its session keeps it.
public enum RecordedEvent: Hashable, Sendable {
  /// The loading engine was told something, at a time in milliseconds of its clock.
  case told(LoadingEvent, at: Int64)
  /// An ad changed its state.
  case changed(LoadTransition)
  /// A displayed ad had been visible long enough to count as seen, at a time in milliseconds.
  case seen(AdUnitID, at: Int64)
}
