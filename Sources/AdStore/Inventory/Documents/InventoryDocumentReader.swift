// SPDX-License-Identifier: MIT
import AdModel

extension InventoryContent {
  /// Reads a document and checks all of it.
  ///
  /// Without an inventory that it is read over, every member must be there: what is left out could
  /// mean a default as well as no change.
  /// - Parameters:
  ///   - bytes: The document in UTF-8.
  ///   - stored: An inventory from which the members are taken that the document leaves out; in what
  ///     is new, they have their defaults. The content then holds the units and pages that the
  ///     document names, and no others.
  /// - Throws: ``InventoryDocumentError`` with every problem up to a bound.
  /// - Complexity: Linear in the length of the document, times the number of problems.
  package init(
    document bytes: [UInt8], over stored: InventoryContent? = nil
  ) throws(InventoryDocumentError) {
    var reader = InventoryDocumentReader(over: stored)
    var content: InventoryContent?
    do throws(JSONError) {
      content = reader.content(of: JSONNode(try JSONReader.read(bytes)))
    } catch {
      throw InventoryDocumentError(problems: [error])
    }
    guard let content, reader.problems.isEmpty else { throw reader.refusal(of: bytes) }
    self = content
  }
}

/// Makes an inventory of a JSON document, and goes on after what is wrong in it.
///
/// A part that cannot be made is nil, and the reason is among the problems then.
struct InventoryDocumentReader {
  /// The faults in the order of the document; at most ``InventoryDocumentError/mostProblems``.
  private(set) var problems: [JSONError] = []
  /// What members that are left out are taken from; nil where none may be.
  let stored: InventoryContent?
  /// Whether members that nothing here knows are passed over, as in a publication of a newer form.
  /// What somebody wrote by hand has none: there, one is a misspelling of another.
  let ignoresUnknown: Bool
  private(set) var storedPages: [PageID: InventoryContent.PageEntry] = [:]
  private(set) var storedExperiments: [ExperimentID: Experiment] = [:]
  /// What units were called before, by what they are called now.
  var formerIDs: [AdUnitID: AdUnitID] = [:]
  /// What looking up a stored unit met.
  var lookUpFailure: (any Error)?

  init(over stored: InventoryContent?, ignoringUnknown ignoresUnknown: Bool = false) {
    self.stored = stored
    self.ignoresUnknown = ignoresUnknown
    for entry in stored?.pages ?? [] { storedPages[entry.page.id] = entry }
    for experiment in stored?.experiments ?? [] { storedExperiments[experiment.id] = experiment }
  }

  private var isFull: Bool { problems.count >= InventoryDocumentError.mostProblems }

  /// The error that says all problems, in the order of the text.
  func refusal(of bytes: [UInt8]) -> InventoryDocumentError {
    let problems = problems.map { $0.located(in: bytes) }
    return InventoryDocumentError(problems: problems.sorted { $0.stands(before: $1) })
  }

  /// Makes the inventory of a whole document.
  mutating func content(of document: JSONNode) -> InventoryContent? {
    var storedUnits: [AdUnitID: InventoryEntry] = [:]
    for entry in stored?.units ?? [] { storedUnits[entry.unit.id] = entry }
    var units: [InventoryEntry] = []
    guard
      var content = content(
        of: document, units: nil, over: { storedUnits[$0] }, take: { units.append($0) })
    else { return nil }
    content.units = units
    return content
  }

  /// Makes the inventory of a document without its units, which are checked and handed on one by one.
  /// - Parameters:
  ///   - held: The units where they are not in the document's tree.
  ///   - storedUnit: Looks up a unit that members are taken from.
  ///   - take: Takes a unit.
  mutating func content(
    of document: JSONNode, units held: HeldElements?,
    over storedUnit: (AdUnitID) throws -> InventoryEntry?, take: (InventoryEntry) -> Void
  ) -> InventoryContent? {
    guard checkVersion(of: document) else { return nil }
    let optional = ["settings", "experiments"].filter { document.memberIfPresent($0) != nil }
    check(document, has: ["adviewInventory", "targeting", "pages", "units"] + optional)
    var shared: [AdTargeting?] = [stored?.app, stored?.debug]
    if let node = document.memberIfPresent("targeting") {
      check(node, has: ["app", "debug"])
      shared = [
        targeting("app", of: node, over: stored?.app),
        targeting("debug", of: node, over: stored?.debug),
      ]
    }
    let pages = elements("pages", of: document) { $0.page(of: $1) }
    checkNames("pages", pages?.map { $0?.page.id })
    let known = knownPages(of: document, pages)
    let units = elements("units", of: document, held) { reader, node -> AdUnitID? in
      let entry = reader.unit(of: node, on: known, over: storedUnit)
      if let entry { take(entry) }
      return entry?.unit.id
    }
    checkNames("units", units)
    let listsExperiments = document.memberIfPresent("experiments") != nil
    let experiments =
      listsExperiments
      ? elements("experiments", of: document) { $0.experiment(of: $1, on: known) } : []
    checkNames("experiments", experiments?.map { $0?.id })
    let settings = settings(of: document)
    guard let app = shared[0], let debug = shared[1], let pages, let units, let experiments else {
      return nil
    }
    var content = InventoryContent(app: app, debug: debug, pages: pages.compactMap { $0 })
    content.settings = settings
    content.experiments = experiments.compactMap { $0 }
    content.listsExperiments = listsExperiments
    let named = Set(units.compactMap { $0 })
    content.formerIDs = formerIDs.filter { !named.contains($0.value) }
    content.listsUnits = document.memberIfPresent("units") != nil
    content.listsPages = document.memberIfPresent("pages") != nil
    return content
  }

  /// The pages that units may stand on; nil where any will do.
  func knownPages(
    of document: JSONNode, _ pages: [InventoryContent.PageEntry?]?
  ) -> Set<PageID>? {
    // Where a page is wrong, units that name it would be reported for nothing.
    let known = problems.isEmpty ? pages.map { Set($0.compactMap { $0?.page.id }) } : nil
    guard stored != nil else { return known }
    // A document without pages may name new ones, as a spreadsheet may.
    return document.memberIfPresent("pages") == nil ? nil : known?.union(storedPages.keys)
  }

  /// Notes a problem, unless there are enough.
  mutating func note(_ problem: JSONError) {
    if !isFull { problems.append(problem) }
  }

  /// Notes which members of an object are unknown, or missing where none may be.
  mutating func check(_ node: JSONNode, has keys: [String]) {
    for problem in node.problems(requiring: keys) {
      switch problem.code {
      case .missingMember where stored != nil: break
      case .unknownMember where ignoresUnknown: break
      default: note(problem)
      }
    }
  }

  /// Reads a member with `read`; one that is missing is noted by ``check(_:has:)``.
  mutating func value<Value>(
    _ key: String, of node: JSONNode, _ read: (JSONNode) throws -> Value
  ) -> Value? {
    guard let member = node.memberIfPresent(key) else { return nil }
    return made(at: member) { try read(member) }
  }

  /// Makes a value; a rule of the model that it breaks is noted for a place.
  mutating func made<Value>(at node: JSONNode, _ make: () throws -> Value) -> Value? {
    do {
      return try make()
    } catch let error as JSONError {
      note(error)
    } catch {
      note(node.notAllowed("\(error)"))
    }
    return nil
  }

  /// Reads each element of a member with `read`, as long as problems are still looked for.
  /// - Parameter held: The elements where they are not in the tree.
  mutating func elements<Value>(
    _ key: String, of node: JSONNode, _ held: HeldElements? = nil,
    _ read: (inout Self, JSONNode) -> Value?
  ) -> [Value?]? {
    if stored != nil, node.memberIfPresent(key) == nil { return [] }
    guard let nodes = value(key, of: node, { try $0.elements() }) else { return nil }
    var values: [Value?] = []
    for place in 0..<(held?.count ?? nodes.count) {
      if isFull { return nil }
      do {
        values.append(read(&self, try held?.node(at: place) ?? nodes[place]))
      } catch {
        note(error)
      }
    }
    return values
  }

  /// Makes the targeting of a member, an array of keys with their values; what is stored where the
  /// member is left out and may be.
  mutating func targeting(
    _ key: String, of node: JSONNode, over standing: AdTargeting?
  ) -> AdTargeting? {
    guard let member = node.memberIfPresent(key) else { return stored == nil ? nil : standing }
    let entries = elements(key, of: node) { reader, node -> TargetingEntry? in
      reader.check(node, has: ["key", "values"])
      let key = reader.value("key", of: node) { try $0.string() }
      let values = reader.value("values", of: node) { try $0.elements().map { try $0.string() } }
      guard let key, let values else { return nil }
      return reader.made(at: node) { try TargetingEntry(key: key, values: values) }
    }
    guard let entries else { return nil }
    return made(at: member) { try AdTargeting(entries.compactMap { $0 }) }
  }

  private mutating func checkVersion(of document: JSONNode) -> Bool {
    guard let member = document.memberIfPresent("adviewInventory") else {
      let isOurs = ["units", "pages", "targeting"].contains { document.memberIfPresent($0) != nil }
      if stored != nil, isOurs { return true }
      note(
        document.notAllowed(
          "this is no inventory document: it does not say \"adviewInventory\": "
            + "\(InventoryContent.version)"))
      return false
    }
    guard let version = value("adviewInventory", of: document, { try $0.integer() }) else {
      return false
    }
    guard version == InventoryContent.version || ignoresUnknown else {
      note(
        member.notAllowed(
          "the document has version \(version), and this program reads version "
            + "\(InventoryContent.version)"))
      return false
    }
    return true
  }

  /// Notes elements whose name another element has already.
  private mutating func checkNames<Name: TextIdentifier>(_ key: String, _ names: [Name?]?) {
    var places: [Name: Int] = [:]
    for case (let place, let name?) in (names ?? []).enumerated() {
      if let first = places[name] {
        note(
          JSONError(
            .notAllowed, "'\(name)' stands at \(key)[\(first)] already",
            at: JSONPath([.key(key), .index(place)])))
      } else {
        places[name] = place
      }
    }
  }
}

extension JSONError {
  /// Whether it is about an earlier place of the text than another.
  fileprivate func stands(before other: JSONError) -> Bool {
    guard let place = position, let otherPlace = other.position else { return false }
    return (place.line, place.column) < (otherPlace.line, otherPlace.column)
  }
}
