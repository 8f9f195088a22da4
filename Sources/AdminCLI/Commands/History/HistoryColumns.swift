// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// How transitions of the history are shown.
enum HistoryColumns {
  static let entries: [Column<HistoryEntry>] = [
    Column("time", "Time") { .text($0.at.description) },
    Column("session", "Session") { .text($0.session.rawValue) },
    Column("sequence") { .integer($0.sequence) },
    Column("adUnitId", "Unit") { .text($0.unit.rawValue) },
    Column("from", "From") { .text($0.from.rawValue) },
    Column("to", "To") { state($0.to) },
    Column("cause", "Cause") { .text($0.cause.rawValue) },
    Column("consentRecord", "Consent", .trailing) {
      .optional(integer: $0.consentRecord?.rawValue)
    },
    Column("servingMode", "Mode") { .optional($0.mode?.rawValue) },
    Column("frame", meaning: geometry("Where the ad was")) {
      $0.geometry.map { rect($0.frame) } ?? .none
    },
    Column("viewport", meaning: geometry("The visible part of the page")) {
      $0.geometry.map { rect($0.viewport) } ?? .none
    },
  ]

  private static func geometry(_ what: String) -> String {
    "\(what): x, y, width and height in points; null where history replay tells it."
  }

  private static func state(_ state: LoadState) -> Cell {
    switch state {
    case .displayed: .toned(state.rawValue, .good)
    case .fetched: .text(state.rawValue)
    case .notLoaded, .unloaded: .toned(state.rawValue, .faint)
    }
  }

  static func rect(_ rect: AdRect) -> Cell {
    .json([
      "x": .double(rect.x), "y": .double(rect.y), "width": .double(rect.width),
      "height": .double(rect.height),
    ])
  }
}
