// SPDX-License-Identifier: MIT

/// The values given under names, in a list rather than a dictionary: there are a few, and setting up
/// a dictionary would be a noticeable part of a command's start.
struct ParsedOptions: Sendable {
  private var entries: [(name: String, values: [String])] = []

  /// The values under a name; nil where it was not given, none for a flag that was.
  subscript(name: String) -> [String]? {
    get { entries.first { $0.name == name }?.values }
    set {
      entries.removeAll { $0.name == name }
      if let newValue { entries.append((name, newValue)) }
    }
  }

  /// The names under which something was given.
  var names: [String] { entries.map(\.name) }

  /// Adds a value under a name.
  mutating func add(_ value: String, to name: String) {
    self[name] = (self[name] ?? []) + [value]
  }
}
