// SPDX-License-Identifier: MIT
import AdModel

/// The options that describe an ad unit, the same for `unit add` and `unit set`.
enum UnitFields {
  static let page = Option("page", .page, "The page that the unit stands on.")
  static let position = Option(
    "position", .whole(in: 0...1_000_000), "Where on its page it stands, from 0 at the top.")
  static let path = Option("path", .adManagerPath, "Its path in Google Ad Manager.")
  static let size = Option(
    "size", .size, "A size that creatives may have; replaces those declared before.",
    repeats: true)
  static let initialWidth = Option(
    "initial-width", side, "Width before the ad has told its own.", defaultDescription: "320")
  static let initialHeight = Option(
    "initial-height", side, "Height before the ad has told its own.", defaultDescription: "320")
  static let minimumWidth = Option("min-width", side, "Least width.")
  static let maximumWidth = Option("max-width", side, "Greatest width.")
  static let minimumHeight = Option("min-height", side, "Least height.")
  static let maximumHeight = Option("max-height", side, "Greatest height.")
  static let labelShown = Option(
    "label-shown", .yesOrNo, "Whether a label stands above the ad.", defaultDescription: "no")
  static let labelText = Option("label-text", .text, "What it says.", defaultDescription: "annonce")
  static let labelSize = Option(
    "label-size", ValueKind<Double>.points(in: 1...100), "Size of its font, 1 to 100.",
    defaultDescription: "10")
  static let labelWeight = Option<AdLabel.Weight>(
    "label-weight", .choice("WEIGHT"), "Weight of its font, from ultraLight to black.",
    defaultDescription: "bold")
  static let notes = Option("notes", .text, "What people should know about the unit.")

  static let options: [any DeclaresOption] = [
    page, position, path, size, initialWidth, initialHeight, minimumWidth, maximumWidth,
    minimumHeight, maximumHeight, labelShown, labelText, labelSize, labelWeight, notes,
  ]

  /// What `unit set --clear` can take away.
  enum Clearable: String, CaseIterable {
    case page, position, path, sizes, notes, label
    case minWidth = "min-width"
    case maxWidth = "max-width"
    case minHeight = "min-height"
    case maxHeight = "max-height"
  }

  static let clear = Option<Clearable>(
    "clear", .choice("FIELD"), "Take a field away, as if it had never been given.", repeats: true)

  private static let side = ValueKind<Double>.points(upTo: Int(SizeConstraints.largestSide))

  /// The unit with everything that was given put in its place.
  /// - Throws: `InvalidValue` where the result is no valid unit.
  static func apply(
    _ input: Invocation, to unit: AdUnit, clearing cleared: Set<Clearable> = []
  ) throws(InvalidValue) -> AdUnit {
    var unit = unit
    unit.page = input[page] ?? (cleared.contains(.page) ? nil : unit.page)
    unit.position = input[position] ?? (cleared.contains(.position) ? nil : unit.position)
    unit.adManagerPath = input[path] ?? (cleared.contains(.path) ? nil : unit.adManagerPath)
    let sizes = input.all(size)
    if !sizes.isEmpty || cleared.contains(.sizes) { unit.declaredSizes = sizes }
    unit.notes = input[notes] ?? (cleared.contains(.notes) ? "" : unit.notes)
    unit.constraints = try constraints(input, unit.constraints, cleared)
    let old = cleared.contains(.label) ? .standard : unit.label
    unit.label = try AdLabel(
      isShown: input[labelShown] ?? old.isShown, text: input[labelText] ?? old.text,
      fontSize: input[labelSize] ?? old.fontSize, fontWeight: input[labelWeight] ?? old.fontWeight)
    try unit.validate()
    return unit
  }

  private static func constraints(
    _ input: Invocation, _ old: SizeConstraints, _ cleared: Set<Clearable>
  ) throws(InvalidValue) -> SizeConstraints {
    try SizeConstraints(
      initial: AdSize(
        width: input[initialWidth] ?? old.initial.width,
        height: input[initialHeight] ?? old.initial.height),
      minimumWidth: input[minimumWidth] ?? (cleared.contains(.minWidth) ? nil : old.minimumWidth),
      maximumWidth: input[maximumWidth] ?? (cleared.contains(.maxWidth) ? nil : old.maximumWidth),
      minimumHeight: input[minimumHeight]
        ?? (cleared.contains(.minHeight) ? nil : old.minimumHeight),
      maximumHeight: input[maximumHeight]
        ?? (cleared.contains(.maxHeight) ? nil : old.maximumHeight))
  }
}
