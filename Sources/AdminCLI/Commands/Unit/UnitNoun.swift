// SPDX-License-Identifier: MIT
import AdReports

/// `unit`: everything about single ad units.
enum UnitNoun {
  static let noun = Noun(
    "unit", "Ad units: what they are called, how large they may be.",
    [
      "add": { UnitAdd.command }, "list": { UnitList.command }, "show": { UnitShow.command },
      "set": { UnitSet.command }, "copy": { UnitCopy.command }, "rename": { UnitRename.command },
      "activate": { UnitStatus.activate }, "pause": { UnitStatus.pause },
      "archive": { UnitStatus.archive }, "restore": { UnitStatus.restore },
      "remove": { UnitRemove.command }, "log": { UnitLog.command }, "lint": { UnitLint.command },
    ])
}
