// SPDX-License-Identifier: MIT
public import AdModel

/// What became of a loaded ad between its request and the person, beside the states of its slot.
/// Cases may be added: `switch` over it with a `default`.
public enum AdEvent: Hashable, Sendable {
  /// Its page took the place of what the view showed.
  case committed
  /// Its page was parsed; what belongs to it may still be under way.
  case parsed
  /// Its page and what belongs to it were there.
  case finished
  /// The ad tag had an ad for the slot.
  case filled
  /// The ad tag had no ad for the slot.
  case empty
  /// The creative was there, with its size in points where somebody told it: an impression began.
  case rendered(CreativeSize?)
  /// Something of the creative was on the screen for the first time. Its place had been there
  /// without it for so many milliseconds while it was loaded, 0 where it was there before its place.
  case appeared(afterWaiting: Int64)
  /// Enough of the creative had been on the screen for long enough, by our own measure.
  case viewable
  /// The ad tag counted the impression as viewable.
  case counted
  /// The person followed a link of it out of the app.
  case clicked
  /// Its frames posted more than anybody reads: nothing that they say is heard any more.
  case silenced
  /// Its load ended, and nothing of a creative had been on the screen. Its place had been there for so many
  /// milliseconds while it was loaded. Also of one that stands as its session is closed; where a process
  /// was killed, nobody knows.
  case missed(afterWaiting: Int64)
}
