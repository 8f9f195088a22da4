// SPDX-License-Identifier: MIT
package import AdModel

extension FieldTable<InventoryUnit> {
  /// The fields of an ad unit, in the order of documents and lists.
  ///
  /// A new field is a row here, a property of the model and a migration that adds the column.
  package static let units = FieldTable(
    "u", standard: InventoryUnit(id: AdUnitID(validated: "standard")),
    [
      FieldGroup([
        Field(
          .elsewhere, "adUnitId", \.id, { $0.id = $1 }, .unit, isPublished: true, "Unit",
          isListed: true,
          "The id of the element that shows the ad."),
        Field(
          .elsewhere, "page", \.page, { $0.page = $1 }, .page, isPublished: true, option: "page",
          "Page",
          isListed: true,
          "The page that the unit stands on."),
        Field(
          .column("position"), "position", \.position, { $0.position = $1 },
          .whole(Limit(0...1_000_000)),
          isPublished: true, option: "position",
          "Position", isListed: true, "Where on its page it stands, from 0 at the top."),
        Field(
          .elsewhere, "status", \.status, { $0.status = $1 },
          .choice("STATUS", InventoryUnit.Status.allCases.map(\.rawValue)), isPublished: true,
          "Status",
          isListed: true,
          "Whether it is served: active, paused or archived."),
        Field(
          .elsewhere, "declaredSizes", \.declaredSizes, { $0.declaredSizes = $1 }, .sizes,
          isPublished: true, option: "size",
          "Sizes",
          isListed: true, "A size that creatives may have; replaces those declared before."),
        Field(
          .column("ad_manager_path"), "adManagerPath", \.adManagerPath, { $0.adManagerPath = $1 },
          .adManagerPath,
          isPublished: true,
          option: "path", "Ad Manager path", isListed: true, "Its path in Google Ad Manager."),
        Field(
          .column("media"), "media", \.media, { $0.media = $1 },
          .choice("MEDIA", InventoryUnit.Media.allCases.map(\.rawValue)), isPublished: true,
          option: "media", "Media",
          "What its ads are: display, viewable after 1 second, or video, after 2."),
      ]),
      FieldGroup(
        "constraints",
        [
          Field(
            .column("initial_width"), "initialWidth", \.constraints.initial.width,
            { $0.constraints.initial.width = $1 }, side,
            isPublished: true,
            option: "initial-width", "Initial width", "Width before the ad has told its own."),
          Field(
            .column("initial_height"), "initialHeight", \.constraints.initial.height,
            { $0.constraints.initial.height = $1 }, side,
            isPublished: true,
            option: "initial-height", "Initial height", "Height before the ad has told its own."),
          Field(
            .column("minimum_width"), "minimumWidth", \.constraints.minimumWidth,
            { $0.constraints.minimumWidth = $1 }, side,
            isPublished: true,
            option: "min-width", "Minimum width", "Least width."),
          Field(
            .column("maximum_width"), "maximumWidth", \.constraints.maximumWidth,
            { $0.constraints.maximumWidth = $1 }, side,
            isPublished: true,
            option: "max-width", "Maximum width", "Greatest width."),
          Field(
            .column("minimum_height"), "minimumHeight", \.constraints.minimumHeight,
            { $0.constraints.minimumHeight = $1 }, side,
            isPublished: true,
            option: "min-height", "Minimum height", "Least height."),
          Field(
            .column("maximum_height"), "maximumHeight", \.constraints.maximumHeight,
            { $0.constraints.maximumHeight = $1 }, side,
            isPublished: true,
            option: "max-height", "Maximum height", "Greatest height."),
        ],
        settle: { unit, named in
          let (now, standard) = (unit.constraints.initial, SizeConstraints.standard.initial)
          unit.constraints.moveInitial(
            width: now.width == standard.width && !named.contains("initialWidth"),
            height: now.height == standard.height && !named.contains("initialHeight"))
        }, check: { (unit) throws(InvalidValue) in try unit.constraints.validate() }),
      FieldGroup(
        "label",
        [
          Field(
            .column("label_shown"), "shown", \.label.isShown, { $0.label.isShown = $1 },
            .flag(yes: "yes", no: "no"),
            isPublished: true,
            option: "label-shown", "Label shown", "Whether a label stands above the ad."),
          Field(
            .column("label_text"), "text", \.label.text, { $0.label.text = $1 },
            .text(AdLabel.textLimit),
            isPublished: true, option: "label-text", "Label text",
            "What the label says."),
          Field(
            .column("label_font_size"), "fontSize", \.label.fontSize, { $0.label.fontSize = $1 },
            .points(AdLabel.fontSizeLimit), isPublished: true,
            option: "label-size", "Label font size", "Size of the label's font, 1 to 100."),
          Field(
            .column("label_font_weight"), "fontWeight", \.label.fontWeight,
            { $0.label.fontWeight = $1 },
            .choice("WEIGHT", AdLabel.Weight.allCases.map(\.rawValue)), isPublished: true,
            option: "label-weight",
            "Label font weight", "Weight of the label's font, from ultraLight to black."),
        ]),
      FieldGroup(
        [
          Field(
            .column("notes"), "notes", \.notes, { $0.notes = $1 }, .text(.characters(0...65_535)),
            option: "notes",
            "Notes",
            "What people should know about the unit."),
          Field(
            .column("silenced"), "silenced", \.silenced, { $0.silenced = $1 },
            .text(LintSilences.limit),
            option: "silence", "Silenced rules",
            "Lint rules that are silenced, each with a reason: RULE: REASON; RULE: REASON."),
        ], check: { (unit) throws(InvalidValue) in try unit.checkDeclaredSizes() }),
    ])

  private static let side = FieldKind.points(SizeConstraints.sideLimit)
}
