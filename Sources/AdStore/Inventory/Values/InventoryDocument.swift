// SPDX-License-Identifier: MIT
package import AdModel

/// The inventory's values as JSON, with one set of keys for the change log and every output.
package enum InventoryDocument {
  /// Writes the members of a unit, and of its targeting where that is given.
  /// - Parameter targeting: Its own targeting, or nil to leave it out.
  /// - Throws: `JSONError` for a number that is not finite, which no checked unit holds.
  package static func write(
    _ unit: InventoryUnit, targeting: AdTargeting? = nil, to object: inout JSONWriter
  ) throws(JSONError) {
    try FieldTable<InventoryUnit>.units.write(unit, to: &object)
    if let targeting { write(targeting, to: &object) }
  }

  /// Writes a member with targeting: the keys with their values, in order.
  package static func write(
    _ targeting: AdTargeting, as key: String = "targeting", to object: inout JSONWriter
  ) {
    object.array(key) { array in
      for entry in targeting.entries {
        array.object { object in write(entry, to: &object) }
      }
    }
  }

  /// Writes the members of one targeting key.
  package static func write(_ entry: TargetingEntry, to object: inout JSONWriter) {
    object.member("key", entry.key)
    object.array("values") { array in
      for value in entry.values { array.element(value) }
    }
  }

  /// Writes the members of a page.
  /// - Throws: `JSONError` for a number that is not finite, which no checked page holds.
  package static func write(_ page: InventoryPage, to object: inout JSONWriter) throws(JSONError) {
    try FieldTable<InventoryPage>.pages.write(page, to: &object)
  }

  /// Writes the members of an experiment.
  /// - Throws: `JSONError` for a number that is not finite, which no checked experiment holds.
  package static func write(
    _ experiment: Experiment, to object: inout JSONWriter
  ) throws(JSONError) {
    try FieldTable<Experiment>.experiments.write(experiment, to: &object)
  }

  /// Makes an object as compact text.
  /// - Throws: What `body` throws.
  package static func text<E: Error>(
    _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) -> String {
    // Most objects fit, and growing to their size step by step costs as much as writing them.
    var writer = JSONWriter(capacity: 1_024)
    try writer.object(body)
    return writer.text
  }

  /// Makes the compact text of a unit, and of its targeting where that is given.
  /// - Parameter targeting: Its own targeting, or nil to leave it out.
  /// - Throws: `JSONError` for a number that is not finite, which no checked unit holds.
  package static func text(
    of unit: InventoryUnit, targeting: AdTargeting? = nil
  ) throws(JSONError) -> String {
    try text { object throws(JSONError) in
      try write(unit, targeting: targeting, to: &object)
    }
  }

  /// Makes the compact text of an experiment.
  /// - Throws: `JSONError` for a number that is not finite, which no checked experiment holds.
  static func text(of experiment: Experiment) throws(JSONError) -> String {
    try text { object throws(JSONError) in try write(experiment, to: &object) }
  }

  /// Makes the compact text of a page.
  /// - Throws: `JSONError` for a number that is not finite, which no checked page holds.
  package static func text(of page: InventoryPage) throws(JSONError) -> String {
    try text { object throws(JSONError) in try write(page, to: &object) }
  }
}
