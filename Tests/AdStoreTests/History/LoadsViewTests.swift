// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// The view that people read says states, causes and modes by their names.
@Suite struct LoadsViewTests {
  @Test func `every code has its name in the view, and no other`() throws {
    let view = try #require(
      AdDatabase.schema.migrations.map(\.sql).compactMap { sql in
        sql.firstRange(of: "CREATE VIEW loads").map { String(sql[$0.lowerBound...]) }
      }.first?.split(separator: ";").first)
    func names(of column: String) throws -> [Int64: String] {
      let start = try #require(view.firstRange(of: "CASE t.\(column) "))
      let cases = view[start.upperBound...].prefix(
        upTo: try #require(view[start.upperBound...].firstRange(of: "END")).lowerBound)
      return Dictionary(
        uniqueKeysWithValues: cases.matches(of: /WHEN (\d+) THEN '(\w+)'/).map {
          (Int64($0.output.1) ?? -1, String($0.output.2))
        })
    }
    func all<Value: RawRepresentable<String>>(_ values: [Value], _ code: (Value) -> Int64)
      -> [Int64: String]
    {
      Dictionary(uniqueKeysWithValues: values.map { (code($0), $0.rawValue) })
    }
    #expect(try names(of: "from_state") == all(LoadState.allCases, \.databaseValue))
    #expect(try names(of: "to_state") == all(LoadState.allCases, \.databaseValue))
    #expect(try names(of: "cause") == all(TransitionCause.allCases, \.databaseValue))
    #expect(try names(of: "mode") == all(ServingMode.allCases, \.databaseValue))
  }
}
