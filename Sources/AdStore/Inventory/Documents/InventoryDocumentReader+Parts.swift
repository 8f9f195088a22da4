// SPDX-License-Identifier: MIT
import AdModel

extension InventoryDocumentReader {
  /// Makes a page with its targeting.
  mutating func page(of node: JSONNode) -> InventoryContent.PageEntry? {
    let stored = storedPages
    let page = thing(FieldTable<InventoryPage>.pages, of: node) { stored[$0.id]?.page }
    let standing = page.flatMap { stored[$0.id]?.targeting } ?? AdTargeting()
    let targeting = targeting("targeting", of: node, over: standing)
    guard let page, let targeting else { return nil }
    return InventoryContent.PageEntry(page: page, targeting: targeting)
  }

  /// Makes a page of an object that says nothing of its targeting.
  mutating func pageAlone(of node: JSONNode) -> InventoryPage? {
    thing(FieldTable<InventoryPage>.pages, of: node, hasTargeting: false) { _ in nil }
  }

  /// Makes a unit of an object that says nothing of its targeting.
  mutating func unit(of node: JSONNode) -> InventoryUnit? {
    let table = FieldTable<InventoryUnit>.units
    guard let unit = thing(table, of: node, hasTargeting: false, { _ in nil }),
      made(at: node, { try table.check(unit) }) != nil
    else { return nil }
    return unit
  }

  /// Makes a unit with its targeting; it may stand only on a page of the document, where those are
  /// known.
  /// - Parameter storedUnit: Looks up a unit that members are taken from.
  mutating func unit(
    of node: JSONNode, on pages: Set<PageID>?, over storedUnit: (AdUnitID) throws -> InventoryEntry?
  ) -> InventoryEntry? {
    let former = node.memberIfPresent("renamedFrom").flatMap { member in
      made(at: member) { try AdUnitID(try member.string()) }
    }
    var standing: InventoryEntry?
    var failure: (any Error)?
    let unit = thing(FieldTable<InventoryUnit>.units, of: node, ["renamedFrom"]) { unit in
      do {
        standing = try storedUnit(unit.id) ?? former.flatMap { try storedUnit($0) }
      } catch {
        failure = error
      }
      standing?.unit.id = unit.id
      return standing?.unit
    }
    lookUpFailure = lookUpFailure ?? failure
    if let unit, let former { formerIDs[unit.id] = former }
    let targeting = targeting("targeting", of: node, over: standing?.targeting ?? AdTargeting())
    if let page = unit?.page, let pages, !pages.contains(page) {
      note(Self.unknown(page, among: pages, at: node))
    }
    guard let unit, let targeting,
      made(at: node, { try FieldTable<InventoryUnit>.units.check(unit) }) != nil
    else {
      return nil
    }
    return InventoryEntry(unit: unit, targeting: targeting)
  }

  /// Makes an experiment; it may be of a page of the document only, where those are known. Its own name is
  /// the salt of one that is new and says none.
  mutating func experiment(of node: JSONNode, on pages: Set<PageID>?) -> Experiment? {
    let stored = storedExperiments
    let table = FieldTable<Experiment>.experiments
    var experiment = thing(table, of: node, hasTargeting: false) { stored[$0.id] }
    if let id = experiment?.id, stored[id] == nil, node.memberIfPresent("salt") == nil {
      experiment?.salt = id.rawValue
    }
    if let page = experiment?.page, let pages, !pages.contains(page) {
      note(Self.unknown(page, among: pages, at: node))
    }
    guard let experiment, made(at: node, { try table.check(experiment) }) != nil else { return nil }
    return experiment
  }

  /// Makes a thing of the members that its field table names.
  /// - Parameters:
  ///   - table: The fields, of which the first is the name.
  ///   - others: Members besides that may be there.
  ///   - standing: The thing that is stored under the name of another, where there is one.
  /// - Returns: The thing; nil where a member is missing that must be there, or wrong.
  private mutating func thing<Root>(
    _ table: FieldTable<Root>, of node: JSONNode, _ others: [String] = [],
    hasTargeting: Bool = true,
    _ standing: (Root) -> Root?
  ) -> Root? {
    check(
      node,
      has: table.keys + (hasTargeting ? ["targeting"] : [])
        + others.filter { node.memberIfPresent($0) != nil })
    var root = table.standard
    var isWhole = true
    if stored != nil, let name = table.fields.first {
      guard made(at: node, { try node.presentMember(name.key) }) != nil else { return nil }
      guard value(name.key, of: node, { try name.read($0, into: &root) }) != nil else { return nil }
      root = standing(root) ?? root
    }
    for group in table.groups {
      var place = node
      if let key = group.key {
        guard let member = node.memberIfPresent(key) else {
          if stored == nil { isWhole = false }
          continue
        }
        if group.isOptional, member.value == .null {
          for field in group.fields {
            let cleared: Void? = made(at: member) { try field.set(.null, in: &root) }
            if cleared == nil { isWhole = false }
          }
          continue
        }
        check(member, has: group.fields.map(\.key))
        place = member
      }
      var isGroupWhole = true
      var named: Set<String> = []
      for field in group.fields {
        if stored != nil, place.memberIfPresent(field.key) == nil { continue }
        named.insert(field.key)
        let read: Void? = value(field.key, of: place) { try field.read($0, into: &root) }
        if read == nil { isGroupWhole = false }
      }
      group.settle?(&root, named)
      if isGroupWhole, made(at: place, { try group.check(root) }) == nil { isGroupWhole = false }
      isWhole = isWhole && isGroupWhole
    }
    return isWhole ? root : nil
  }

  /// Makes the settings of a document: those that it leaves out are as they are stored, and nil where it
  /// says nothing of them.
  mutating func settings(of document: JSONNode) -> InventorySettings? {
    guard let node = document.memberIfPresent("settings") else { return nil }
    let table = FieldTable<InventorySettings>.settings
    var settings = stored?.settings ?? table.standard
    check(node, has: table.documented.map(\.key))
    for field in table.documented {
      _ = value(field.key, of: node) { try field.read($0, into: &settings) }
    }
    return made(at: node) { try table.check(settings) } == nil ? nil : settings
  }

  private static func unknown(
    _ page: PageID, among pages: Set<PageID>, at node: JSONNode
  ) -> JSONError {
    let near = Spelling.nearest(to: page.rawValue, in: pages.sorted().map(\.rawValue))
    let hint = near.map { "did you mean '\($0)'?" } ?? "add it there"
    return (node.memberIfPresent("page") ?? node).notAllowed(
      "page '\(page)' is not among the pages of the document; \(hint)")
  }
}
