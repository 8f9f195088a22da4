// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// The options that describe an ad unit, the same for `unit add` and `unit set`.
enum UnitOptions {
  static let fields = FieldOptions(FieldTable<InventoryUnit>.units)
}
