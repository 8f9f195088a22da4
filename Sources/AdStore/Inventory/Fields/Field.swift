// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite

/// One row of a field table: everything that the store, documents and commands know of a field.
///
/// Statements, documents, lists, options and help all walk the rows in order; none of them knows a
/// field by name. So a new field is one row here, one property of the model and one migration.
package final class Field<Root: Sendable>: Sendable {
  /// Where a field's value is stored.
  package enum Place: Hashable, Sendable {
    /// In a column.
    case column(String)
    /// In a row of the settings, under a name.
    case setting(String)
    /// In another table or in several columns, read and written by hand.
    case elsewhere
  }

  /// The member of a document, of JSON output and, behind the key of its group, of CSV.
  package let key: String
  package let place: Place
  package let kind: FieldKind
  /// Whether published files have its value; else they have its default.
  let isPublished: Bool
  /// Whether a value may be missing.
  package let isOptional: Bool
  /// The name of the option that sets it; nil where none does.
  package let option: String?
  /// What people call it, above a column or before its value.
  package let heading: String
  /// Whether lists show it, too.
  package let isListed: Bool
  /// One sentence for help.
  package let summary: String
  /// The value in a thing that has the field.
  package let value: @Sendable (Root) -> JSONValue
  private let setter: @Sendable (inout Root, JSONValue) throws(InvalidValue) -> Void

  /// Describes a field.
  /// - Parameters:
  ///   - place: Where its value is stored.
  ///   - get: Takes it from the model.
  ///   - put: Puts it into the model. Not a key path for both: one is put together as the program
  ///     starts, and takes several times as long for each value.
  ///   - kind: What its values look like, and their limit.
  ///   - isPublished: Whether every app gets it; what people note for each other, it does not.
  ///   - option: The name of the option that sets it.
  ///   - heading: What people call it.
  ///   - isListed: Whether lists show it, too.
  ///   - summary: One sentence for help.
  init<Value: FieldConvertible>(
    _ place: Place, _ key: String, _ get: @escaping @Sendable (Root) -> Value,
    _ put: @escaping @Sendable (inout Root, Value) -> Void, _ kind: FieldKind,
    isPublished: Bool = false, option: String? = nil, _ heading: String, isListed: Bool = false,
    _ summary: String
  ) {
    self.key = key
    self.place = place
    self.kind = kind
    self.isPublished = isPublished
    self.isOptional = Value.isOptional
    self.option = option
    self.heading = heading
    self.isListed = isListed
    self.summary = summary
    value = { get($0).fieldValue }
    setter = { (root, value) throws(InvalidValue) in
      do throws(InvalidValue) {
        try kind.check(value, "")
        put(&root, try Value(field: value))
      } catch  where error.field.isEmpty {
        throw InvalidValue(error.code, field: heading.lowercased(), reason: error.reason)
      }
    }
  }

  /// Puts a value in its place; rules of the whole are checked by the group.
  /// - Throws: `InvalidValue` where the property's type has no such value.
  package func set(_ value: JSONValue, in root: inout Root) throws(InvalidValue) {
    try setter(&root, value)
  }

  /// The name of the column, where the field has one.
  var column: String? {
    if case .column(let name) = place { name } else { nil }
  }

  /// The name of the setting, where the field is one.
  package var settingName: String? {
    if case .setting(let name) = place { name } else { nil }
  }

  /// A value as its column holds it, where that is the same; nil where the column has another form, and
  /// where NULL would be taken for it.
  func stored(_ value: JSONValue) -> JSONValue? {
    if value == .null { return isOptional ? .null : nil }
    return !isOptional && kind.isStoredAsIs ? value : nil
  }

  /// Checks the limit of the value in a thing.
  func check(_ root: Root) throws(InvalidValue) {
    do throws(InvalidValue) {
      try kind.check(value(root), "")
    } catch {
      throw InvalidValue(error.code, field: heading.lowercased(), reason: error.reason)
    }
  }

  /// Reads the field from a column of a row.
  func read(_ row: borrowing Row, _ column: Int32, into root: inout Root) throws(InvalidValue) {
    let isMissing = isOptional && row.isNull(column)
    try setter(&root, isMissing ? .null : kind.value(of: row, column))
  }

  /// Reads the field from a member of a document.
  package func read(_ node: JSONNode, into root: inout Root) throws {
    let isMissing = isOptional && node.value == .null
    try setter(&root, isMissing ? .null : try kind.value(of: node))
  }
}

/// Fields that stand together: in one object of a document, and checked together.
package struct FieldGroup<Root: Sendable>: Sendable {
  /// The member that holds the object; nil for the fields of the document's own object.
  package let key: String?
  /// Whether `null` stands for the object where no field of the group has a value.
  let isOptional: Bool
  package let fields: [Field<Root>]
  /// Moves defaults within limits that were given; gets the keys of the fields that were.
  let settle: Settling?
  /// Checks what the fields say together.
  let check: @Sendable (Root) throws(InvalidValue) -> Void

  typealias Settling = @Sendable (_ root: inout Root, _ named: Set<String>) -> Void

  /// Fields that are members of the document's own object.
  init(
    _ fields: [Field<Root>],
    check: @escaping @Sendable (Root) throws(InvalidValue) -> Void = { _ throws(InvalidValue) in }
  ) {
    key = nil
    isOptional = false
    self.fields = fields
    settle = nil
    self.check = check
  }

  /// Fields that are members of an object of their own.
  init(
    _ key: String, isOptional: Bool = false, _ fields: [Field<Root>], settle: Settling? = nil,
    check: @escaping @Sendable (Root) throws(InvalidValue) -> Void = { _ throws(InvalidValue) in }
  ) {
    self.key = key
    self.isOptional = isOptional
    self.fields = fields
    self.settle = settle
    self.check = check
  }

  /// The way to a field's member: `label.text`.
  package func path(of field: Field<Root>) -> String {
    key.map { "\($0).\(field.key)" } ?? field.key
  }
}
