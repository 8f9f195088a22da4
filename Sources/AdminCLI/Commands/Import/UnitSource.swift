// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Units that a file of some form describes, by their places in it.
protocol UnitSource {
  /// What to do about problems.
  var advice: String { get }
  /// How many units the file describes.
  var count: Int { get }
  /// Finds out which units of an inventory the file speaks of: some files know them by other things than
  /// their ids. Before that, such a file has no units.
  /// - Parameter stored: Where the units stand that there are.
  /// - Returns: What a reader has to know of it.
  /// - Throws: ``UnitProblems``; what `stored` throws.
  mutating func meet(_ stored: () throws -> StoredPlaces) throws -> [String]
  /// The id of the unit at a place, from 0.
  func id(at place: Int) -> AdUnitID
  /// The unit at a place as the file would have it: what the file does not say stays as it is.
  /// - Parameters:
  ///   - place: The place, from 0.
  ///   - stored: The unit that there is; nil where there is none.
  /// - Returns: The unit; nil where nothing is to be done, and where something is wrong.
  func entry(
    at place: Int, over stored: InventoryEntry?, noting problems: inout UnitProblems
  ) -> InventoryEntry?
  /// Whether the file says of the unit at a place that it is gone.
  func isGone(at place: Int) -> Bool
}

extension UnitSource {
  mutating func meet(_ stored: () throws -> StoredPlaces) throws -> [String] { [] }

  func isGone(at place: Int) -> Bool { false }

  /// The units that the file says to be there.
  /// - Complexity: O(*n* log *n*).
  var named: NamedUnits { NamedUnits(count: count, where: { !isGone(at: $0) }, id: id) }
}

/// Places in a file and what is wrong there.
struct UnitProblems: Error {
  /// How many are looked for before reading stops.
  static let most = InventoryDocumentError.mostProblems
  private(set) var all: [String] = []
  /// What to do about them.
  let advice: String
  var isCut: Bool { all.count >= Self.most }

  mutating func note(_ problem: String) {
    if !isCut { all.append(problem) }
  }

  mutating func note(
    _ line: Int, _ column: Int? = nil, _ title: String = "", because reason: String
  ) {
    let place = column.map { ", column \($0 + 1)\(title.isEmpty ? "" : " (\(title))")" } ?? ""
    note("line \(line)\(place): \(reason)")
  }
}

extension UnitProblems {
  /// The rows that the objects of a document are; one of which nothing is made is passed over.
  /// - Throws: ``UnitProblems`` with what is wrong in all of them.
  static func rows(
    of objects: [JSONNode], in document: [UInt8], advice: String,
    _ row: (JSONNode) throws -> ForeignUnit?
  ) throws(UnitProblems) -> [ForeignUnit] {
    var problems = UnitProblems(advice: advice)
    var rows: [ForeignUnit] = []
    for object in objects where !problems.isCut {
      do {
        if let row = try row(object) { rows.append(row) }
      } catch let error as JSONError {
        problems.note("\(error.located(in: document))")
      } catch {
        problems.note("\(object.notAllowed("\(error)").located(in: document))")
      }
    }
    if !problems.all.isEmpty { throw problems }
    return rows
  }
}

extension JSONNode {
  /// What is made of the value; why nothing can be is said of its place.
  func making<Value>(
    _ value: @autoclosure () throws(InvalidValue) -> Value
  ) throws(JSONError) -> Value {
    do { return try value() } catch { throw notAllowed("\(error)") }
  }
}

extension Collection where Element: TextIdentifier {
  /// The first names, and how many more there are.
  var listed: String {
    let shown = prefix(10).map(\.rawValue).joined(separator: ", ")
    return count > 10 ? "\(shown) and \(count - 10) more" : shown
  }
}
