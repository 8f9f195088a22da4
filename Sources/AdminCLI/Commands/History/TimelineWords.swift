// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// What stands above a session's lanes.
struct TimelineWords {
  let session: SessionSummary
  let timeline: LoadTimeline

  var title: String { "Session \(session.id), page \(session.page)" }

  /// When, how long, how much.
  var extent: String {
    "\(session.startedAt), \((Double(timeline.duration) / 1000).formatted) s, "
      + "\(session.transitions.counted("transition")) of "
      + (timeline.lanes.count + timeline.hiddenLanes).counted("unit")
  }

  /// In which app; and what a reader has to know before trusting it.
  var circumstances: String {
    var parts: [String] = []
    if !session.appVersion.isEmpty { parts.append("app \(session.appVersion)") }
    if !session.device.isEmpty { parts.append("device \(session.device)") }
    if let arm = session.arm { parts.append("\(arm)") }
    if session.lost > 0 { parts.append("\(session.lost.counted("transition")) missing") }
    if !session.isClosed { parts.append("not closed") }
    return parts.joined(separator: ", ")
  }

  /// Both in one line.
  var subtitle: String { [extent, circumstances].filter { !$0.isEmpty }.joined(separator: ", ") }

  /// The distances that were in force.
  var zones: String {
    guard let distances = timeline.conditions?.distances, let first = distances.first else {
      return ""
    }
    let changes = distances.count - 1
    return "Zones: \(first.value.words)"
      + (changes > 0 ? "; changed \(changes.counted("time"))" : "")
  }

  /// What a reader has to know before trusting what is drawn, and what is left out.
  var notes: [String] {
    var notes: [String] = []
    if timeline.conditions == nil {
      notes.append(
        session.track == .broken
          ? "the scroll was not kept whole: the viewport is known at transitions, and zones, consent "
            + "and app are not known"
          : "recorded without its scroll: the viewport is known at transitions, and zones, consent "
            + "and app are not known")
    }
    if timeline.hiddenLanes > 0 {
      let all = timeline.hiddenLanes + timeline.lanes.count
      notes.append(
        "\(timeline.lanes.count) of \(all) ads have a lane here; --unit UNIT shows another, "
          + "--lanes \(all) all of them")
    }
    return notes
  }
}
