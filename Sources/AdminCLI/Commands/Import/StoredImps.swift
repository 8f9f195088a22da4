// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Ad units as Prebid Server stores them: impressions by id, as its HTTP events, its save calls and its
/// files have them. What an impression does not say stays as it is.
struct StoredImps: UnitSource {
  private let bytes: [UInt8]
  private var imps: [(id: AdUnitID, node: JSONNode)] = []

  let name = "stored impressions of Prebid Server"
  let advice = Self.documentAdvice
  private static let documentAdvice = "correct the document there"
  var count: Int { imps.count }
  func id(at place: Int) -> AdUnitID { imps[place].id }
  func isGone(at place: Int) -> Bool { Self.isDeleted(imps[place].node) }

  /// Whether a document holds stored impressions.
  static func isForm(_ document: JSONNode) -> Bool {
    let members = ["imps", "banner", "native", "video", "tagid"]
    if members.contains(where: { document.memberIfPresent($0) != nil }) { return true }
    if case .array = document.value { return true }
    return false
  }

  /// Reads the ids.
  /// - Parameters:
  ///   - document: `{"imps": {ID: IMP}}`, an array of impressions with ids, or one impression.
  ///   - fileName: The name of the file, which is the id of a single impression without one.
  /// - Throws: ``UnitProblems``.
  init(_ document: JSONNode, in bytes: [UInt8], fileName: String) throws(UnitProblems) {
    self.bytes = bytes
    var problems = UnitProblems(advice: Self.documentAdvice)
    var found: [(id: String, node: JSONNode)] = []
    do {
      if let member = document.memberIfPresent("imps") {
        found = try member.members().map { ($0.key, $0.node) }
      } else if case .array = document.value {
        found = try document.elements().map { (try $0.member("id").string(), $0) }
      } else {
        let id = try document.memberIfPresent("id")?.string()
        found = [(id ?? Self.stem(of: fileName), document)]
      }
    } catch let error as JSONError {
      problems.note("\(error.located(in: bytes))")
    } catch {
      problems.note("\(error)")
    }
    var known: Set<AdUnitID> = []
    for (text, node) in found {
      do throws(InvalidValue) {
        let id = try AdUnitID(text)
        if !known.insert(id).inserted {
          problems.note("\(node.notAllowed("'\(id)' is named twice").located(in: bytes))")
        }
        imps.append((id, node))
      } catch {
        problems.note("\(node.notAllowed("\(error)").located(in: bytes))")
      }
    }
    if !problems.all.isEmpty { throw problems }
  }

  func entry(
    at place: Int, over stored: InventoryEntry?, noting problems: inout UnitProblems
  ) -> InventoryEntry? {
    let (id, node) = imps[place]
    if Self.isDeleted(node) {
      var entry = stored
      entry?.unit.status = .archived
      return entry
    }
    var entry = stored ?? InventoryEntry(unit: InventoryUnit(id: id))
    do {
      if let path = try Self.path(of: node) { entry.unit.adManagerPath = path }
      let sizes = try Self.sizes(of: node)
      if !sizes.isEmpty { entry.unit.declaredSizes = sizes }
      try FieldTable<InventoryUnit>.units.check(entry.unit)
      return entry
    } catch let error as JSONError {
      problems.note("\(error.located(in: bytes))")
    } catch {
      problems.note("\(node.notAllowed("\(error)").located(in: bytes))")
    }
    return nil
  }

  /// Whether it says that the impression is no longer stored.
  private static func isDeleted(_ node: JSONNode) -> Bool {
    node.memberIfPresent("deleted")?.value == .bool(true)
  }

  /// The path, from `tagid`, else from what `ext.gpid` begins with.
  private static func path(of node: JSONNode) throws -> AdManagerPath? {
    let gpid = node.memberIfPresent("ext")?.memberIfPresent("gpid")
    for member in [node.memberIfPresent("tagid"), gpid] {
      guard let member, member.value != .null else { continue }
      let text = try member.string()
      guard text.hasPrefix("/") else { continue }
      do throws(InvalidValue) {
        return try AdManagerPath(String(text.prefix { $0 != "#" }))
      } catch {
        throw member.notAllowed("\(error)")
      }
    }
    return nil
  }

  /// The sizes of the banner, and fluid for what is native.
  private static func sizes(of node: JSONNode) throws -> [DeclaredSize] {
    var sizes: [DeclaredSize] = []
    func add(_ size: JSONNode) throws {
      guard let width = size.memberIfPresent("w"), let height = size.memberIfPresent("h") else {
        return
      }
      let text = "\(try width.integer())x\(try height.integer())"
      do throws(InvalidValue) {
        let declared = try DeclaredSize(text)
        if !sizes.contains(declared) { sizes.append(declared) }
      } catch {
        throw size.notAllowed("\(error)")
      }
    }
    if let banner = node.memberIfPresent("banner") {
      for format in try banner.memberIfPresent("format")?.elements() ?? [] { try add(format) }
      try add(banner)
    }
    if let native = node.memberIfPresent("native"), native.value != .null { sizes.append(.fluid) }
    return sizes
  }

  /// The name of a file without its folder and its ending.
  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
  }
}
