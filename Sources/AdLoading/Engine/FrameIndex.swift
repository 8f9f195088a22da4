// SPDX-License-Identifier: MIT
import AdModel

/// The ads' upper and lower edges in order, with a cursor where each edge of a zone stands.
///
/// Moving the zones then costs what the edges crossed on the way cost. An ad's frame may change
/// after it was indexed: the owner visits such ads itself until the next ``rebuild``, and an
/// entry that is out of date only causes a needless look.
struct FrameIndex: Sendable {
  /// One horizontal edge of one ad.
  private struct Edge: Sendable {
    let y: Double
    let ad: Int32
  }

  /// How far the edges of one zone have come in the two orders.
  private struct Cursor: Sendable {
    /// How many edges ahead of a zone are looked at to find one that matters.
    private static let lookahead = 8

    /// How many ads begin above the zone's lower edge.
    var begun = 0
    /// How many ads end at or above the zone's upper edge.
    var ended = 0

    /// Moves to a zone and notes every ad whose edge is passed.
    mutating func walk(
      to span: LoadingZones.Span, tops: [Edge], bottoms: [Edge], noting crossed: inout [Int32]
    ) {
      while begun < tops.count, tops[begun].y < span.bottom {
        crossed.append(tops[begun].ad)
        begun += 1
      }
      while begun > 0, tops[begun - 1].y >= span.bottom {
        begun -= 1
        crossed.append(tops[begun].ad)
      }
      while ended < bottoms.count, bottoms[ended].y <= span.top {
        crossed.append(bottoms[ended].ad)
        ended += 1
      }
      while ended > 0, bottoms[ended - 1].y > span.top {
        ended -= 1
        crossed.append(bottoms[ended].ad)
      }
    }

    /// How far the zone may move before an ad enters it that is not at rest, or that is beyond
    /// those looked at.
    func roomToEnter(
      _ span: LoadingZones.Span, tops: [Edge], bottoms: [Edge], isAtRest: (Int32) -> Bool
    ) -> Room {
      var below = begun
      let lowest = min(begun + Self.lookahead, tops.count)
      while below < lowest, isAtRest(tops[below].ad) { below += 1 }
      var above = ended
      let highest = max(ended - Self.lookahead, 0)
      while above > highest, isAtRest(bottoms[above - 1].ad) { above -= 1 }
      return Room(
        up: above > 0 ? span.top - bottoms[above - 1].y : .infinity,
        down: below < tops.count ? tops[below].y - span.bottom : .infinity)
    }

    /// How far the zone may move before an ad leaves it.
    func roomToLeave(_ span: LoadingZones.Span, tops: [Edge], bottoms: [Edge]) -> Room {
      Room(
        up: begun > 0 ? span.bottom - tops[begun - 1].y : .infinity,
        down: ended < bottoms.count ? bottoms[ended].y - span.top : .infinity)
    }
  }

  /// How far zones may move, in points.
  struct Room {
    var up: Double
    var down: Double

    func and(_ other: Room) -> Room {
      Room(up: min(up, other.up), down: min(down, other.down))
    }
  }

  private var tops: [Edge] = []
  private var bottoms: [Edge] = []
  private var reach = MaxBottomTree()
  private var display = Cursor()
  private var fetch = Cursor()
  private var unload = Cursor()

  /// How many ads are indexed.
  var count: Int { tops.count }

  /// Moves all zones and notes every ad whose edge one of them passed, perhaps more than once.
  /// - Complexity: O(edges passed).
  mutating func walk(to zones: LoadingZones, noting crossed: inout [Int32]) {
    display.walk(to: zones.display, tops: tops, bottoms: bottoms, noting: &crossed)
    fetch.walk(to: zones.fetch, tops: tops, bottoms: bottoms, noting: &crossed)
    unload.walk(to: zones.unload, tops: tops, bottoms: bottoms, noting: &crossed)
  }

  /// Moves all zones far away and notes the ads of the unload zone before and after, but none of
  /// those between.
  /// - Complexity: O(log n) for each ad noted.
  mutating func jump(from before: LoadingZones?, to zones: LoadingZones, noting: inout [Int32]) {
    if let before { noteUnloadZone(above: before.unload.top, noting: &noting) }
    // The zones lie within one another, so that only the largest has to be searched for.
    unload = cursor(at: zones.unload)
    fetch = unload
    fetch.walk(to: zones.fetch, tops: tops, bottoms: bottoms, noting: &noting)
    display = fetch
    display.walk(to: zones.display, tops: tops, bottoms: bottoms, noting: &noting)
    noteUnloadZone(above: zones.unload.top, noting: &noting)
  }

  /// How far the zones may move from where the cursors stand before an ad has something to do.
  ///
  /// That an ad leaves the fetch or the display zone changes nothing for it. Where nothing is
  /// unloaded, the unload zone does not matter, nor what becomes of ads that are displayed.
  /// - Complexity: O(1).
  func room(around zones: LoadingZones, records: [TrackedAd], isUnloading: Bool) -> Room {
    func isAtRest(_ ad: Int32) -> Bool {
      !isUnloading && (records[Int(ad)].state == .displayed || !records[Int(ad)].isPresent)
    }
    func roomToEnter(_ cursor: Cursor, _ span: LoadingZones.Span) -> Room {
      cursor.roomToEnter(span, tops: tops, bottoms: bottoms, isAtRest: isAtRest)
    }
    let room = roomToEnter(display, zones.display).and(roomToEnter(fetch, zones.fetch))
    guard isUnloading else { return room }
    return room.and(roomToEnter(unload, zones.unload))
      .and(unload.roomToLeave(zones.unload, tops: tops, bottoms: bottoms))
  }

  private func noteUnloadZone(above top: Double, noting: inout [Int32]) {
    reach.forEachRank(below: unload.begun, reachingBeyond: top) { noting.append(tops[$0].ad) }
  }

  /// Indexes frames anew: what neither left nor moved stays as it is, the others are added.
  ///
  /// The edges that stay are in order already, so that a small change sorts in one pass.
  /// - Complexity: O(n), and O(m log m) for m others.
  mutating func rebuild(from records: [TrackedAd], adding others: [Int32]) {
    func stays(_ edge: Edge) -> Bool {
      records[Int(edge.ad)].isPresent && !records[Int(edge.ad)].isUnindexed
    }
    func lowerEdge(_ ad: Int32) -> Double {
      records[Int(ad)].frame.y + records[Int(ad)].frame.height
    }
    tops.removeAll { !stays($0) }
    bottoms.removeAll { !stays($0) }
    for ad in others where records[Int(ad)].isPresent {
      tops.append(Edge(y: records[Int(ad)].frame.y, ad: ad))
      bottoms.append(Edge(y: lowerEdge(ad), ad: ad))
    }
    tops.sort { $0.y < $1.y }
    bottoms.sort { $0.y < $1.y }
    reach = MaxBottomTree(tops.map { lowerEdge($0.ad) })
  }

  private func cursor(at span: LoadingZones.Span) -> Cursor {
    Cursor(
      begun: Self.position(in: tops) { $0.y < span.bottom },
      ended: Self.position(in: bottoms) { $0.y <= span.top })
  }

  /// The number of leading edges that meet a condition.
  private static func position(in edges: [Edge], while condition: (Edge) -> Bool) -> Int {
    var low = 0
    var high = edges.count
    while low < high {
      let middle = (low + high) / 2
      if condition(edges[middle]) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
