// SPDX-License-Identifier: MIT
import AdReports

/// `unit`: everything about single ad units.
enum UnitNoun {
  static let noun = Noun("unit", "Ad units: what they are called, how large they may be.") {
    [
      UnitAdd.command, UnitList.command, UnitShow.command, UnitSet.command, UnitCopy.command,
      UnitRename.command,
      UnitStatus.activate, UnitStatus.pause, UnitStatus.archive, UnitStatus.restore,
      UnitRemove.command, UnitLog.command, UnitLint.command,
    ]
  }
}
