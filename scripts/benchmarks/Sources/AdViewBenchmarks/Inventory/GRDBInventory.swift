// SPDX-License-Identifier: MIT
#if WITH_GRDB
  import AdStore
  import GRDB

  /// The inventory's statements through GRDB as its documentation recommends for speed: statements
  /// kept by the connection, rows read by column.
  struct GRDBInventory {
    private let queue: DatabaseQueue

    init(path: String) throws {
      var configuration = Configuration()
      configuration.readonly = true
      queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Looks units up with sizes and targeting in one read, and gives how many keys they target.
    func find(_ ids: [String]) throws -> Int {
      try queue.read { database in
        let unit = try database.cachedStatement(sql: DirectLookups.unitQuery)
        let sizes = try database.cachedStatement(sql: DirectLookups.sizesQuery)
        let targeting = try database.cachedStatement(sql: DirectLookups.targetingQuery)
        var keys = 0
        for id in ids {
          guard let row = try Row.fetchOne(unit, arguments: [id]) else {
            throw Failure(description: "a unit is missing")
          }
          var found = DirectLookups.Unit()
          let number: Int64 = row[0]
          for column in [1, 2, 4, 12, 14, 15] { found.texts.append(row[column] ?? "") }
          for column in [3, 5, 6, 7, 8, 9, 10, 11, 13, 16, 17] {
            if let value: Double = row[column] { found.numbers.append(value) }
          }
          let sizeRows = try Row.fetchCursor(sizes, arguments: [number])
          while let row = try sizeRows.next() { found.sizes.append((row[0], row[1])) }
          let targetingRows = try Row.fetchCursor(targeting, arguments: [number])
          while let row = try targetingRows.next() {
            let key: String = row[0]
            if found.targeting.last?.key != key { found.targeting.append((key, [])) }
            found.targeting[found.targeting.count - 1].values.append(row[1])
          }
          keys += found.targeting.count
        }
        return keys
      }
    }
  }
#endif
