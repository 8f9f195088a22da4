// SPDX-License-Identifier: MIT
package import AdModel

/// Turns the messages by which a page tells where its ad placeholders are into loading events.
///
/// A message is a JSON text, one change or an array of changes:
/// `{"action":"add","id":"ad-1","rect":{"x":0,"y":900,"width":300,"height":250}}`, with `action` one
/// of `add`, `update` and `remove`, and an id of up to 256 bytes; the four numbers may also stand beside the id, and an
/// `adUnitId` names the unit where it differs from the id. An id that no ad unit can have, such as
/// one beyond ASCII, names the unit by its percent-encoded form. Members that are not named here are
/// passed over.
///
/// `visible` tells which parts of it are neither clipped nor covered by anything in the page: a list of up
/// to 64 rectangles of four numbers each, in the same coordinates, empty where nothing could be seen.
/// Without it all of the placeholder counts as far as it is on the screen.
///
/// The change `{"action":"begin"}` says that another document is there, and that the rest of its
/// message holds all its placeholders: those known before whose units are not among them are gone.
/// Units that are keep what they have loaded.
///
/// Any page, and any frame in it, may post anything: what is wrong is reported, never
/// fatal, and the rest of the message holds. Rectangles are in points, as the page measures them,
/// from its own top left or that of the viewport; give the engine a viewport in the same coordinates.
package struct PlaceholderTracker: Sendable {
  /// The most placeholders that are tracked at once.
  package static let greatestCount = 10_000
  /// The bounds of a message: 1 MiB and 8 containers deep.
  package static let limits = JSONReader.Limits(bytes: 1 << 20, depth: 8)

  /// The outcome of one message.
  package struct Outcome: Sendable {
    /// Events for the engine, in this order; placements that follow one another are one layout.
    package internal(set) var events: [LoadingEvent] = []
    /// The changes that were passed over, in order.
    package internal(set) var problems: [PlaceholderProblem] = []
  }

  /// The unit of each placeholder, by the bytes of its id.
  private var units: [[UInt8]: AdUnitID] = [:]
  private var unitsInUse: Set<AdUnitID> = []
  /// The units of which something is clipped or covered.
  private var cut: Set<AdUnitID> = []

  /// Makes a tracker that knows no placeholders yet; it serves one web view, over all its loads.
  package init() {}

  /// Takes one message.
  /// - Complexity: Linear in the length of the message.
  package mutating func handle(_ message: String) -> Outcome {
    var outcome = Outcome()
    var left: Set<AdUnitID> = []
    do {
      let node = JSONNode(try JSONReader.read(text: message, limits: Self.limits))
      if case .array = node.value {
        for change in try node.elements() { apply(change, into: &outcome, leaving: &left) }
      } else {
        apply(node, into: &outcome, leaving: &left)
      }
    } catch {
      outcome.problems.append(PlaceholderProblem(.notJSON, "the message is not JSON: \(error)"))
    }
    let gone = left.subtracting(unitsInUse)
    cut.subtract(gone)
    for unit in gone.sorted() { outcome.add(.removed(unit)) }
    return outcome
  }

  /// Forgets all placeholders, for the page begins anew and does not tell of it itself.
  /// - Returns: A removal for each, in order of their units.
  package mutating func reset() -> Outcome {
    cut = []
    return Outcome(events: forgetAll().sorted().map { .removed($0) })
  }

  /// Forgets all placeholders, but for which units are cut, of which some may be named anew.
  private mutating func forgetAll() -> Set<AdUnitID> {
    defer {
      units = [:]
      unitsInUse = []
    }
    return unitsInUse
  }

  /// Applies a change; `left` are the units of an earlier document.
  private mutating func apply(
    _ change: JSONNode, into outcome: inout Outcome, leaving left: inout Set<AdUnitID>
  ) {
    do throws(PlaceholderProblem) {
      guard case .object = change.value else {
        throw PlaceholderProblem(
          .notAnObject, "a change is \(change.value.kind); send an object or an array of objects")
      }
      let action = try PlaceholderFields.action(of: change)
      if action == .begin {
        left.formUnion(forgetAll())
      } else {
        for event in try events(of: change, action) { outcome.add(event) }
      }
    } catch {
      outcome.problems.append(error)
    }
  }

  private mutating func events(
    of change: JSONNode, _ action: PlaceholderFields.Action
  ) throws(PlaceholderProblem) -> [LoadingEvent] {
    let id = try PlaceholderFields.identifier(of: change)
    switch action {
    case .begin, .add, .update:
      guard action != .update || units[Array(id.utf8)] != nil else {
        throw unknown(id, "update")
      }
      let frame = try PlaceholderFields.rect(of: change)
      let parts = try PlaceholderFields.parts(of: change, in: frame)
      let unit = try track(id, of: change)
      let wasCut = parts == nil ? cut.remove(unit) != nil : !cut.insert(unit).inserted
      return (parts != nil || wasCut ? [.parts(unit, parts)] : [])
        + [.frame(AdFrame(unit: unit, frame: frame))]
    case .remove:
      guard let unit = units.removeValue(forKey: Array(id.utf8)) else {
        throw unknown(id, "removal")
      }
      unitsInUse.remove(unit)
      cut.remove(unit)
      return [.removed(unit)]
    }
  }

  /// Begins to track a placeholder; one that is added again keeps its unit.
  private mutating func track(
    _ id: String, of change: JSONNode
  ) throws(PlaceholderProblem) -> AdUnitID {
    if let unit = units[Array(id.utf8)] { return unit }
    let unit = try PlaceholderFields.unit(of: change, named: id)
    guard !unitsInUse.contains(unit) else {
      throw PlaceholderProblem(
        .unitInUse, "placeholder \(shown(id)): another placeholder has the ad unit \(unit)")
    }
    guard units.count < Self.greatestCount else {
      throw PlaceholderProblem(
        .tooMany,
        "placeholder \(shown(id)): the page has \(Self.greatestCount) placeholders already")
    }
    units[Array(id.utf8)] = unit
    unitsInUse.insert(unit)
    return unit
  }

  private func unknown(_ id: String, _ what: String) -> PlaceholderProblem {
    PlaceholderProblem(.unknownID, "\(what) of placeholder \(shown(id)), which was never added")
  }

  /// An id in a message: as it is where it could be an ad unit's, else quoted and escaped.
  private func shown(_ id: String) -> String {
    (try? AdUnitID(id))?.rawValue ?? id.quotedForDisplay
  }
}

extension PlaceholderTracker.Outcome {
  /// Adds an event; placements that follow one another become one layout, after what is to be seen of
  /// those placed.
  fileprivate mutating func add(_ event: LoadingEvent) {
    if case .parts = event {
      switch events.last {
      case .frame, .layout: events.insert(event, at: events.count - 1)
      default: events.append(event)
      }
    } else if case .frame(let placed) = event {
      switch events.last {
      case .frame(let before): events[events.count - 1] = .layout([before, placed])
      case .layout(var frames):
        // Taken out before it grows, so that the array is not copied.
        events.removeLast()
        frames.append(placed)
        events.append(.layout(frames))
      default: events.append(event)
      }
    } else {
      events.append(event)
    }
  }
}
