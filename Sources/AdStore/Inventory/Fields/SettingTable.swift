// SPDX-License-Identifier: MIT

/// What holds for the whole database, whoever uses it, and outlives restarts.
public struct InventorySettings: Hashable, Sendable {
  /// Whether the debug log, the debug panel and debug targeting are on.
  public var isDebugging = false

  /// Every setting at its default.
  public init() {}
}

extension FieldTable<InventorySettings> {
  /// The settings, in the order of lists. A new one is a row here and a property above.
  package static let settings = FieldTable(
    "settings", standard: InventorySettings(),
    [
      FieldGroup([
        Field(
          .setting("debug"), "debug", \.isDebugging, .flag(yes: "on", no: "off"), "Debugging",
          "Whether the debug log, the debug panel and debug targeting are on.")
      ])
    ])
}
