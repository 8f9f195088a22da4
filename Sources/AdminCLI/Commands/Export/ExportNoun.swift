// SPDX-License-Identifier: MIT

/// `export`: what a web view needs, and the inventory as a document.
enum ExportNoun {
  static let noun = Noun(
    "export", "What others need: scripts and bundles for web views, the inventory as a document.",
    [
      "targeting": { ExportTargeting.command }, "bundle": { ExportBundle.command },
      "script": { ExportScript.command }, "preview": { ExportPreview.command },
      "inventory": { ExportInventory.command }, "schema": { ExportSchema.command },
      "parameters": { ExportParameters.command }, "openrtb": { ExportOpenRTB.command },
      "gam-csv": { ExportAdManagerSheet.command }, "prebid": { ExportStoredImps.command },
    ])
}
