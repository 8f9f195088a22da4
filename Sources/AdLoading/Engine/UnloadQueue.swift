// SPDX-License-Identifier: MIT

/// The ads beyond the unload zone, in the order in which checks found them there.
///
/// An ad that came back leaves its entry behind; the owner's record says which entries still count.
struct UnloadQueue: Sendable {
  /// An ad and the time of the check that made it a candidate.
  struct Entry: Sendable {
    let ad: Int32
    let since: Int64
  }

  private var entries: [Entry] = []
  private var head = 0

  /// The oldest entry.
  var first: Entry? { head < entries.count ? entries[head] : nil }

  /// Adds an entry that is not older than any other.
  mutating func append(_ ad: Int32, since: Int64) {
    entries.append(Entry(ad: ad, since: since))
  }

  /// Drops the oldest entry.
  mutating func removeFirst() {
    head += 1
    if head == entries.count {
      entries.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64, head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
  }
}
