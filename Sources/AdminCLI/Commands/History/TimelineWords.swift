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
      + timeline.lanes.count.counted("unit")
  }

  /// In which app; and what a reader has to know before trusting it.
  var circumstances: String {
    var parts: [String] = []
    if !session.appVersion.isEmpty { parts.append("app \(session.appVersion)") }
    if !session.device.isEmpty { parts.append("device \(session.device)") }
    if session.lost > 0 { parts.append("\(session.lost.counted("transition")) missing") }
    if !session.isClosed { parts.append("not closed") }
    return parts.joined(separator: ", ")
  }

  /// Both in one line.
  var subtitle: String { [extent, circumstances].filter { !$0.isEmpty }.joined(separator: ", ") }

  /// The distances that hold on the session's page now.
  static func zones(of plan: LoadingPlan) -> String {
    let unload =
      plan.thresholds.unloadingEnabled
      ? "unload \(plan.thresholds.unload.inPoints)" : "unloading off"
    if let remote = plan.remoteThresholds {
      return
        "Zones now: fetch \(remote.fetch.formatted) %, display \(remote.render.formatted) % of the "
        + "viewport's height, \(unload)"
    }
    return "Zones now: fetch \(plan.thresholds.fetch.formatted), "
      + "display \(plan.thresholds.display.inPoints), \(unload)"
  }
}
