// SPDX-License-Identifier: MIT

/// Something that is opened when it is first asked for, and never again: a page, whose session is a row of
/// the history.
///
/// Views are made anew whenever the view around them is, and what their state begins with may be made each
/// time and thrown away. So making this does nothing.
public struct OpenedOnce<Value> {
  private let open: @MainActor () throws -> Value
  private var opened: Result<Value, any Error>?

  /// Takes how it is opened, and does not open it.
  public init(_ open: @escaping @MainActor () throws -> Value) { self.open = open }

  /// Opens it where it was not asked for before.
  /// - Returns: What it is, or why it could not be opened.
  @MainActor public mutating func get() -> Result<Value, any Error> {
    if let opened { return opened }
    let result = Result { try open() }
    opened = result
    return result
  }
}
