// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import AdReports
import AdStore

/// `export bundle UNIT`.
enum ExportBundle {
  enum Form: String, CaseIterable {
    case json, swift, html
  }

  static let unit = Argument(.unit, "The ad unit.")
  static let subject = Option(
    "subject", .subject, "Whose consent holds.", isPersonal: true)
  static let withoutConsent = Flag(
    "without-consent",
    "Export even where consent blocks; the bundle says that it may not be loaded.")
  static let out = Option("out", .folder, "Write a manifest and numbered scripts into this folder.")
  static let form = Option<Form>(
    "format", .choice("FORMAT"), "json: one document; swift: source; html: a page to look at.",
    defaultDescription: "json")
  static let handOff = Option<HandOffForm>(
    "hand-off", .choice("FORM"),
    "What the page knows: didomi, tcf (a standalone __tcfapi), or both.",
    defaultDescription: "didomi")
  static let policy = Option<GatePolicy>(
    "policy", .choice("POLICY"), "answered: a refusal opens the gate, too; consented: it does not.",
    defaultDescription: "answered")
  static let template = Option(
    "template",
    ValueKind<TemplateURL>("URL", expected: "an http or https URL") {
      try TemplateURL($0)
    }, "The page that the web view loads.", defaultDescription: "the seeds' template")

  static let command = Command(
    "bundle", "Write everything that a web view needs for one unit and one person.",
    details:
      "Template URL, web view settings, constraints, label, consent decision, and the scripts "
      + "in their order, and from when to when the consent holds. The same input gives the same "
      + "bytes. Where the consent gate is closed, nothing is written and the command ends with 77. "
      + "Swift source is compiled into an app and holds nobody's consent: it needs no --subject, and "
      + "takes the consent script as an argument.",
    effect: .reads, arguments: [unit],
    options: [
      subject, withoutConsent, out, form, handOff, policy, template, ExportTargeting.dialect,
      ExportNoun.debug, ExportNoun.inactive,
    ],
    examples: [
      Example("export bundle div-gpt-ad-mobile_1 --subject user-17", "One JSON document."),
      Example("export bundle div-gpt-ad-mobile_1 --subject user-17 --out bundle", "A folder."),
      Example(
        "export bundle div-gpt-ad-mobile_1 --subject user-17 --format html > ad.html",
        "A page to look at in a browser."),
    ]
  ) { run in
    let bundle = try makeBundle(run)
    if let folder = run.input[out] {
      let files = try bundle.folder().map { file in
        FolderEntry(name: file.name, bytes: Array(file.text.utf8))
      }
      try run.host.files.writeFolder(files, to: folder) { name in
        name == "manifest.json" || name.hasSuffix(".js")
      }
      return try run.note("wrote \(files.count) files to \(folder)")
    }
    switch run.input[form] ?? .json {
    case .json: try run.print(bundle.json.text(.pretty) + "\n")
    case .swift:
      try run.print(bundle.swiftSource)
      if run.input[subject] != nil {
        try run.note(
          "note: the source holds nobody's consent; the app asks the gate for each person and gives "
            + "the consent script")
      }
    case .html: try run.print(bundle.previewPage)
    }
  }

  private static func makeBundle(_ run: CommandRun) throws -> InjectionBundle {
    try run.withDatabase(.readOnly) { database in
      let id = run.input[unit]
      let (stored, debugging, targeting, debugTargeting) = try InventoryRepository(database)
        .read { inventory in
          let debugging = run.input[ExportNoun.debug] ? true : try inventory.isDebugging()
          return (
            try inventory.unit(id), debugging, try inventory.effectiveTargeting(of: id).entries,
            debugging ? try inventory.targeting(of: .debug).entries : []
          )
        }
      try ExportNoun.check(stored, run)
      return try builder(
        in: database, debugTargeting: debugging ? debugTargeting : nil, run
      ).bundle(for: stored, targeting: targeting)
    }
  }

  /// The builder that the options ask for; debug targeting is there while debugging only.
  static func builder(
    in database: AdDatabase, debugTargeting: [TargetingEntry]?, _ run: CommandRun
  ) throws -> BundleBuilder {
    let (decision, handOff) = try consent(in: database, run)
    var options = BundleBuilder.Options()
    options.template = run.input[template] ?? .standard
    options.dialect = run.input[ExportTargeting.dialect] ?? .setTargeting
    options.isDebug = debugTargeting != nil
    options.debugTargeting = debugTargeting ?? []
    options.includesInactive = run.input[ExportNoun.inactive]
    options.allowsMissingConsent = run.input[withoutConsent] || holdsNobodysConsent(run)
    do {
      return try BundleBuilder(decision: decision, handOff: handOff, options: options)
    } catch {
      guard case .consent(let reason) = error else { throw error }
      throw Failure(
        .refused, "consent refuses the bundle: \(reason.explanation).",
        try: "adview-admin consent set --help")
    }
  }

  /// Whether what is written is the same for everybody, so that no person needs to be named.
  private static func holdsNobodysConsent(_ run: CommandRun) -> Bool {
    run.path.last == command.name && run.input[form] == .swift && run.input[out] == nil
      && run.input[subject] == nil
  }

  /// What the gate decides for the person, and what the page is told.
  private static func consent(
    in database: AdDatabase, _ run: CommandRun
  ) throws -> (GateDecision, ConsentHandOff) {
    guard let subject = run.input[subject] else {
      guard run.input[withoutConsent] || holdsNobodysConsent(run) else {
        throw Failure(
          .usage, "a bundle needs --subject: whose consent holds.",
          try: "adview-admin \(run.path.joined(separator: " ")) --help")
      }
      return (.blocked(.noRecord), ConsentHandOff())
    }
    let (decision, record) = try ExportNoun.decision(for: subject, in: database, run)
    guard let record else { return (decision, ConsentHandOff()) }
    let form = run.input[handOff] ?? .didomi
    do {
      return (decision, try ConsentHandOff(of: record.statement, form: form))
    } catch let refusal as ExportRefusal {
      throw Failure(.refused, "\(refusal).", try: "adview-admin consent set --help")
    }
  }
}
