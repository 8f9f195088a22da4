// SPDX-License-Identifier: MIT

extension Statement {
  /// Runs a statement whose rows, if any, do not matter.
  ///
  /// - Parameter values: One value for each placeholder, in order.
  /// - Throws: `SQLiteError`, with `range` when the number of values is wrong.
  @inlinable package func run<each Value: Bindable>(
    _ values: repeat each Value
  ) throws(SQLiteError) {
    try begin(values: repeat each values)
    defer { end() }
    while try step() {}
  }

  /// Starts a query and returns a cursor before its first row.
  ///
  /// - Parameter values: One value for each placeholder, in order.
  /// - Returns: A cursor, which frees the statement for its next use when it goes out of scope.
  /// - Throws: `SQLiteError`, with `range` when the number of values is wrong.
  @inlinable package func query<each Value: Bindable>(
    _ values: repeat each Value
  ) throws(SQLiteError) -> Cursor {
    try begin(values: repeat each values)
    return Cursor(started: self)
  }

  /// Reads the first row of a query, if there is one.
  ///
  /// - Parameters:
  ///   - values: One value for each placeholder, in order.
  ///   - read: Makes a value from the row.
  /// - Returns: What `read` made, or nil when there is no row.
  /// - Throws: `SQLiteError`, and whatever `read` throws.
  @inlinable package func first<Result, each Value: Bindable>(
    _ values: repeat each Value, read: (borrowing Row) throws -> Result
  ) throws -> Result? {
    try begin(values: repeat each values)
    defer { end() }
    guard try step() else { return nil }
    // Named because the optimizer of Swift 6.3.1 fails on a temporary row, here and below.
    let row = Row(of: self)
    return try read(row)
  }

  /// Reads every row of a query.
  ///
  /// - Parameters:
  ///   - values: One value for each placeholder, in order.
  ///   - read: Makes a value from a row.
  /// - Returns: What `read` made, in the order of the rows.
  /// - Throws: `SQLiteError`, and whatever `read` throws.
  @inlinable package func all<Result, each Value: Bindable>(
    _ values: repeat each Value, read: (borrowing Row) throws -> Result
  ) throws -> [Result] {
    try begin(values: repeat each values)
    defer { end() }
    var results: [Result] = []
    while try step() {
      let row = Row(of: self)
      // What belongs to one thing is mostly a few rows.
      if results.isEmpty { results.reserveCapacity(4) }
      results.append(try read(row))
    }
    return results
  }

  /// Runs the statement with values of one type in a list, and passes over the rows that it returns.
  ///
  /// - Parameter values: One value for each placeholder, in order.
  /// - Throws: What SQLite reports; `range` when the number of values is wrong.
  @inlinable package func run<Value: Bindable>(list values: [Value]) throws(SQLiteError) {
    try begin(list: values)
    defer { end() }
    while try step() {}
  }

  /// Starts a query whose values are of one type and in a list.
  ///
  /// - Parameter values: One value for each placeholder, in order.
  /// - Returns: A cursor before the first row.
  /// - Throws: `SQLiteError`, with `range` when the number of values is wrong.
  @inlinable package func query<Value: Bindable>(list values: [Value]) throws(SQLiteError) -> Cursor
  {
    try begin(list: values)
    return Cursor(started: self)
  }

  /// Runs the statement with values in a list and reads every row.
  ///
  /// - Parameters:
  ///   - values: One value for each placeholder, in order.
  ///   - read: Makes a value from a row.
  /// - Returns: What `read` made, in the order of the rows.
  /// - Throws: What SQLite reports, `range` when the number of values is wrong; whatever `read` throws.
  package func all<Result>(
    list values: [any Bindable], read: (borrowing Row) throws -> Result
  ) throws -> [Result] {
    var rows = try query(list: values)
    var results: [Result] = []
    while try rows.next() { results.append(try read(rows.row)) }
    return results
  }

  /// Starts a query whose values are in a list, as statements put together at run time need.
  ///
  /// - Parameter values: One value for each placeholder, in order.
  /// - Returns: A cursor before the first row.
  /// - Throws: `SQLiteError`, with `range` when the number of values is wrong.
  package func query(list values: [any Bindable]) throws(SQLiteError) -> Cursor {
    try begin(count: values.count) { (place) throws(SQLiteError) in
      try values[place].bind(to: self, at: Int32(place + 1))
    }
    return Cursor(started: self)
  }

  /// Claims the statement and binds the values of one run.
  @inlinable func begin<Value: Bindable>(list values: [Value]) throws(SQLiteError) {
    try begin(count: values.count) { (place) throws(SQLiteError) in
      try values[place].bind(to: self, at: Int32(place + 1))
    }
  }

  /// Claims the statement and has every value bound.
  @inlinable func begin(
    count: Int, _ bind: (_ place: Int) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try begin(parameters: count)
    do throws(SQLiteError) {
      for place in 0..<count { try bind(place) }
    } catch {
      end()
      throw error
    }
  }

  /// Claims the statement and binds the values of one run.
  @inlinable func begin<each Value: Bindable>(
    values: repeat each Value
  ) throws(SQLiteError) {
    var index: Int32 = 0
    for _ in repeat (each Value).self { index += 1 }
    try begin(parameters: Int(index))
    index = 0
    do {
      for value in repeat each values {
        index += 1
        try value.bind(to: self, at: index)
      }
    } catch {
      end()
      throw error
    }
  }
}
