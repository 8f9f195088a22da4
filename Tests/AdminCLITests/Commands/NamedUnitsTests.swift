// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdminCLI

/// Which units a file names.
@Suite struct NamedUnitsTests {
  private static let texts = ["top", "side", "top", "Top", "foot", "top", "side", "new"]
  /// The usual one, one with many ids alike, and one with all of them alike.
  private static let hashes: [@Sendable (AdUnitID) -> Int] = [
    { $0.hashValue }, { $0.rawValue.utf8.count }, { _ in 7 },
  ]

  private func named(
    _ hash: @escaping (AdUnitID) -> Int, where isNamed: (Int) -> Bool = { _ in true }
  ) throws -> NamedUnits {
    let ids = try Self.texts.map { try AdUnitID($0) }
    return NamedUnits(count: ids.count, where: isNamed, hash: hash) { ids[$0] }
  }

  @Test(arguments: hashes.indices)
  func `a unit is named where a place has its id, letter by letter`(hash: Int) throws {
    let named = try named(Self.hashes[hash])
    for text in Set(Self.texts) { #expect(named.contains(try AdUnitID(text))) }
    for text in ["TOP", "to", "topp", "side2", "zzz"] {
      #expect(!named.contains(try AdUnitID(text)))
    }
    let none = NamedUnits(count: 0, hash: Self.hashes[hash]) { _ in fatalError("there is no place")
    }
    #expect(try !none.contains(AdUnitID("top")) && none.repeated(limit: 9).isEmpty)
  }

  @Test(arguments: hashes.indices)
  func `what the file says to be gone is not named`(hash: Int) throws {
    let named = try named(Self.hashes[hash]) { $0 != 4 }
    #expect(try !named.contains(AdUnitID("foot")) && named.contains(AdUnitID("new")))
  }

  @Test(arguments: hashes.indices)
  func `what stands there again is told in its order, with the first`(hash: Int) throws {
    let found = try named(Self.hashes[hash]).repeated(limit: 9)
    #expect(found.map(\.place) == [2, 5, 6] && found.map(\.first) == [0, 0, 1])
    #expect(try named(Self.hashes[hash]).repeated(limit: 1).count == 1)
  }
}
