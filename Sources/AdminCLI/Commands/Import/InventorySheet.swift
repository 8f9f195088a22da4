// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Spreadsheets with our own columns, as `unit list --format csv` writes them.
struct InventorySheet {
  /// What a column holds.
  enum Meaning {
    case id
    case field(Field<InventoryUnit>, ValueKind<JSONValue>)
    case targeting
    case targetingKey(String)

    /// Whether it says which unit a line is about.
    var isID: Bool { if case .id = self { true } else { false } }

    /// One name for each thing that may have one column only.
    var name: String {
      switch self {
      case .id: "id"
      case .field(let field, _): "field \(field.heading)"
      case .targeting: "targeting"
      case .targetingKey(let key): "key \(key)"
      }
    }
  }

  /// Whether columns without a meaning are left out; else they are faults.
  let leavesOutUnknown: Bool
  /// Whether numbers may have a comma in them.
  let hasDecimalComma: Bool

  /// Makes of a unit what a cell says of it.
  func put(
    _ cell: String, as meaning: Meaning, in entry: inout InventoryEntry
  ) throws(InvalidValue) {
    switch meaning {
    case .id: break
    case .targeting: entry.targeting = try TargetingText.targeting(cell)
    case .targetingKey(let key):
      let values = try TargetingText.values(cell)
      let new = values.isEmpty ? nil : try TargetingEntry(key: key, values: values)
      var entries = entry.targeting.entries
      if let place = entries.firstIndex(where: { $0.key.hasSameBytes(as: key) }) {
        entries.replaceSubrange(place...place, with: new.map { [$0] } ?? [])
      } else if let new {
        entries.append(new)
      }
      entry.targeting = try AdTargeting(entries)
    case .field(let field, let kind):
      if let value = try value(of: cell, of: field, kind) {
        try field.set(value, in: &entry.unit)
      }
    }
  }

  /// The value of a cell; nil where it is empty and the field must have one, which then stays.
  private func value(
    of cell: String, of field: Field<InventoryUnit>, _ kind: ValueKind<JSONValue>
  ) throws(InvalidValue) -> JSONValue? {
    // What is prose stays as it is, spaces and all.
    if case .text = field.kind { return .string(cell) }
    let cell = cell.trimmedCell
    var text = cell
    switch field.kind {
    case .text: break
    case .sizes:
      let written = try WrittenSizes(cell)
      if written.areVideo || !written.leftOut.isEmpty {
        throw InvalidValue(
          .malformed, field: field.key,
          reason: "\(cell.quotedForDisplay) has more than sizes in it; the column media says video")
      }
      return .array(written.sizes.map { .string($0.description) })
    case .flag(let yes, let no):
      switch cell.lowercased() {
      case "yes", "true", "1", "on": text = yes
      case "no", "false", "0", "off": text = no
      default: break
      }
    case .choice(_, let words):
      text = words.first { $0.lowercased() == cell.lowercased() } ?? cell
    case .points, .percent, .whole, .milliseconds:
      text = try number(cell, of: field)
    case .written, .unit, .page, .adManagerPath, .feedPattern, .words, .time, .objects: break
    }
    if cell.isEmpty { return field.isOptional ? JSONValue.null : nil }
    do {
      if let value = try kind.read(text) { return value }
    } catch let error as InvalidValue {
      throw error
    } catch {}
    throw InvalidValue(
      .malformed, field: field.key,
      reason: "\(cell.quotedForDisplay) is not \(kind.shape.expected)")
  }

  /// A number with a point in it where it has a fraction, and without one where that is nothing.
  private func number(
    _ cell: String, of field: Field<InventoryUnit>
  ) throws(InvalidValue) -> String {
    func parts(_ text: String) -> [Substring]? {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let areDigits = parts.allSatisfy {
        !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) }
      }
      return areDigits ? parts : nil
    }
    if hasDecimalComma, let parts = parts(cell), parts.count > 1,
      parts.dropFirst().allSatisfy({ $0.count == 3 })
    {
      throw InvalidValue(
        .malformed, field: field.key,
        reason: "\(cell.quotedForDisplay) may have a point between thousands; write it without")
    }
    let text = hasDecimalComma ? cell.replacing(",", with: ".") : cell
    guard let parts = parts(text), parts.count == 2, parts[1].allSatisfy({ $0 == "0" }) else {
      return text
    }
    return String(parts[0])
  }

  // MARK: Titles

  /// The meaning of a column's title; nil where it has none.

  func meaning(of title: String) -> Meaning? {
    let name = title.foldedTitle
    if ["adunitid", "id", "unit", "unitid", "adunit"].contains(name) { return .id }
    if name == "targeting" || name == "owntargeting" { return .targeting }
    let prefix = "targeting"
    if name.hasPrefix(prefix), title.utf8.count > prefix.utf8.count + 1 {
      let rest = title.dropFirst(prefix.count)
      if let sign = rest.first, ".: _".contains(sign) {
        return .targetingKey(String(rest.dropFirst()))
      }
    }
    for group in FieldTable<InventoryUnit>.units.groups {
      for field in group.fields where Self.names(of: field, in: group).contains(name) {
        return .field(field, .field(field.kind))
      }
    }
    return nil
  }

  private static func names(
    of field: Field<InventoryUnit>, in group: FieldGroup<InventoryUnit>
  ) -> [String] {
    // 'text' alone could be anything.
    let key = group.key == "label" ? [] : [field.key]
    let plural = field.kind == .sizes ? ["sizes"] : []
    return ([group.path(of: field), field.heading, field.option ?? ""] + key + plural)
      .map(\.foldedTitle)
  }
}
