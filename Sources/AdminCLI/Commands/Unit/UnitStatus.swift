// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit activate|pause|archive|restore UNIT…`.
enum UnitStatus {
  private static let paused = units(in: [.paused])
  private static let active = units(in: [.active])
  private static let archived = units(in: [.archived])
  private static let listed = units(in: [.active, .paused])

  private static func units(in statuses: [AdUnit.Status]) -> Argument<AdUnitID> {
    Argument(.unit(offering: statuses), "The ad units.", count: .many)
  }

  static let activate = Command(
    "activate", "Serve paused ad units again.", effect: .changes, output: .keys(ChangeReport.keys),
    arguments: [paused],
    examples: [Example("unit activate div-gpt-ad-mobile_1", "One unit.")]
  ) { run in
    try run.changeInventory { edit in
      for unit in run.input.all(paused) { try edit.activate(unit) }
    }
  }

  static let pause = Command(
    "pause", "Stop serving ad units; they stay in lists and are not exported.",
    effect: .changes, output: .keys(ChangeReport.keys), arguments: [active],
    examples: [Example("unit pause div-gpt-ad-mobile_1 div-gpt-ad-mobile_2", "Two units.")]
  ) { run in
    try run.changeInventory { edit in
      for unit in run.input.all(active) { try edit.pause(unit) }
    }
  }

  static let archive = Command(
    "archive", "Stop serving ad units and hide them; their history stays.",
    effect: .changes, output: .keys(ChangeReport.keys), arguments: [listed],
    examples: [Example("unit archive div-gpt-ad-mobile_1", "One unit.")]
  ) { run in
    try run.changeInventory { edit in
      for unit in run.input.all(listed) { try edit.archive(unit) }
    }
  }

  static let restore = Command(
    "restore", "Bring archived ad units back as what they were before: active or paused.",
    effect: .changes, output: .keys(ChangeReport.keys), arguments: [archived],
    examples: [Example("unit restore div-gpt-ad-mobile_1", "One unit.")]
  ) { run in
    try run.changeInventory { edit in
      for unit in run.input.all(archived) { try edit.restore(unit) }
    }
  }
}
