// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit activate|pause|archive|restore UNIT…`.
enum UnitStatus {
  /// The verb that gives units a status.
  static func verb(for status: InventoryUnit.Status) -> String {
    switch status {
    case .active: "activate"
    case .paused: "pause"
    case .archived: "archive"
    }
  }

  static let activate = Command(
    "activate", "Serve paused ad units again.", details: UnitSelection.details, effect: .changes,
    output: .changes, arguments: [UnitSelection.units(offering: [.paused])],
    options: UnitSelection.options,
    examples: [
      Example("unit activate div-gpt-ad-mobile_1", "One unit."),
      Example("unit activate --page article", "All of a page."),
    ]
  ) { run in try UnitSelection.change(run) { try $0.activate($1) } }

  static let pause = Command(
    "pause", "Stop serving ad units; they stay in lists and are not exported.",
    details: UnitSelection.details, effect: .changes, output: .changes,
    arguments: [UnitSelection.units(offering: [.active])], options: UnitSelection.options,
    examples: [
      Example("unit pause div-gpt-ad-mobile_1 div-gpt-ad-mobile_2", "Two units."),
      Example("unit pause --text sponsor --dry-run", "What selecting by a text would pause."),
    ]
  ) { run in try UnitSelection.change(run) { try $0.pause($1) } }

  static let archive = Command(
    "archive", "Stop serving ad units and hide them; their history stays.",
    details: UnitSelection.details, effect: .changes, output: .changes,
    arguments: [UnitSelection.units(offering: [.active, .paused])], options: UnitSelection.options,
    examples: [
      Example("unit archive div-gpt-ad-mobile_1", "One unit."),
      Example("unit archive --page old --status paused", "The paused ones of a page."),
    ]
  ) { run in try UnitSelection.change(run) { try $0.archive($1) } }

  static let restore = Command(
    "restore", "Bring archived ad units back as what they were before: active or paused.",
    details: UnitSelection.details, effect: .changes, output: .changes,
    arguments: [UnitSelection.units(offering: [.archived])], options: UnitSelection.options,
    examples: [
      Example("unit restore div-gpt-ad-mobile_1", "One unit."),
      Example("unit restore --page article", "All archived ones of a page."),
    ]
  ) { run in try UnitSelection.change(run, among: [.archived]) { try $0.restore($1) } }
}
