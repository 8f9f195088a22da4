// SPDX-License-Identifier: MIT
package import AdModel

/// The inventory's values as JSON, with one set of keys for the change log and every output.
package enum InventoryDocument {
  /// Writes the members of a unit, and of its targeting where that is given.
  /// - Parameters:
  ///   - unit: The unit.
  ///   - targeting: Its own targeting, or nil to leave it out.
  ///   - object: The object to write into.
  /// - Throws: `JSONError` for a number that is not finite, which no checked unit holds.
  package static func write(
    _ unit: AdUnit, targeting: Targeting? = nil, to object: inout JSONWriter
  ) throws(JSONError) {
    object.member("id", unit.id.rawValue)
    object.member("page", unit.page?.rawValue)
    object.member("position", unit.position)
    object.member("adManagerPath", unit.adManagerPath?.rawValue)
    object.array("declaredSizes") { array in
      for size in unit.declaredSizes { array.element(size.description) }
    }
    try object.object("constraints") { object throws(JSONError) in
      try object.member("initialWidth", unit.constraints.initial.width)
      try object.member("initialHeight", unit.constraints.initial.height)
      try object.member("minimumWidth", unit.constraints.minimumWidth)
      try object.member("maximumWidth", unit.constraints.maximumWidth)
      try object.member("minimumHeight", unit.constraints.minimumHeight)
      try object.member("maximumHeight", unit.constraints.maximumHeight)
    }
    try object.object("label") { object throws(JSONError) in
      object.member("shown", unit.label.isShown)
      object.member("text", unit.label.text)
      try object.member("fontSize", unit.label.fontSize)
      object.member("fontWeight", unit.label.fontWeight.rawValue)
    }
    object.member("status", unit.status.rawValue)
    object.member("notes", unit.notes)
    if let targeting { write(targeting, to: &object) }
  }

  /// Writes a member with targeting: the keys with their values, in order.
  /// - Parameters:
  ///   - targeting: The targeting.
  ///   - key: The member's key.
  ///   - object: The object to write into.
  package static func write(
    _ targeting: Targeting, as key: String = "targeting", to object: inout JSONWriter
  ) {
    object.array(key) { array in
      for entry in targeting.entries {
        array.object { object in write(entry, to: &object) }
      }
    }
  }

  /// Writes the members of one targeting key.
  /// - Parameters:
  ///   - entry: The key with its values.
  ///   - object: The object to write into.
  package static func write(_ entry: TargetingEntry, to object: inout JSONWriter) {
    object.member("key", entry.key)
    object.array("values") { array in
      for value in entry.values { array.element(value) }
    }
  }

  /// Writes the members of a page.
  /// - Parameters:
  ///   - page: The page.
  ///   - object: The object to write into.
  /// - Throws: `JSONError` for a number that is not finite, which no checked page holds.
  package static func write(_ page: Page, to object: inout JSONWriter) throws(JSONError) {
    object.member("name", page.id.rawValue)
    try object.member("fetch", page.thresholds.fetch)
    try object.member("display", page.thresholds.display)
    try object.member("unload", page.thresholds.unload)
    object.member("unloading", page.thresholds.unloadingEnabled)
    object.member("throttle", page.thresholds.throttle)
    object.member("stability", page.thresholds.stabilityDelay)
    guard let remote = page.remote else { return object.member("remote", String?.none) }
    try object.object("remote") { object throws(JSONError) in
      try object.member("fetch", remote.fetch)
      try object.member("render", remote.render)
    }
  }

  /// Makes an object as compact text.
  /// - Parameter body: Writes the members.
  /// - Returns: The text.
  /// - Throws: What `body` throws.
  package static func text<E: Error>(
    _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) -> String {
    var writer = JSONWriter()
    try writer.object(body)
    return writer.text
  }

  /// Makes the compact text of a unit, and of its targeting where that is given.
  /// - Parameters:
  ///   - unit: The unit.
  ///   - targeting: Its own targeting, or nil to leave it out.
  /// - Returns: The text.
  /// - Throws: `JSONError` for a number that is not finite, which no checked unit holds.
  package static func text(
    of unit: AdUnit, targeting: Targeting? = nil
  ) throws(JSONError) -> String {
    try text { object throws(JSONError) in
      try write(unit, targeting: targeting, to: &object)
    }
  }

  /// Makes the compact text of a page.
  /// - Parameter page: The page.
  /// - Returns: The text.
  /// - Throws: `JSONError` for a number that is not finite, which no checked page holds.
  package static func text(of page: Page) throws(JSONError) -> String {
    try text { object throws(JSONError) in try write(page, to: &object) }
  }
}
