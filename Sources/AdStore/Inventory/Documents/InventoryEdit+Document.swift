// SPDX-License-Identifier: MIT
import AdModel

extension InventoryEdit {
  /// Makes the inventory what a document says, as ``apply(_:progress:)`` does with its content.
  ///
  /// All of the document is checked first. What it leaves out stays as it is.
  /// - Parameters:
  ///   - bytes: The document in UTF-8.
  ///   - progress: Told before each unit how many of how many are done, of which to check one is half;
  ///     what it throws ends the work.
  /// - Returns: What was so already, and what the document does not name.
  /// - Throws: ``InventoryDocumentError`` with every problem up to a bound; `InvalidValue` where two
  ///   things of it contradict one another; ``StoreError``.
  /// - Complexity: Linear in the length of the document, which is held in memory; of its units, only
  ///   the names are.
  package mutating func apply(
    document bytes: [UInt8], progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> InventoryOverlap {
    let (tree, held) = try Self.read(bytes)
    let document = JSONNode(tree)
    let total = held?.count ?? 0
    var reader = InventoryDocumentReader(over: try inventory.headWithSettings())
    var done = 0
    var named: Set<AdUnitID> = []
    let head = reader.content(
      of: document, units: held,
      over: { id in
        try progress(done / 2, total)
        return try inventory.entryIfPresent(id)
      },
      take: { entry in
        done += 1
        named.insert(entry.unit.id)
      })
    if let failure = reader.lookUpFailure { throw failure }
    guard let head, reader.problems.isEmpty else { throw reader.refusal(of: bytes) }
    var overlap = try applyHead(of: head)
    let known = reader.knownPages(of: document, head.pages)
    for place in 0..<total {
      try progress((done + place) / 2, total)
      guard let node = try held?.node(at: place),
        let entry = reader.unit(of: node, on: known, over: { try inventory.entryIfPresent($0) })
      else { continue }
      if let failure = reader.lookUpFailure { throw failure }
      let isChanged = try put(entry, over: try inventory.entryIfPresent(entry.unit.id))
      if !isChanged { overlap.unchangedUnits += 1 }
    }
    try noteMissing(from: head, units: named, in: &overlap)
    return overlap
  }

  private static func read(
    _ bytes: [UInt8]
  ) throws(InventoryDocumentError) -> (JSONValue, HeldElements?) {
    do throws(JSONError) {
      return try HeldElements.read(bytes, holding: "units")
    } catch {
      throw InventoryDocumentError(problems: [error])
    }
  }
}
