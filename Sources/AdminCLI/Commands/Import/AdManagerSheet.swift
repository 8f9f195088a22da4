// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// What the columns of Google Ad Manager's own CSV files mean: the report of ad units and the file
/// for creating them in bulk.
///
/// Both come from the network that they are about, with columns of that network's choice, so they
/// are known by their titles alone; what has no meaning here, such as impressions, is left out.
///
/// The titles of reports are those that the reference of the Ad Manager API, version 1, gives for its
/// report dimensions ('Corresponds to "Ad unit code" in the Ad Manager UI'), and the names that the
/// older API's exports have (`DimensionAttribute.AD_UNIT_CODE`). Those of the bulk file stand in a
/// sample that each network gets for itself, and nowhere else in public: what it may say is guessed.
struct AdManagerSheet: SheetForm {
  /// What a column holds.
  enum Meaning: Equatable, SheetMeaning {
    case code, parent, path, sizes, status, description
    /// The code of the unit, or of one above it, so many levels below the root.
    case level(Int)

    var isID: Bool {
      switch self {
      case .code, .level: true
      case .parent, .path, .sizes, .status, .description: false
      }
    }

    var name: String { "\(self)" }

    /// Whether it says where the unit stands.
    var isOfPath: Bool {
      switch self {
      case .code, .level, .parent, .path: true
      case .sizes, .status, .description: false
      }
    }
  }

  /// The network's code, for paths.
  let network: String?

  let leavesOutUnknown = true
  let allowsRepetition = true

  func meaning(of title: String) -> Meaning? { Self.meaning(of: title.foldedTitle) }

  func id(on line: SheetLine<Meaning>) -> String? {
    let id = Place(line).id
    let first = line.cells.first { !$0.isEmpty } ?? ""
    // A remark, or the sum below a report.
    return first.hasPrefix("#") || !Self.saysSomething(id) || id.lowercased() == "total" ? nil : id
  }

  /// An empty cell says nothing; where the unit stands is put together of several.
  func put(
    _ cell: String, as meaning: Meaning, in entry: inout InventoryEntry
  ) throws(InvalidValue) {
    guard Self.saysSomething(cell) else { return }
    switch meaning {
    case .code, .level, .parent, .path: break
    case .sizes: entry.unit.declaredSizes = try Self.sizes(cell)
    case .status: entry.unit.status = try Self.status(cell)
    case .description: entry.unit.notes = cell
    }
  }

  func finish(
    _ entry: inout InventoryEntry, of line: SheetLine<Meaning>
  ) throws(InvalidValue) {
    if let path = try Place(line).path(in: network) { entry.unit.adManagerPath = path }
  }

  /// The meaning of a title without case, spaces and signs; nil where it has none here.
  private static func meaning(of title: String) -> Meaning? {
    if let level = level(in: title, behind: "adunitcodelevel") { return .level(level) }
    return meanings[title]
  }

  private static let meanings: [String: Meaning] = [
    "adunitcode": .code, "dimensionattributeadunitcode": .code, "code": .code,
    "parentadunitcode": .parent, "parentcode": .parent, "parentadunit": .parent,
    "parentpath": .parent, "parent": .parent, "adunitpath": .path, "fullpath": .path,
    "path": .path, "adunitcodefullpath": .path, "sizes": .sizes, "size": .sizes,
    "adunitsizes": .sizes, "adunitsize": .sizes, "status": .status, "adunitstatus": .status,
    "adunitstatusvalue": .status, "adunitstatusname": .status, "description": .description,
    "adunitdescription": .description,
  ]

  private static func level(in title: String, behind begin: String) -> Int? {
    guard title.hasPrefix(begin) else { return nil }
    return Int(title.dropFirst(begin.count)).flatMap { (1...99).contains($0) ? $0 : nil }
  }

  /// Whether titles are those of such a file: one is the code, and it is not one of ours besides.
  static func isHead(_ titles: [String]) -> Bool {
    let titles = titles.map(\.foldedTitle)
    return titles.contains { title in
      switch meaning(of: title) {
      case .level: true
      case .code: title != "code" || !titles.contains("adunitid")
      default: false
      }
    }
  }

  /// Whether titles are those of a report that says the names of units, and not their codes.
  static func isReport(_ titles: [String]) -> Bool {
    let titles = titles.map(\.foldedTitle)
    let ofNames = ["adunitalllevels", "adunittoplevel", "adunitidalllevels", "dimensionadunitname"]
    return titles.contains { title in
      ofNames.contains(title) || level(in: title, behind: "adunitlevel") != nil
        || level(in: title, behind: "adunitidlevel") != nil
    } || titles.contains("adunit") && titles.contains { $0.hasSuffix("impressions") }
  }

  /// Whether a cell holds a value, and not a sign for none.
  private static func saysSomething(_ cell: String) -> Bool {
    !["", "-", "n/a", "(not applicable)"].contains(cell.lowercased())
  }

  /// What one row says of where a unit stands in Ad Manager.
  private struct Place {
    private var code = ""
    private var parent = ""
    private var path = ""
    private var levels: [(level: Int, code: String)] = []

    init(_ line: SheetLine<Meaning>) {
      for (cell, meaning) in line.said where saysSomething(cell) {
        switch meaning {
        case .code: code = cell
        case .parent: parent = cell
        case .path: path = cell
        case .level(let level): levels.append((level, cell))
        case .sizes, .status, .description: break
        }
      }
    }

    /// The codes above one another that the levels name, from the top.
    private var line: [String] { levels.sorted { $0.level < $1.level }.map(\.code) }

    /// The id of the unit: the last part of its code.
    var id: String { Self.parts(of: code).last ?? line.last ?? code }

    /// The unit's path: as it is written, else of the network, what is above the unit, and its code;
    /// nil where the network is not known.
    func path(in network: String?) throws(InvalidValue) -> AdManagerPath? {
      for text in [path, code] where text.hasPrefix("/") { return try AdManagerPath(text) }
      guard let network else { return nil }
      var parts = Self.parts(of: path.isEmpty ? parent : path)
      if path.isEmpty, parts.isEmpty { parts = line }
      if parts.first == network { parts.removeFirst() }
      let own = Self.parts(of: code)
      if path.isEmpty, parts.isEmpty || parts != line || parts.last != own.last { parts += own }
      return try AdManagerPath("/" + ([network] + parts).joined(separator: "/"))
    }

    /// Codes with slashes between them, or the signs that reports show instead.
    private static func parts(of text: String) -> [String] {
      text.split { "/»>".contains($0) }.map { part in
        var part = part
        while part.first == " " { part = part.dropFirst() }
        while part.last == " " { part = part.dropLast() }
        return String(part)
      }.filter { !$0.isEmpty }
    }
  }

  /// The sizes of a cell: `300x250;320x50`, `Fluid`, `300 x 250 | 320 x 50`.
  private static func sizes(_ cell: String) throws(InvalidValue) -> [DeclaredSize] {
    let text = cell.lowercased().replacing("×", with: "x").replacing(" x ", with: "x")
    var sizes: [DeclaredSize] = []
    for part in text.split(whereSeparator: { " ,;|\n".contains($0) }) {
      sizes.append(try DeclaredSize(String(part)))
    }
    return sizes
  }

  /// The status that Ad Manager's word means.
  private static func status(_ cell: String) throws(InvalidValue) -> InventoryUnit.Status {
    switch cell.lowercased() {
    case "active": return .active
    case "inactive": return .paused
    case "archived": return .archived
    default:
      throw InvalidValue(
        .malformed, field: "status",
        reason: "\(cell.quotedForDisplay) is not active, inactive or archived")
    }
  }
}
