// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// Ad units as Prebid Server stores them: a folder of impressions that are called like their files, or
/// impressions by id, as its HTTP fetcher, its events and its save calls have them. What an impression
/// does not say stays as it is (docs.prebid.org, stored requests of PBS-Go and PBS-Java).
struct StoredImps: UnitSource {
  /// A file, whose name stands before its problems where there are several.
  private struct Document {
    let bytes: [UInt8]
    var name: String?

    func located(_ error: JSONError) -> String {
      (name.map { "\($0.quotedForDisplay): " } ?? "") + "\(error.located(in: bytes))"
    }
  }

  private var imps: [(id: AdUnitID, node: JSONNode, document: Document)] = []
  private var problems = UnitProblems(advice: Self.documentAdvice)
  private var known: Set<AdUnitID> = []
  /// How many files say another id inside.
  private var otherIDs = 0
  /// The ids that the server did not find.
  private var unknownIDs = 0

  let name = "stored impressions of Prebid Server"
  let advice = Self.documentAdvice
  private static let documentAdvice = "correct the document there"
  var count: Int { imps.count }
  func id(at place: Int) -> AdUnitID { imps[place].id }
  func isGone(at place: Int) -> Bool { Self.isDeleted(imps[place].node) }

  /// What a reader has to know of how it was read.
  var notes: [String] {
    var notes = ["read as \(name)"]
    if otherIDs > 0 {
      notes.append(
        "\(otherIDs.counted("file")) with another id inside; the file name counts, as in Prebid Server"
      )
    }
    if unknownIDs > 0 {
      notes.append(
        "\(unknownIDs.counted("impression")) without content, left alone: not found is not deleted")
    }
    return notes
  }

  /// Whether a document holds stored impressions.
  static func isForm(_ document: JSONNode) -> Bool {
    let members = ["imps", "banner", "native", "video", "tagid"]
    if members.contains(where: { document.memberIfPresent($0) != nil }) { return true }
    if case .array = document.value { return true }
    return false
  }

  /// Reads the ids of a document.
  /// - Parameters:
  ///   - document: `{"imps": {ID: IMP}}`, an array of impressions with ids, or one impression.
  ///   - fileName: The name of the file, which is the id of a single impression; nil for what has none.
  /// - Throws: ``UnitProblems``.
  init(_ document: JSONNode, in bytes: [UInt8], fileName: String?) throws(UnitProblems) {
    take(document, Document(bytes: bytes), fileName: fileName)
    if !problems.all.isEmpty { throw problems }
  }

  /// Reads a folder of files with an impression each.
  /// - Throws: ``UnitProblems``.
  init(folder: [FolderEntry]) throws(UnitProblems) {
    for file in folder where !problems.isCut {
      let document = Document(bytes: file.bytes, name: file.name)
      do {
        take(JSONNode(try JSONReader.read(file.bytes)), document, fileName: file.name)
      } catch {
        problems.note(document.located(error))
      }
    }
    if !problems.all.isEmpty { throw problems }
  }

  private mutating func take(_ node: JSONNode, _ document: Document, fileName: String?) {
    do {
      if let member = node.memberIfPresent("imps") {
        for (key, imp) in try member.members() { add(key, imp, document) }
      } else if case .array = node.value {
        for imp in try node.elements() { add(try imp.member("id").string(), imp, document) }
      } else if let fileName {
        let id = Self.stem(of: fileName)
        let inside = try node.memberIfPresent("id")?.string() ?? id
        if !inside.hasSameBytes(as: id) { otherIDs += 1 }
        add(id, node, document)
      } else {
        add(try node.member("id").string(), node, document)
      }
    } catch {
      problems.note(document.located(error))
    }
  }

  private mutating func add(_ text: String, _ node: JSONNode, _ document: Document) {
    if node.value == .null {
      unknownIDs += 1
      return
    }
    do throws(InvalidValue) {
      let id = try AdUnitID(text)
      if !known.insert(id).inserted {
        problems.note(document.located(node.notAllowed("'\(id)' is named twice")))
      }
      imps.append((id, node, document))
    } catch {
      problems.note(document.located(node.notAllowed("\(error)")))
    }
  }

  func entry(
    at place: Int, over stored: InventoryEntry?, noting problems: inout UnitProblems
  ) -> InventoryEntry? {
    let (id, node, document) = imps[place]
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
      if let media = Self.media(of: node) { entry.unit.media = media }
      try FieldTable<InventoryUnit>.units.check(entry.unit)
      return entry
    } catch let error as JSONError {
      problems.note(document.located(error))
    } catch {
      problems.note(document.located(node.notAllowed("\(error)")))
    }
    return nil
  }

  /// Whether it says that the impression is no longer stored.
  private static func isDeleted(_ node: JSONNode) -> Bool {
    node.memberIfPresent("deleted")?.value == .bool(true)
  }

  /// Where the path of the ad unit may stand, the surest first.
  private static let pathMembers = [
    ["ext", "data", "adserver", "adslot"], ["ext", "gpid"], ["ext", "data", "pbadslot"],
    ["ext", "context", "data", "adslot"], ["tagid"],
  ]

  /// The path: the first text that can be one, without what follows `#`, which tells places apart.
  private static func path(of node: JSONNode) throws -> AdManagerPath? {
    let server = node.memberIfPresent("ext")?.memberIfPresent("data")?.memberIfPresent("adserver")
    let isAdManagers = server?.memberIfPresent("name").map { $0.value == .string("gam") } ?? true
    for way in pathMembers where isAdManagers || !way.contains("adserver") {
      let found = way.reduce(node) { $0?.memberIfPresent($1) }
      guard let member = found, member.value != .null else { continue }
      let text = try member.string()
      guard text.first == "/", text.dropFirst().first?.isASCII == true,
        text.dropFirst().first?.isNumber == true
      else { continue }
      do throws(InvalidValue) {
        return try AdManagerPath(String(text.prefix { $0 != "#" }))
      } catch {
        throw member.notAllowed("\(error)")
      }
    }
    return nil
  }

  /// What is seen: an impression that takes both is served as display, and so judged after 1 second.
  private static func media(of node: JSONNode) -> InventoryUnit.Media? {
    func has(_ member: String) -> Bool { (node.memberIfPresent(member)?.value ?? .null) != .null }
    return has("banner") ? .display : has("video") ? .video : nil
  }

  /// The sizes of banner and video, and fluid for what is native.
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
    if let video = node.memberIfPresent("video") { try add(video) }
    if let native = node.memberIfPresent("native"), native.value != .null { sizes.append(.fluid) }
    return sizes
  }

  /// The name of a file without its folder and its ending.
  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
  }
}
