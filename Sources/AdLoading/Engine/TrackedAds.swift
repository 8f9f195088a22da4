// SPDX-License-Identifier: MIT
import AdModel

/// One ad as the engine keeps it.
struct TrackedAd: Sendable {
  /// No candidate for unloading.
  static let notACandidate = Int64.min
  /// How far down an ad is whose place is gone, in points.
  static let away = 1e9

  var frame: AdRect
  /// The time of the check that first found the ad beyond the unload zone.
  var candidateSince = TrackedAd.notACandidate
  /// The number of the last check that looked at the ad.
  var visitedBy = 0
  /// When it was asked for last, and until when it is not asked for again, in milliseconds.
  var requestedAt = Int64.min
  var pausedUntil = Int64.min
  /// The consent under which it was loaded, counted by changes of the gate.
  var consentEpoch: Int32 = 0
  var state = LoadState.notLoaded
  /// Whether the ad is there; the place of a removed one waits for another.
  var isPresent = true
  /// Whether nothing of it could be seen.
  var isHidden = false
  /// Whether it is kept from loading.
  var isHeld = false
  /// Whether its place is gone.
  var isGone = false
  /// Whether its frame changed since the index was built.
  var isUnindexed = true

  init(frame: AdRect) { self.frame = frame }

  /// Whether something of it is on the screen: of what is clipped away altogether nothing is.
  func isOnScreen(in viewport: AdRect) -> Bool { !isHidden && frame.overlaps(viewport) }

  /// How far it is from the screen, in points; what is clipped away is farther than half a screen, so that it
  /// gives its room to whatever comes near.
  func distance(to viewport: AdRect) -> Double {
    let distance = frame.distance(to: viewport)
    return isHidden ? max(distance, viewport.height) : distance
  }
}

/// The ads, interned to dense numbers so that checks touch no text.
struct TrackedAds: Sendable {
  private var numbers: [AdUnitID: Int32] = [:]
  private var units: [AdUnitID] = []
  private var vacant: [Int32] = []
  private var candidates = UnloadQueue()
  /// The ads by number, vacant places included.
  var records: [TrackedAd] = []

  /// How many ads are present.
  var count: Int { numbers.count }

  func number(of unit: AdUnitID) -> Int32? { numbers[unit] }

  /// The number of an ad, found at once where it is the one guessed.
  ///
  /// Layouts tend to name ads in the same order each time, so that each is guessed by the one
  /// before, and no text is hashed.
  func number(of unit: AdUnitID, guess: Int32) -> Int32? {
    let place = Int(guess)
    if place < records.count, records[place].isPresent, units[place] == unit { return guess }
    return numbers[unit]
  }

  func unit(_ number: Int32) -> AdUnitID { units[Int(number)] }

  /// The numbers of the ads that are loaded.
  var loaded: Set<Int32> {
    Set(numbers.values.filter { records[Int($0)].state.isLoaded })
  }

  /// Gives an ad a number.
  /// - Returns: The number, and whether its place is already among the unindexed ones.
  mutating func add(_ frame: AdFrame) -> (number: Int32, wasUnindexed: Bool) {
    if let number = vacant.popLast() {
      let wasUnindexed = records[Int(number)].isUnindexed
      units[Int(number)] = frame.unit
      records[Int(number)] = TrackedAd(frame: frame.frame)
      numbers[frame.unit] = number
      return (number, wasUnindexed)
    }
    let number = Int32(records.count)
    units.append(frame.unit)
    records.append(TrackedAd(frame: frame.frame))
    numbers[frame.unit] = number
    return (number, false)
  }

  /// Forgets an ad that has a number.
  mutating func remove(_ number: Int32) {
    numbers[unit(number)] = nil
    records[Int(number)].isPresent = false
    records[Int(number)].candidateSince = TrackedAd.notACandidate
    vacant.append(number)
  }

  mutating func reserve(_ more: Int) {
    guard more > 64 else { return }
    numbers.reserveCapacity(numbers.count + more)
    units.reserveCapacity(units.count + more)
    records.reserveCapacity(records.count + more)
  }

  /// When a check first found the ad beyond the unload zone that has been there longest.
  var oldestCandidate: Int64? { candidates.first?.since }

  /// Notes whether a check found a loaded ad beyond the unload zone.
  /// - Returns: The time of the check that first found it there, without a gap since.
  mutating func note(_ number: Int32, isOutside: Bool, at time: Int64) -> Int64? {
    guard isOutside else {
      records[Int(number)].candidateSince = TrackedAd.notACandidate
      return nil
    }
    if records[Int(number)].candidateSince == TrackedAd.notACandidate {
      records[Int(number)].candidateSince = time
      candidates.append(number, since: time)
    }
    return records[Int(number)].candidateSince
  }

  /// Takes out the candidates that have been outside since a time or longer.
  mutating func takeCandidates(since time: Int64, into visits: inout [Int32]) {
    while let entry = candidates.first, entry.since <= time {
      visits.append(entry.ad)
      candidates.removeFirst()
    }
  }

  /// Drops entries whose ads came back, were unloaded or removed.
  mutating func dropStaleCandidates() {
    while let entry = candidates.first, records[Int(entry.ad)].candidateSince != entry.since {
      candidates.removeFirst()
    }
  }
}
