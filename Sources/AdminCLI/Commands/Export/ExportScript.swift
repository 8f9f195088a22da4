// SPDX-License-Identifier: MIT
import AdInjection
import AdStore
import AdSystem

/// `export script KIND`.
enum ExportScript {
  enum Kind: String, CaseIterable {
    case render, thresholds, viewability, tracker
    case trackerStart = "tracker-start"
    case trackerStop = "tracker-stop"
  }

  typealias Coordinates = PlaceholderTrackerScript.Coordinates

  static let kind = Argument<Kind>(
    .choice("SCRIPT"), "render, thresholds, viewability, tracker, tracker-start or tracker-stop.")
  static let coordinates = Option<Coordinates>(
    "coordinates", .choice("COORDINATES"),
    "What the tracker measures from: viewport, or content, where a scroll moves nothing.",
    defaultDescription: "viewport")
  static let command = Command(
    "script", "Print one of the scripts that an app runs beside a bundle's.",
    details: """
      render: evaluate in an ad's page that has finished loading, once the ad is displayed.

      thresholds: evaluate in an ad's page that has finished loading; the value is a JSON string, \
      {"fetch", "render"} in percent, or null where the page sets none.

      viewability: a template. Put values in the places of VISIBLE_FRACTION (0 to 1), DWELL_MS \
      (whole milliseconds) and IS_VIEWABLE (true or false), and evaluate it in an ad's page \
      whenever they change.

      tracker: inject into a content page at document end, main frame only. It posts to the \
      handler adPlaceholderTracker where .ad-placeholder elements are. Evaluate tracker-start after \
      every load of the page, and tracker-stop to have all of them reported as removed.

      Every bundle holds the same scripts. The names in them are those of the settings where there \
      is a database, and else the usual ones.
      """,
    effect: .reads, output: .document("JavaScript"), arguments: [kind],
    options: [coordinates] + SettingOptions.contract.options,
    examples: [
      Example("export script render", "What has an ad rendered."),
      Example(
        "export script tracker --coordinates content > tracker.js",
        "For a page whose placeholders native ads are laid over."),
    ]
  ) { run in
    let kind = run.input[kind]
    if kind != .tracker, run.input[coordinates] != nil {
      throw Failure(
        .usage, "--coordinates belongs to the tracker, not to '\(kind.rawValue)'.",
        try: "adview-admin export script tracker --help")
    }
    let settings =
      run.host.files.status(of: try run.databasePath) == nil
      ? try run.settings(in: nil, SettingOptions.contract)
      : try run.withDatabase(.readOnly) { try run.settings(in: $0, SettingOptions.contract) }
    try run.noteSettings(settings, SettingOptions.contract)
    let scripts = HostScripts(
      contract: settings.contract, coordinates: run.input[coordinates] ?? .viewport)
    switch kind {
    case .render: try run.print(scripts.onDisplayed.source)
    case .thresholds: try run.print(scripts.onLoaded.source)
    case .viewability: try run.print(scripts.viewability.source)
    case .tracker: try run.print(scripts.contentPage.tracker.source)
    case .trackerStart: try run.print(scripts.contentPage.startTracking.source)
    case .trackerStop: try run.print(scripts.contentPage.stopTracking.source)
    }
  }
}
