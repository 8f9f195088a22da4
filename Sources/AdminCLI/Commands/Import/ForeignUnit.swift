// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// What a file of another program says of one ad unit; what is nil, it does not say.
struct ForeignUnit {
  /// Where in the file it says so.
  enum Origin {
    case line(Int)
    case node(JSONNode)
  }

  /// Where the unit stands; nil where the file gives its id instead.
  var place: AdUnitPlace?
  /// The id that the file itself gives it.
  var id: AdUnitID?
  var sizes: [DeclaredSize]?
  var media: InventoryUnit.Media?
  var status: InventoryUnit.Status?
  var notes: String?
  let origin: Origin

  init(at origin: Origin) { self.origin = origin }

  /// Takes sizes over as they are written.
  /// - Returns: What was left out of them.
  mutating func take(_ written: WrittenSizes) -> [String] {
    // Formats alone say nothing of sizes.
    if !written.sizes.isEmpty { sizes = written.sizes }
    if written.areVideo { media = .video }
    return written.leftOut
  }

  /// What is one unit: its id, else its place.
  var key: String { id.map { "=\($0)" } ?? place?.key ?? "" }

  /// Adds what another row says of the same unit.
  /// - Parameter unitesSizes: Whether each row has some of the sizes.
  /// - Returns: Which of its words contradict those here; nil where none do.
  mutating func unite(with other: ForeignUnit, unitingSizes unitesSizes: Bool) -> String? {
    if unitesSizes, let more = other.sizes {
      sizes = (sizes ?? []) + more.filter { !(sizes ?? []).contains($0) }
    }
    if let said = sizes, let other = other.sizes, said != other, !unitesSizes {
      return "other sizes"
    }
    if let said = status, let other = other.status, said != other { return "another status" }
    if let said = notes, let other = other.notes, said.lowercased() != other.lowercased() {
      return "another description"
    }
    (sizes, media) = (sizes ?? other.sizes, media ?? other.media)
    (status, notes) = (status ?? other.status, notes ?? other.notes)
    return nil
  }

  /// The unit as the file would have it.
  /// - Parameter isShared: Whether other units stand at the same path, each with sizes of its own.
  func applied(
    to stored: InventoryEntry?, as id: AdUnitID, isShared: Bool
  ) throws(InvalidValue) -> InventoryEntry {
    var entry = stored ?? InventoryEntry(unit: InventoryUnit(id: id))
    if let status { entry.unit.status = status }
    if isShared { return entry }
    if let sizes { entry.unit.declaredSizes = sizes }
    if let media { entry.unit.media = media }
    if let notes { entry.unit.notes = notes }
    if let place, let path = try place.path() {
      // As it was written first; a code alone does not say where it stands.
      let before = entry.unit.adManagerPath
      if before == nil || place.isWhole && before?.unitKey != path.unitKey {
        entry.unit.adManagerPath = path
      }
    }
    try FieldTable<InventoryUnit>.units.check(entry.unit)
    return entry
  }
}
