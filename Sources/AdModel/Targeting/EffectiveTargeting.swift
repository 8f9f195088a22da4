// SPDX-License-Identifier: MIT

/// The targeting that holds for one unit, with the scope that each key came from.
public struct EffectiveTargeting: Hashable, Sendable {
  /// A key with its values and where they came from.
  public struct Line: Hashable, Sendable {
    /// The key with its values.
    public let entry: TargetingEntry
    /// The scope that set it.
    public let scope: TargetingScope

    /// Makes a line.
    package init(entry: TargetingEntry, scope: TargetingScope) {
      self.entry = entry
      self.scope = scope
    }
  }

  /// The lines: in the order of the widest scope that names a key, wider scopes first.
  public let lines: [Line]

  /// Merges the targeting of several scopes.
  /// - Parameter scopes: Each scope's targeting, widest first; a later one replaces the values of
  ///   a key that an earlier one set, in its place.
  package init(widestFirst scopes: [(TargetingScope, AdTargeting)]) {
    var lines: [Line] = []
    var places: [ByteText: Int] = [:]
    for (scope, targeting) in scopes {
      for entry in targeting.entries {
        let key = ByteText(entry.key)
        if let place = places[key] {
          lines[place] = Line(entry: entry, scope: scope)
        } else {
          places[key] = lines.count
          lines.append(Line(entry: entry, scope: scope))
        }
      }
    }
    self.lines = lines
  }

  /// The merged entries without their scopes.
  public var entries: [TargetingEntry] { lines.map(\.entry) }
}
