// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdLayout
import AdModel
import AdStore

/// `export openrtb UNIT…`.
enum ExportOpenRTB {
  static let units = Argument(
    .unit(offering: [.active]), "The ad units, one impression each.", count: .many)
  static let appBundle = Option("app-bundle", .text, "The app's id: on iOS, the store's number.")
  static let appName = Option("app-name", .text, "The app's name.")
  static let appVersion = Option("app-version", .text, "The app's version.")

  static let command = Command(
    "openrtb", "Write ad units as a part of an OpenRTB 2.6 bid request, with a person's consent.",
    details: """
      Holds imp with the sizes that fit the container, regs, user.consent where the GDPR applies, and \
      app where its options are given. The id of the request, the device and everything that \
      identifies the person are the caller's to add. Where the consent gate is closed, or the \
      request could not say that the person opted out, nothing is written and the command ends with \
      77.
      """,
    effect: .reads, output: .document("JSON, as OpenRTB 2.6 names it"), arguments: [units],
    options: [
      ExportOptions.subject, ConsentOptions.subjectFile, appBundle, appName, appVersion,
      ExportOptions.inactive,
    ]
      + SettingOptions.gate.options,
    examples: [
      Example("export openrtb div-gpt-ad-mobile_1 --subject user-17", "One impression."),
      Example(
        "export openrtb top side --subject user-17 --app-bundle 123456789", "Two, and the app."),
    ]
  ) { run in
    let (impressions, relayed) = try run.withDatabase(.readOnly) { database in
      let subject = try ExportOptions.person(run)
      let (impressions, terms) = try InventoryRepository(database).read { inventory in
        let terms = try ExportOptions.terms(for: subject, in: inventory, run)
        return (try offers(inventory, run), terms)
      }
      return (impressions, try ExportOptions.allowed(by: terms, run).relayed)
    }
    if relayed.hidesRestriction {
      throw Failure(
        .refused,
        "consent refuses the export: the ads are restricted, as for whoever opted out, is a teenager or has said "
          + "nothing under the law, and no string of the record tells bidders so.",
        try: "adview-admin consent set --help")
    }
    var request = JSONObject()
    request["imp"] = .array(
      impressions.enumerated().map { place, impression in impression.json(id: "\(place + 1)") })
    request["regs"] = relayed.bidRequestRegs
    request["user"] = relayed.bidRequestUser
    request["app"] = app(run)
    try run.print(JSONValue.object(request).text(.pretty) + "\n")
    for impression in impressions where !impression.leftOut.isEmpty {
      let sizes = impression.leftOut.map(\.description).joined(separator: ", ")
      try run.note("left out of '\(impression.unit.id)', for no banner can have it: \(sizes)")
    }
    if relayed.gdprApplies, relayed.bidRequestUser == nil {
      try run.note(
        "warning: the GDPR applies and the record has no TC string; bidders take that for a no")
    }
  }

  private static func offers(
    _ inventory: borrowing InventorySnapshot, _ run: CommandRun
  ) throws -> [BidImpression] {
    let units = try run.input.all(units).map { try inventory.unit($0) }
    var owners: [AdManagerPath: Set<AdUnitID>] = [:]
    try inventory.forEachUnit { unit in
      if let path = unit.adManagerPath { owners[path, default: []].insert(unit.id) }
    }
    return try units.map { unit in
      try ExportOptions.check(unit, run)
      do {
        let others = unit.adManagerPath.flatMap { owners[$0] }?.subtracting([unit.id]) ?? []
        return try BidImpression(of: unit, isPathShared: !others.isEmpty)
      } catch {
        throw Failure(.badData, "\(error).", try: "adview-admin unit set \(unit.id) --size 320x250")
      }
    }
  }

  /// The object `app` (OpenRTB 2.6, 3.2.14) of what was given; nil for nothing.
  private static func app(_ run: CommandRun) -> JSONValue? {
    var app = JSONObject()
    app["bundle"] = run.input[appBundle].map { .string($0) }
    app["name"] = run.input[appName].map { .string($0) }
    app["ver"] = run.input[appVersion].map { .string($0) }
    return app.members.isEmpty ? nil : .object(app)
  }
}
