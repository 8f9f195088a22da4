// SPDX-License-Identifier: MIT

extension Connection {
  /// How many bytes the file has, and how many of them hold nothing.
  ///
  /// - Throws: `SQLiteError`.
  package func size() throws -> (bytes: Int64, free: Int64) {
    func number(_ pragma: StaticString) throws -> Int64 {
      try statement(pragma).first { $0.int64(0) } ?? 0
    }
    let page = try number("PRAGMA page_size")
    return try (number("PRAGMA page_count") * page, number("PRAGMA freelist_count") * page)
  }

  /// How many bytes each table has with its indexes.
  ///
  /// - Returns: The tables; where SQLite was built without the means to tell them apart, each has
  ///   the bytes of the whole file, which is never too few.
  /// - Throws: `SQLiteError`.
  /// - Complexity: Reads every page of the file.
  package func tableSizes() throws -> [(table: String, bytes: Int64)] {
    do {
      return try prepare(
        """
        SELECT o.tbl_name, sum(s.pgsize) FROM dbstat s JOIN sqlite_schema o ON o.name = s.name
        WHERE s.aggregate = TRUE GROUP BY o.tbl_name
        """
      ) { try $0.all { ($0.text(0), $0.int64(1)) } }
    } catch let error as SQLiteError where error.message.hasPrefix("no such ") {
      let bytes = try size().bytes
      return try prepare("SELECT name FROM sqlite_schema WHERE type = 'table'") {
        try $0.all { ($0.text(0), bytes) }
      }
    }
  }
}
