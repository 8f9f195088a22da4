// SPDX-License-Identifier: MIT
package import AdModel

/// One thing that is otherwise in another inventory, in the words of the change log.
package struct InventoryDifference: Hashable, Sendable {
  package let noun: InventoryChange.Noun
  /// The unit, page or setting, or the scope `app` or `debug`.
  package let name: String
  /// `add` where the first inventory has no such thing, `remove` where the second has none.
  package let verb: InventoryChange.Verb
  /// What the first inventory says, as a JSON object.
  package let before: String?
  /// What the second says.
  package let after: String?

  /// Describes a difference.
  package init(
    noun: InventoryChange.Noun, name: String, verb: InventoryChange.Verb, before: String?,
    after: String?
  ) {
    self.noun = noun
    self.name = name
    self.verb = verb
    self.before = before
    self.after = after
  }
}

extension InventoryContent {
  /// Compares two inventories; the order of targeting keys makes no difference.
  /// - Returns: What would have to be done to this one to make it the other: targeting of the app
  ///   and of debugging, pages by name, units by id, experiments by name.
  /// - Throws: `JSONError` for a number that is not finite, which no checked inventory holds.
  /// - Complexity: O(*n* log *n*) in the size of both.
  package func differences(
    to other: InventoryContent
  ) throws(JSONError) -> [InventoryDifference] {
    var found = Self.differences(app, other.app, of: "app")
    found += Self.differences(debug, other.debug, of: "debug")
    found += try Self.compare(
      pages.map { ($0.page.id.rawValue, $0.targeting, $0.page) },
      other.pages.map { ($0.page.id.rawValue, $0.targeting, $0.page) }, .page,
      FieldTable<InventoryPage>.pages.areSame
    ) { (page, targeting) throws(JSONError) in
      try InventoryDocument.text { object throws(JSONError) in
        try InventoryDocument.write(page, to: &object)
        if let targeting { InventoryDocument.write(targeting, to: &object) }
      }
    }
    found += try Self.compare(
      units.map { ($0.unit.id.rawValue, $0.targeting, $0.unit) },
      other.units.map { ($0.unit.id.rawValue, $0.targeting, $0.unit) }, .unit,
      FieldTable<InventoryUnit>.units.areSame
    ) { (unit, targeting) throws(JSONError) in
      try InventoryDocument.text(of: unit, targeting: targeting)
    }
    found += try Self.compare(
      experiments.map { ($0.id.rawValue, AdTargeting(), $0) },
      other.experiments.map { ($0.id.rawValue, AdTargeting(), $0) }, .experiment,
      FieldTable<Experiment>.experiments.areSame
    ) { (experiment, _) throws(JSONError) in try InventoryDocument.text(of: experiment) }
    return found
  }

  private typealias Named<Thing> = (name: String, targeting: AdTargeting, thing: Thing)

  private static func compare<Thing>(
    _ old: [Named<Thing>], _ new: [Named<Thing>], _ noun: InventoryChange.Noun,
    _ areSame: (Thing, Thing) -> Bool, _ text: (Thing, AdTargeting?) throws(JSONError) -> String
  ) throws(JSONError) -> [InventoryDifference] {
    var left: [String: Named<Thing>] = [:]
    for thing in old { left[thing.name] = thing }
    var found: [InventoryDifference] = []
    for thing in new {
      guard let before = left.removeValue(forKey: thing.name) else {
        found.append(
          InventoryDifference(
            noun: noun, name: thing.name, verb: .add, before: nil,
            after: try text(thing.thing, thing.targeting)))
        continue
      }
      if !areSame(before.thing, thing.thing) {
        found.append(
          InventoryDifference(
            noun: noun, name: thing.name, verb: .set, before: try text(before.thing, nil),
            after: try text(thing.thing, nil)))
      }
      found += differences(before.targeting, thing.targeting, of: thing.name)
    }
    for thing in left.values {
      found.append(
        InventoryDifference(
          noun: noun, name: thing.name, verb: .remove,
          before: try text(thing.thing, thing.targeting), after: nil))
    }
    // What concerns one thing stays in its order.
    return found.enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }.map(\.element)
  }

  private static func differences(
    _ old: AdTargeting, _ new: AdTargeting, of name: String
  ) -> [InventoryDifference] {
    let keys = new.entries.map(\.key) + old.entries.map(\.key).filter { new.entry(of: $0) == nil }
    return keys.compactMap { key in
      let (before, after) = (old.entry(of: key), new.entry(of: key))
      guard before != after else { return nil }
      return InventoryDifference(
        noun: .targeting, name: name, verb: before == nil ? .add : after == nil ? .remove : .set,
        before: before.map(text), after: after.map(text))
    }
  }

  private static func text(of entry: TargetingEntry) -> String {
    InventoryDocument.text { InventoryDocument.write(entry, to: &$0) }
  }
}
