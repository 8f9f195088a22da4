// SPDX-License-Identifier: MIT
public import AdModel

/// Which of the containers that an app's views make for a slot shows its ad.
///
/// The system makes and takes views in no order that one could rely on: a new one before the old one's
/// end or after it, one that never comes on a screen, two at a time in two windows. So containers only
/// report what happens to them, and nothing follows from it before the next turn of the main loop, which
/// asks ``turn()`` once: the ad stands in the container that came into a window last, of those that
/// still are in one. Where there is none, nothing of the ad could be seen; where no container is left
/// at the end of a turn, the slot is gone, and its ad stays warm for as long as its room is not needed.
///
/// An ad that stands in no container waits in the page's window, out of sight: WebKit lets the pages of
/// views outside of windows do nothing.
///
/// The rows of lazy stacks and recycling lists come and go. Of units that the app expects in such, none is
/// ever gone: without a row in a window, its place is all that is known.
///
/// Source: the order of calls of SwiftUI's representables, and of WebKit's own `WebView`, which hands
/// a page over in the same way.
public struct SlotContainers: Sendable {
  /// Names a container.
  public struct ID: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// What follows from what containers reported.
  ///
  /// Cases may be added: `switch` over it with a `default`.
  public enum Step: Equatable, Sendable {
    /// The slot is described so.
    case describe(AdSlot)
    /// The ad stands in a container from now on; nil where it waits out of sight.
    case show(AdUnitID, in: ID?)
    /// Whether the slot is only expected: see ``PageEvent/expected(_:_:)``.
    case expect(AdUnitID, Bool)
    /// Whether the ad is in a window at all.
    case hide(AdUnitID, Bool)
    /// The slot is gone from the page.
    case release(AdUnitID)
  }

  private struct Container {
    var slot: AdSlot
    /// When it came into the window where it is; nil while it is in none.
    var entered: Int?
  }

  private struct Shown {
    var host: ID?
    var isHidden = false
    var isExpected = false
    var described: AdSlot?
  }

  private var containers: [ID: Container] = [:]
  private var shown: [AdUnitID: Shown] = [:]
  /// The units that something was reported of since the last turn.
  private var touched: Set<AdUnitID> = []
  private var count = 0
  /// The units whose rows come and go.
  private var expected: Set<AdUnitID> = []

  /// Begins without containers.
  public init() {}

  /// Whether a turn has something to do.
  public var isTurnDue: Bool { !touched.isEmpty }

  /// Takes that a container was made for a slot.
  public mutating func make(for slot: AdSlot) -> ID {
    count += 1
    let id = ID(number: count)
    containers[id] = Container(slot: slot)
    touched.insert(slot.unit)
    return id
  }

  /// Takes that a container is described so now, of another unit even.
  public mutating func update(_ id: ID, to slot: AdSlot) {
    guard let before = containers[id]?.slot, before != slot else { return }
    containers[id]?.slot = slot
    touched.formUnion([before.unit, slot.unit])
  }

  /// Takes that a container came into a window, or into another one.
  public mutating func enter(_ id: ID) {
    guard let unit = containers[id]?.slot.unit else { return }
    count += 1
    containers[id]?.entered = count
    touched.insert(unit)
  }

  /// Takes that a container is in no window any more.
  public mutating func leave(_ id: ID) {
    guard let container = containers[id], container.entered != nil else { return }
    containers[id]?.entered = nil
    touched.insert(container.slot.unit)
  }

  /// Takes that a container is gone for good.
  public mutating func end(_ id: ID) {
    guard let container = containers.removeValue(forKey: id) else { return }
    touched.insert(container.slot.unit)
  }

  /// Takes which units are expected in rows that come and go.
  public mutating func expect(_ units: Set<AdUnitID>) {
    touched.formUnion(expected.symmetricDifference(units))
    expected = units
  }

  /// The containers of a unit, in the order in which they were made.
  public func containers(of unit: AdUnitID) -> [ID] {
    containers.filter { $0.value.slot.unit == unit }.keys.sorted { $0.number < $1.number }
  }

  /// What has to be done, once everything of a turn of the main loop was reported.
  public mutating func turn() -> [Step] {
    defer { touched = [] }
    // What is let go of comes first: its container may be another's now.
    let units = touched.sorted { one, other in
      let (isGone, isOtherGone) = (containers(of: one).isEmpty, containers(of: other).isEmpty)
      return isGone == isOtherGone ? one < other : isGone
    }
    return units.flatMap { turn($0) }
  }

  private mutating func turn(_ unit: AdUnitID) -> [Step] {
    let all = containers(of: unit)
    guard !all.isEmpty || expected.contains(unit) else {
      guard let before = shown.removeValue(forKey: unit) else { return [] }
      return (before.host == nil ? [] : [.show(unit, in: nil)]) + [.release(unit)]
    }
    let host = all.filter { containers[$0]?.entered != nil }
      .max { (containers[$0]?.entered ?? 0) < (containers[$1]?.entered ?? 0) }
    let isExpected = host == nil && expected.contains(unit)
    var now = shown[unit] ?? Shown()
    var steps: [Step] = []
    if let slot = (host ?? all.last).flatMap({ containers[$0]?.slot }), slot != now.described {
      now.described = slot
      steps.append(.describe(slot))
    }
    if isExpected != now.isExpected {
      now.isExpected = isExpected
      steps.append(.expect(unit, isExpected))
    }
    let isHidden = host == nil && !isExpected
    if isHidden != now.isHidden {
      now.isHidden = isHidden
      steps.append(.hide(unit, isHidden))
    }
    if host != now.host {
      now.host = host
      steps.append(.show(unit, in: host))
    }
    shown[unit] = now
    return steps
  }
}
