// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Sessions as they are chosen in one word, with times as they were written.
struct SessionChoice: Sendable {
  private var filter = StatisticsFilter()
  private var since: Moment?
  private var until: Moment?

  /// The filter at a time of day.
  func filter(at now: Timestamp) -> StatisticsFilter {
    var filter = filter
    filter.since = since?.time(at: now)
    filter.until = until?.time(at: now)
    return filter
  }

  static let kind = kind("FILTER")

  /// The kind under another name, for a second one in a line.
  static func kind(_ placeholder: String) -> ValueKind<SessionChoice> {
    ValueKind<SessionChoice>(
      placeholder,
      expected:
        "all, or page=PAGE, app-version=TEXT, experiment=NAME, arm=NAME, attribute.NAME=VALUE, since=TIME, until=TIME with commas"
    ) { text in
      var sessions = SessionChoice()
      guard text != "all" else { return sessions }
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
        guard pair.count == 2 else { return nil }
        switch pair[0] {
        case "page": sessions.filter.page = try PageID(pair[1])
        case "app-version", "version": sessions.filter.appVersion = pair[1]
        case "experiment": sessions.filter.experiment = try ExperimentID(pair[1])
        case "arm": sessions.filter.arm = try ArmID(pair[1])
        case "since": sessions.since = try Moment(pair[1])
        case "until": sessions.until = try Moment(pair[1])
        case let key where key.hasPrefix("attribute."):
          let name = String(key.dropFirst("attribute.".count))
          sessions.filter.attributes[name] = try SessionAttributes([name: pair[1]]).values[name]
        default: return nil
        }
      }
      return sessions
    }
  }
}
