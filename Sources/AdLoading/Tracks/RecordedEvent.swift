// SPDX-License-Identifier: MIT
package import AdModel

/// One thing that happened on a page, as its session keeps it.
package enum RecordedEvent: Hashable, Sendable {
  /// The loading engine was told something, at a time in milliseconds of its clock.
  case told(LoadingEvent, at: Int64)
  /// An ad changed its state.
  case changed(LoadTransition)
  /// Something became of a loaded ad, at a time in milliseconds.
  case became(AdEvent, AdUnitID, at: Int64)
}
