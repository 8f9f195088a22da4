// SPDX-License-Identifier: MIT
package import AdModel

/// What a publication holds: the fields of an inventory that every app gets, and no others.
///
/// Consent, history, the change log and what people note for each other are no part of it: whatever
/// field is added stays at home unless its row says `isPublished`.
package struct PublishedInventory: Sendable {
  /// The form of documents: one higher whenever what is published gets a member more.
  ///
  /// A reader ignores what it does not know in a document of a newer form, and takes the rest. So
  /// phones whose apps are old still follow. A document says besides which form a reader needs at
  /// least (`needs`): whoever adds a member without which the others must not be read raises that
  /// where it is used, and older readers stay with what they have. In a document of a form that it
  /// knows, a reader takes no member that it does not know.
  ///
  /// The hash that differences are checked by is of the document as a reader writes it. Whoever
  /// raises the form also says, in ``PublishedGeneration``, that hash for each older form.
  package static let form: Int64 = 1
  /// The form that a reader of this program's documents needs at least.
  static let neededForm: Int64 = 1

  /// Pages, units and targeting; what is not published has its default.
  package let content: InventoryContent
  /// The settings; those that are not published have their defaults.
  package let settings: InventorySettings

  /// Takes what is published from an inventory.
  package init(_ content: InventoryContent, _ settings: InventorySettings) throws(InvalidValue) {
    var content = content
    content.pages.sort {
      $0.page.id.rawValue.utf8.lexicographicallyPrecedes($1.page.id.rawValue.utf8)
    }
    content.units.sort {
      $0.unit.id.rawValue.utf8.lexicographicallyPrecedes($1.unit.id.rawValue.utf8)
    }
    for place in content.pages.indices {
      try FieldTable.pages.withhold(from: &content.pages[place].page)
    }
    for place in content.units.indices {
      try FieldTable.units.withhold(from: &content.units[place].unit)
    }
    // What is prepared or has ended concerns no phone.
    content.experiments = content.experiments.filter { $0.state == .running }.sorted {
      $0.id < $1.id
    }
    for place in content.experiments.indices {
      try FieldTable.experiments.withhold(from: &content.experiments[place])
    }
    var settings = settings
    try FieldTable.settings.withhold(from: &settings)
    self.content = content
    self.settings = settings
  }

  /// Reads what an inventory would publish.
  /// - Throws: ``StoreError``.
  package init(of inventory: borrowing InventorySnapshot) throws {
    try self.init(try inventory.content(), try inventory.settings())
  }

  // MARK: The document

  /// The whole of it as a document; the same inventory gives the same bytes.
  /// - Throws: `JSONError` for a number that is not finite, which no checked inventory holds.
  package func document() throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    try writer.object { document throws(JSONError) in
      document.member("adviewPublication", Self.form)
      document.member("needs", Self.neededForm)
      try write(content, to: &document)
    }
    writer.endLine()
    return writer.bytes
  }

  private func write(
    _ content: InventoryContent, to document: inout JSONWriter
  ) throws(JSONError) {
    try document.object("settings") { object throws(JSONError) in
      for field in FieldTable<InventorySettings>.settings.fields where field.isPublished {
        try object.member(field.key, field.value(settings))
      }
    }
    try document.object("inventory") { object throws(JSONError) in try content.write(to: &object) }
  }

  /// Reads a document and checks all of it.
  /// - Throws: ``InventoryDocumentError``.
  package init(document bytes: [UInt8]) throws(InventoryDocumentError) {
    let (content, settings, _) = try Self.read(bytes, "adviewPublication", over: nil)
    do throws(InvalidValue) {
      try self.init(content, settings)
    } catch {
      throw InventoryDocumentError(problems: [JSONNode(.null).notAllowed("\(error)")])
    }
  }

  private static func read(
    _ bytes: [UInt8], _ kind: String, over base: InventoryContent?
  ) throws(InventoryDocumentError) -> (InventoryContent, InventorySettings, JSONNode) {
    do throws(JSONError) {
      let document = JSONNode(try JSONReader.read(bytes))
      let form = try document.member(kind).integer(in: 1...Int64.max)
      let needed = try document.member("needs")
      guard try needed.integer(in: 1...form) <= Self.form else {
        throw needed.notAllowed("this program reads form \(Self.form)")
      }
      var settings = InventorySettings()
      let node = try document.member("settings")
      for field in FieldTable<InventorySettings>.settings.fields where field.isPublished {
        let member = try node.presentMember(field.key)
        do { try field.read(member, into: &settings) } catch {
          throw (error as? JSONError) ?? member.notAllowed("\(error)")
        }
      }
      var reader = InventoryDocumentReader(over: base, ignoringUnknown: form > Self.form)
      guard let content = reader.content(of: try document.member("inventory")),
        reader.problems.isEmpty
      else {
        throw reader.problems.first ?? document.notAllowed("the inventory cannot be read")
      }
      return (content, settings, document)
    } catch {
      throw InventoryDocumentError(problems: [error.located(in: bytes)])
    }
  }

  // MARK: Differences

  /// What makes this inventory another one, as a document.
  /// - Throws: `JSONError`.
  /// - Complexity: Linear in the size of both; the document, in that of what differs. Of experiments, which
  ///   are few, it has all.
  package func difference(to other: PublishedInventory) throws(JSONError) -> [UInt8] {
    let pages = Dictionary(content.pages.map { ($0.page.id, $0) }) { first, _ in first }
    let units = Dictionary(content.units.map { ($0.unit.id, $0) }) { first, _ in first }
    var changed = other.content
    changed.pages = changed.pages.filter { entry in
      guard let old = pages[entry.page.id] else { return true }
      return !FieldTable.pages.areSame(old.page, entry.page) || old.targeting != entry.targeting
    }
    changed.units = changed.units.filter { entry in
      guard let old = units[entry.unit.id] else { return true }
      return !FieldTable.units.areSame(old.unit, entry.unit) || old.targeting != entry.targeting
    }
    let keptPages = Set(other.content.pages.map(\.page.id))
    let keptUnits = Set(other.content.units.map(\.unit.id))
    var writer = JSONWriter()
    try writer.object { document throws(JSONError) in
      document.member("adviewDifference", Self.form)
      document.member("needs", Self.neededForm)
      try other.write(changed, to: &document)
      document.array("removedPages") { array in
        for entry in content.pages where !keptPages.contains(entry.page.id) {
          array.element(entry.page.id.rawValue)
        }
      }
      document.array("removedUnits") { array in
        for entry in content.units where !keptUnits.contains(entry.unit.id) {
          array.element(entry.unit.id.rawValue)
        }
      }
    }
    writer.endLine()
    return writer.bytes
  }

  /// The inventory that this one becomes by a difference.
  /// - Throws: ``InventoryDocumentError``, as where the difference is to another inventory.
  package func applying(difference bytes: [UInt8]) throws(InventoryDocumentError)
    -> PublishedInventory
  {
    let (changed, settings, document) = try Self.read(bytes, "adviewDifference", over: content)
    do {
      var gonePages = Set(changed.pages.map(\.page.id))
      for node in try document.member("removedPages").elements() {
        gonePages.insert(try PageID(try node.string()))
      }
      var goneUnits = Set(changed.units.map(\.unit.id))
      for node in try document.member("removedUnits").elements() {
        goneUnits.insert(try AdUnitID(try node.string()))
      }
      var result = changed
      result.pages += content.pages.filter { !gonePages.contains($0.page.id) }
      result.units += content.units.filter { !goneUnits.contains($0.unit.id) }
      return try PublishedInventory(result, settings)
    } catch {
      throw InventoryDocumentError(
        problems: [(error as? JSONError) ?? document.notAllowed("\(error)")])
    }
  }
}

extension FieldTable {
  /// Gives fields that are not published their defaults.
  fileprivate func withhold(from root: inout Root) throws(InvalidValue) {
    for field in fields where !field.isPublished { try field.set(field.value(standard), in: &root) }
  }

  /// Keeps what another thing says in the fields that are not published.
  func keep(unpublished other: Root, in root: inout Root) throws(InvalidValue) {
    for field in fields where !field.isPublished { try field.set(field.value(other), in: &root) }
  }
}
