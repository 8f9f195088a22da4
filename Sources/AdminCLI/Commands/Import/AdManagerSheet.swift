// SPDX-License-Identifier: MIT
import AdModel

/// What the columns of Google Ad Manager's own CSV files mean: the report of ad units and the file
/// for creating them in bulk.
///
/// Both come from the network that they are about, with columns of that network's choice, so they
/// are known by their titles alone; what has no meaning here, such as impressions, is left out.
enum AdManagerSheet {
  /// What a column holds.
  enum Meaning: Equatable {
    case code, parent, path, sizes, status, description
  }

  /// The meaning of a title without case, spaces and signs; nil where it has none here.
  static func meaning(of title: String) -> Meaning? { meanings[title] }

  private static let meanings: [String: Meaning] = [
    "adunitcode": .code, "code": .code, "parentadunitcode": .parent, "parentcode": .parent,
    "parentadunit": .parent, "parentpath": .parent, "parent": .parent, "adunitpath": .path,
    "fullpath": .path, "path": .path, "adunitcodefullpath": .path, "sizes": .sizes, "size": .sizes,
    "adunitsizes": .sizes, "adunitsize": .sizes, "status": .status, "adunitstatus": .status,
    "description": .description, "adunitdescription": .description,
  ]

  /// Whether titles are those of such a file: one is the code, and it is not one of ours besides.
  static func isHead(_ titles: [String]) -> Bool {
    titles.contains("adunitcode") || titles.contains("code") && !titles.contains("adunitid")
  }

  /// Whether a row is none of a unit: a remark, or the sum below a report.
  static func isPassedOver(_ cells: [String], code: String) -> Bool {
    let first = cells.first { !$0.isEmpty } ?? ""
    return first.hasPrefix("#") || ["", "-", "total", "n/a"].contains(code.lowercased())
  }

  /// What one row says of where a unit stands in Ad Manager.
  struct Place {
    var code = ""
    var parent = ""
    var path = ""

    /// The id of the unit: the last part of its code.
    var id: String { Self.parts(of: code).last ?? code }

    /// The unit's path: as it is written, else of the network, the parent and the code; nil where
    /// the network is not known.
    func path(in network: String?) throws(InvalidValue) -> AdManagerPath? {
      for text in [path, code] where text.hasPrefix("/") { return try AdManagerPath(text) }
      guard let network else { return nil }
      var parts = Self.parts(of: path.isEmpty ? parent : path)
      if parts.first == network { parts.removeFirst() }
      if path.isEmpty { parts += Self.parts(of: code) }
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
  static func sizes(_ cell: String) throws(InvalidValue) -> [DeclaredSize] {
    let text = cell.lowercased().replacing("×", with: "x").replacing(" x ", with: "x")
    var sizes: [DeclaredSize] = []
    for part in text.split(whereSeparator: { " ,;|\n".contains($0) }) {
      sizes.append(try DeclaredSize(String(part)))
    }
    return sizes
  }

  /// The status that Ad Manager's word means.
  static func status(_ cell: String) throws(InvalidValue) -> AdUnit.Status {
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
