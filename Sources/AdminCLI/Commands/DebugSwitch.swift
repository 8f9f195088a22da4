// SPDX-License-Identifier: MIT
import AdStore

/// `debug on|off|show`: the debug setting, which outlives restarts.
enum DebugSwitch {
  static let on = Command(
    "on", "Switch debugging on.", effect: .changes, output: .changes,
    examples: [Example("debug on", "On.")]
  ) { run in
    try run.changeInventory { edit in try edit.setDebugging(true) }
  }

  static let off = Command(
    "off", "Switch debugging off.", effect: .changes, output: .changes,
    examples: [Example("debug off", "Off.")]
  ) { run in
    try run.changeInventory { edit in try edit.setDebugging(false) }
  }

  static let show = Command(
    "show", "Show whether debugging is on.", effect: .reads,
    output: .keys([OutputKey("debug", "Whether debugging is on.")]),
    examples: [Example("debug show", "on or off.")]
  ) { run in
    let isOn = try run.readInventory { try $0.isDebugging() }
    guard run.format == .table else {
      return try run.fields(
        isOn, [Column("debug", meaning: "Whether debugging is on.") { $0 }])
    }
    try run.print(isOn ? "on\n" : "off\n")
  }
}
