// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import AdReports
import AdStore
import AdSystem

/// `export bundle UNIT`.
enum ExportBundle {
  enum Form: String, CaseIterable {
    case json, swift, html
  }

  static let unit = Argument(.unit(offering: [.active]), "The ad unit.")
  static let out = Option(
    "out", .outputFolder, "Write a manifest and numbered scripts into this folder.")
  static let form = Option<Form>(
    "format", .choice("FORMAT"), "json: one document; swift: source; html: a page to look at.",
    defaultDescription: "json")
  private static let documentKeys: [OutputKey] =
    [
      OutputKey("format", "What the document or the string is."),
      OutputKey("version", "The version."), OutputKey("adUnitId", "The id of the ad unit."),
      OutputKey("status", "Whether the unit is served: active, paused or archived."),
      OutputKey("loadable", "Whether the gate allows the load."),
      OutputKey("consent", "The gate's decision: allowed, servingMode, consentRecord and why not."),
      OutputKey("consentValidity", "From when until when the consent holds."),
      OutputKey("templateUrl", "The page to load."),
      OutputKey("cacheBusterParameter", "The parameter that every load gives another value."),
      OutputKey("loadUrl", "The page's URL to load, with a blank for that parameter's value."),
      OutputKey("debug", "Whether debugging is on."),
      OutputKey(
        "experiment", "The experiment that runs on the unit's page, where this store is in it."),
      OutputKey("arm", "The arm of that experiment, which says when the ad is loaded."),
      OutputKey("messageHandlers", "The names that the page posts messages to."),
      OutputKey(
        "callHandler", "The name to which the page posts questions and gets calls as answers."),
      OutputKey("isolatedWorld.name", "The world of scripts that the page's own see nothing of."),
      OutputKey("isolatedWorld.messageHandlers", "The names that scripts there post messages to."),
      OutputKey("keepsData", "Whether cookies and storage may outlive the app."),
      OutputKey("webView", "The settings of the web view."),
      OutputKey("constraints", "The sizes that the unit may have, in points."),
      OutputKey("label", "The label above the ad."),
      OutputKey("targeting", "The unit's own targeting."),
      OutputKey("scripts", "The scripts, in their order."),
      OutputKey("scripts[].name", "The name of the script."),
      OutputKey("scripts[].injectionTime", "When it runs: documentStart or documentEnd."),
      OutputKey("scripts[].forMainFrameOnly", "Whether it runs in the main frame alone."),
      OutputKey("scripts[].world", "Among which scripts it runs: page or isolated."),
      OutputKey("scripts[].sha256", "The SHA-256 of its source."),
      OutputKey("scripts[].bytes", "How long its source is."),
      OutputKey("scripts[].source", "What runs."),
      OutputKey("onDisplayed", "The script that is run when the ad is displayed."),
      OutputKey("onLoaded", "The script that asks a loaded page for its thresholds."),
      OutputKey(
        "viewability", "The script that tells the ad how much of it is seen, with blanks to fill."),
      OutputKey(
        "contentPage", "What the page around the ads gets: its tracker, and how it is started."),
    ]

  static let command = Command(
    "bundle", "Write everything that a web view needs for one unit and one person.",
    details:
      "Template URL, web view settings, constraints, label, consent decision, and the scripts "
      + "in their order, and from when to when the consent holds. The same input gives the same "
      + "bytes. Where the consent gate is closed, nothing is written and the command ends with 77. "
      + "Swift source is compiled into an app and holds nobody's consent: it needs no --subject, and "
      + "takes the consent script as an argument.",
    effect: .reads,
    output: .forms([
      OutputForm("with --format json", .keys(documentKeys)),
      OutputForm("with --format swift", .foreign("Swift source")),
      OutputForm("with --format html", .foreign("a page to look at")),
    ]),
    arguments: [unit],
    options: [out, form] + BundleOptions.options,
    examples: [
      Example("export bundle div-gpt-ad-mobile_1 --subject user-17", "One JSON document."),
      Example("export bundle div-gpt-ad-mobile_1 --subject user-17 --out bundle", "A folder."),
      Example(
        "export bundle div-gpt-ad-mobile_1 --subject user-17 --format html > ad.html",
        "A page to look at in a browser."),
    ]
  ) { run in
    // Standard output is where the document goes by itself.
    let folder = run.input[out].flatMap { $0 == "-" ? nil : $0 }
    if folder != nil, let form = run.input[form], form != .json {
      throw Failure(
        .usage,
        "--out writes a manifest in JSON with its scripts; --format \(form.rawValue) "
          + "goes to standard output.")
    }
    let bundle = try makeBundle(run)
    if let folder {
      let files = try bundle.folder().map { file in
        FolderEntry(name: file.name, bytes: Array(file.text.utf8))
      }
      let ours = try names(ofBundleIn: folder, run)
      let isForced = run.input[GlobalOptions.force]
      try run.host.files.writeFolder(files, to: folder) { name in
        ours.contains(name) || isForced && (name == "manifest.json" || name.hasSuffix(".js"))
      }
      return try run.note("wrote \(files.count.counted("file")) to \(folder)")
    }
    switch run.input[form] ?? .json {
    case .json:
      let document = Array((try bundle.json.text(.pretty) + "\n").utf8)
      try run.output.write(json: document)
    case .swift:
      try run.print(bundle.swiftSource)
      if !holdsNobodysConsent(run) {
        try run.note(
          "note: the source holds nobody's consent; the app asks the gate for each person and gives "
            + "the consent script")
      }
    case .html: try run.print(bundle.previewPage)
    }
  }

  /// The manifest of a bundle in a folder and the files that it lists; none where there is no bundle.
  private static func names(
    ofBundleIn folder: String, _ run: CommandRun
  ) throws -> Set<String> {
    let path = FileLayer.path("manifest.json", in: folder)
    guard run.host.files.exists(path), let manifest = try? JSONReader.read(run.read(path)),
      manifest.value(at: ["format"]) == "adview-injection-bundle"
    else { return [] }
    return names(in: manifest).union(["manifest.json"])
  }

  private static func names(in value: JSONValue) -> Set<String> {
    switch value {
    case .array(let elements): Set(elements.flatMap(names))
    case .object(let object):
      Set(
        object.members.flatMap { member -> Set<String> in
          if member.key == "file", case .string(let name) = member.value { return [name] }
          return names(in: member.value)
        })
    default: []
    }
  }

  private static func makeBundle(_ run: CommandRun) throws -> InjectionBundle {
    let isNobodys = holdsNobodysConsent(run)
    let (stored, arm, terms) = try BundleOptions.read(holdsNobodysConsent: isNobodys, run) {
      inventory, terms in
      let stored = try inventory.effectiveUnit(run.input[unit])
      var arm: ExperimentArm?
      if let page = stored.unit.page { arm = try inventory.arm(onPage: page) }
      return (stored, arm, terms)
    }
    try ExportOptions.check(stored.unit, run)
    var bundle = try BundleOptions.builder(under: terms, holdsNobodysConsent: isNobodys, run)
      .bundle(for: stored.unit, targeting: stored.targeting)
    bundle.arm = arm
    return bundle
  }

  /// Whether what is written is the same for everybody, so that no person needs to be named.
  private static func holdsNobodysConsent(_ run: CommandRun) -> Bool {
    run.input[form] == .swift && run.input[ExportOptions.subject] == nil
      && run.input[ConsentOptions.subjectFile] == nil
  }
}
