// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Units that a file of some form describes.
protocol UnitSource {
  /// What people call the form.
  var name: String { get }
  /// What to do about problems.
  var advice: String { get }
  /// The ids of the units, in the order of the file.
  var ids: [AdUnitID] { get }
  /// The units as the file would have them: what it does not say stays as it is.
  /// - Parameter stored: The units that there are.
  /// - Returns: The units, in the order of the file.
  /// - Throws: ``UnitProblems`` with everything that is wrong, up to a bound.
  func entries(over stored: [AdUnitID: InventoryEntry]) throws(UnitProblems) -> [InventoryEntry]
}

/// Places in a file and what is wrong there.
struct UnitProblems: Error {
  /// How many are looked for before reading stops.
  static let most = InventoryDocumentError.mostProblems
  private(set) var all: [String] = []
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
