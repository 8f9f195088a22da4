// SPDX-License-Identifier: MIT

/// `export`: what a web view needs, and the inventory as a document.
enum ExportNoun {
  static let noun = Noun(
    "export", "What others need: scripts and bundles for web views, the inventory as a document."
  ) {
    [
      ExportTargeting.command, ExportBundle.command, ExportScript.command,
      ExportPreview.command,
      ExportInventory.command, ExportSchema.command, ExportParameters.command,
      ExportOpenRTB.command,
    ]
  }
}
