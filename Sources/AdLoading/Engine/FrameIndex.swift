// SPDX-License-Identifier: MIT
import AdModel

/// The ads' upper and lower edges in order, with a cursor where each edge of a zone stands.
///
/// Moving the zones then costs what the edges crossed on the way cost. An ad's frame may change
/// after it was indexed: the owner looks at such ads itself until the next ``rebuild``, and an
/// entry that is out of date only causes a needless look.
struct FrameIndex: Sendable {
  /// One horizontal edge of one ad.
  private struct Edge: Sendable {
    let y: Double
    let ad: Int32
  }

  /// How far the edges of one zone have come in the two orders.
  private struct Cursor: Sendable {
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
  }

  private var tops: [Edge] = []
  private var bottoms: [Edge] = []
  private var reach = ReachTree()
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

  private func noteUnloadZone(above top: Double, noting: inout [Int32]) {
    reach.forEachRank(below: unload.begun, reachingBeyond: top) { noting.append(tops[$0].ad) }
  }

  /// Indexes frames anew: what neither left nor moved stays as it is, the others are added.
  ///
  /// What stays is already in order, so that little changed sorts in one pass.
  /// - Complexity: O(n), and O(m log m) for m others.
  mutating func rebuild(from records: [TrackedAd], adding others: [Int32]) {
    func stays(_ edge: Edge) -> Bool {
      records[Int(edge.ad)].isPresent && !records[Int(edge.ad)].isLoose
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
    reach = ReachTree(tops.map { lowerEdge($0.ad) })
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
