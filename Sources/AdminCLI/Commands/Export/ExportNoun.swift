// SPDX-License-Identifier: MIT
import AdModel

/// `export`: what a web view needs, and the inventory as a document.
enum ExportNoun {
  static let noun = Noun(
    "export", "What others need: scripts and bundles for web views, the inventory as a document."
  ) {
    [
      ExportTargeting.command, ExportBundle.command, ExportPreview.command,
      ExportInventory.command,
    ]
  }

  static let inactive = Flag("inactive", "Also a unit that is paused or archived.")
  static let debug = Flag("debug", "As while debugging, whatever the debug setting says.")

  /// Refuses a unit that is not served, unless the user asked for it.
  static func check(_ unit: AdUnit, _ run: CommandRun) throws(Failure) {
    guard unit.status != .active, !run.input[inactive] else { return }
    throw Failure(
      .badData, "ad unit '\(unit.id)' is \(unit.status.rawValue), so it is not exported.",
      try: run.again(with: "--inactive"))
  }
}
