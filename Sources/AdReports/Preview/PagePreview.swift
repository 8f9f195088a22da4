// SPDX-License-Identifier: MIT
package import AdConsent
package import AdInjection
package import AdModel

/// A page of ad units in a scrolling column, with what the loading manager decided on the way.
///
/// The preview decides nothing while it replays: it shows transitions that the real manager made
/// for a scroll. Only when someone scrolls by hand does the page follow the same rule by itself.
package struct PagePreview: Equatable, Sendable {
  /// A unit and where it stands.
  package struct Placement: Equatable, Sendable {
    /// The unit.
    package let unit: InventoryUnit
    /// Where it stands, in points from the column's top left.
    package let frame: AdRect
    /// The bundle that its web view loads once fetched; without one only the state is shown.
    package var bundle: InjectionBundle?

    /// Places a unit.
    package init(unit: InventoryUnit, frame: AdRect, bundle: InjectionBundle? = nil) {
      self.unit = unit
      self.frame = frame
      self.bundle = bundle
    }
  }

  /// How far the column was scrolled at a time.
  package struct ScrollSample: Equatable, Sendable {
    /// Milliseconds since the beginning.
    package let time: Int64
    /// How far the column was scrolled, in points.
    package let offset: Double
  }

  /// The title of the document.
  package let title: String
  /// The size of the phone's screen, in points.
  package let viewport: CreativeSize
  /// The units in their places.
  package let placements: [Placement]
  /// The page's thresholds.
  package let thresholds: LoadingThresholds
  /// The thresholds that the page's own script sets, where it does.
  package let remote: RemoteThresholds?
  /// How many web views may live at once.
  package let liveViews: Int
  /// The gate's decision for the person.
  package let decision: GateDecision
  /// How the column was scrolled, in ascending time.
  package let scroll: [ScrollSample]
  /// The manager's transitions on the way, in ascending time.
  package let transitions: [LoadTransition]

  /// Takes everything that is shown.
  package init(
    title: String, viewport: CreativeSize, placements: [Placement],
    thresholds: LoadingThresholds = .standard, remote: RemoteThresholds? = nil,
    liveViews: Int, decision: GateDecision, scroll: [ScrollSample],
    transitions: [LoadTransition]
  ) {
    self.title = title
    self.viewport = viewport
    self.placements = placements
    self.thresholds = thresholds
    self.remote = remote
    self.liveViews = liveViews
    self.decision = decision
    self.scroll = scroll
    self.transitions = transitions
  }

  /// How tall the column is, in points: a screen of text follows the last unit.
  var columnHeight: Double {
    (placements.map(\.frame.maxY).max() ?? 0) + viewport.height
  }
}

extension PagePreview {
  /// The screen that previews and demonstrations use: an iPhone of 393 × 852 points.
  package static let standardViewport = CreativeSize(width: 393, height: 852)

  /// Stands units below one another, centred, with a passage of text before each.
  ///
  /// - Parameters:
  ///   - units: The units in their order; each takes its initial size.
  ///   - width: The column's width in points.
  ///   - text: The height of each passage in points.
  package static func column(
    of units: [InventoryUnit], width: Double = standardViewport.width, text: Double = 700
  ) -> [Placement] {
    var top = 0.0
    return units.map { unit in
      let size = unit.constraints.initial
      let frame = AdRect(
        x: (width - size.width) / 2, y: top + text, width: size.width, height: size.height)
      top = frame.maxY
      return Placement(unit: unit, frame: frame)
    }
  }

  /// A reader who flings down a column by half a screen a second, with rests, and goes back up fast.
  ///
  /// - Parameter viewport: The size of the screen, in points.
  /// - Returns: A sample for every 50 milliseconds.
  package static func reading(
    of placements: [Placement], viewport: CreativeSize = standardViewport
  ) -> [ScrollSample] {
    let bottom = placements.map(\.frame.maxY).max() ?? 0
    var samples = [ScrollSample(time: 0, offset: 0)]
    var time: Int64 = 1_000
    var offset = 0.0
    while offset < bottom {
      let goal = min(offset + viewport.height * 0.8, bottom)
      fling(from: offset, to: goal, at: time, into: &samples)
      offset = goal
      time += 1_600
    }
    time += 2_500
    fling(from: offset, to: 0, at: time, into: &samples)
    samples.append(ScrollSample(time: time + 4_000, offset: 0))
    return samples
  }

  /// 800 milliseconds, fast and then slower.
  private static func fling(
    from start: Double, to goal: Double, at time: Int64, into samples: inout [ScrollSample]
  ) {
    for step in 0...16 {
      let left = 1 - Double(step) / 16
      let offset = goal + (start - goal) * left * left * left
      samples.append(
        ScrollSample(time: time + Int64(step) * 50, offset: (offset * 2).rounded() / 2))
    }
  }
}
