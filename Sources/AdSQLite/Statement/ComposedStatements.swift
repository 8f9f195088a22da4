// SPDX-License-Identifier: MIT

/// The statements put together at run time that were used last, by their text.
///
/// Preparing one takes longer than reading a hundred rows with it, and questions come in few shapes:
/// values are bound, so the text is the same for every unit or page asked about.
struct ComposedStatements {
  private static let limit = 16
  private var recent: [(sql: String, statement: Statement)] = []

  var statements: [Statement] { recent.map(\.statement) }

  /// Hands out a kept statement, which is then no longer kept.
  mutating func removeStatement(for sql: String) -> Statement? {
    guard let place = recent.lastIndex(where: { $0.sql == sql }) else { return nil }
    return recent.remove(at: place).statement
  }

  /// Keeps a statement that nobody uses, and destroys the one that was not used for longest.
  mutating func keep(_ statement: Statement, under sql: String) {
    recent.append((sql, statement))
    if recent.count > Self.limit { recent.removeFirst().statement.finalize() }
  }

  /// Destroys all statements.
  mutating func removeAll() {
    for statement in statements { statement.finalize() }
    recent.removeAll()
  }
}
