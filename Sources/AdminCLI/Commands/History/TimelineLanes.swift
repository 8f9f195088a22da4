// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports

/// A session as lines of text: times, a lane for each ad, the way of the viewport, and what the
/// marks mean.
struct TimelineLanes {
  private let timeline: LoadTimeline
  private let style: Style
  private let nameWidth: Int
  private let laneWidth: Int

  /// Prepares the lines.
  /// - Parameter width: How many characters a line may have, at least 40.
  init(timeline: LoadTimeline, width: Int, style: Style) {
    self.timeline = timeline
    self.style = style
    let longest = timeline.lanes.map(\.unit.rawValue.count).max() ?? 0
    nameWidth = min(max(longest, Self.viewport.count), width / 3)
    laneWidth = width - nameWidth - 2
  }

  /// The lines, without their ends.
  var lines: [String] {
    guard !timeline.lanes.isEmpty else { return ["No ad changed its state in this session."] }
    var lines = [named("", times)]
    lines += timeline.lanes.map { lane in
      named(lane.unit.rawValue.shortened(to: nameWidth), drawn(lane))
    }
    if let conditions = timeline.conditions {
      if conditions.hasConsentEvents {
        let gates = timeline.longest(of: conditions.gate, columns: laneWidth)
        lines.append(named("consent", drawn(gates.map { !$0.isOpen })))
      }
      if conditions.hasAppEvents {
        let phases = timeline.longest(of: conditions.app, columns: laneWidth)
        lines.append(named("app", drawn(phases.map { $0 == .background })))
      }
    }
    let depths = timeline.depths(columns: laneWidth)
    let (top, bottom) = (depths.min() ?? 0, depths.max() ?? 0)
    lines.append(named(Self.viewport, Self.drawn(depths, from: top, to: bottom)))
    lines.append("")
    lines.append(legend)
    if let conditions = timeline.conditions,
      conditions.hasConsentEvents || conditions.hasAppEvents
    {
      lines.append("consent: ─ open, ░ closed; app: ─ in front, ░ in the background")
    }
    lines.append(
      "viewport: its upper edge, from ▁ at \(top.rounded().formatted) to █ at "
        + bottom.rounded().inPoints)
    return lines
  }

  private static let viewport = "viewport"

  private func named(_ name: String, _ lane: String) -> String {
    name + String(repeating: " ", count: nameWidth - name.count + 2) + lane
  }

  /// The times, each beginning where it stands; none that would run into the next or over the edge.
  private var times: String {
    var line = ""
    let ticks = AxisTicks(duration: timeline.duration, atMost: max(laneWidth / 8, 2)).ticks
    for tick in ticks {
      let place = timeline.column(of: Int64(tick.value), in: laneWidth)
      let label = "|\(tick.label)"
      guard place >= line.count, place + label.count <= laneWidth else { continue }
      line += String(repeating: " ", count: place - line.count) + label
    }
    return line
  }

  private func drawn(_ lane: LoadTimeline.Lane) -> String {
    var line = ""
    var rest = timeline.marks(of: lane, columns: laneWidth)[...]
    while let mark = rest.first {
      let run = rest.prefix { $0 == mark }
      line += drawn(mark, times: run.count)
      rest = rest.dropFirst(run.count)
    }
    return line
  }

  private func drawn(_ mark: LaneMark, times: Int) -> String {
    func marks(_ mark: String) -> String { String(repeating: mark, count: times) }
    return switch mark {
    case .state(.notLoaded): style.toned(marks("·"), .faint)
    case .state(.fetched): style.toned(marks("▒"), .warning)
    case .state(.displayed): style.toned(marks("█"), .good)
    case .state(.unloaded): marks("─")
    case .absent: marks(" ")
    case .removed: style.toned(marks("×"), .bad)
    case .viewable: style.heading(marks("◆"))
    case .fault(let kind): style.toned(marks(kind.letter), .bad)
    }
  }

  private var legend: String {
    var parts = LoadState.allCases.map { "\(drawn(.state($0), times: 1)) \($0.rawValue)" }
    if timeline.lanes.contains(where: { !$0.viewable.isEmpty }) {
      parts.append("\(drawn(.viewable, times: 1)) viewable (est.)")
    }
    if timeline.lanes.contains(where: { !$0.removals.isEmpty }) {
      parts.append("\(drawn(.removed, times: 1)) removed")
    }
    let kinds = Set(timeline.lanes.flatMap(\.faults).map(\.load.kind))
    for kind in LoadFault.Kind.allCases where kinds.contains(kind) {
      parts.append("\(drawn(.fault(kind), times: 1)) \(kind.rawValue)")
    }
    return parts.joined(separator: "  ")
  }

  /// A line that shows when something was shut.
  private func drawn(_ isShut: [Bool]) -> String {
    var line = ""
    var rest = isShut[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      line +=
        first
        ? style.toned(String(repeating: "░", count: run.count), .bad)
        : style.toned(String(repeating: "─", count: run.count), .faint)
      rest = rest.dropFirst(run.count)
    }
    return line
  }

  private static func drawn(_ depths: [Double], from top: Double, to bottom: Double) -> String {
    let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return String(
      depths.map { depth in
        let share = bottom > top ? (depth - top) / (bottom - top) : 0
        return levels[min(Int(share * 8), 7)]
      })
  }
}
