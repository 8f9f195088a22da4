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
  /// What else a reader has to know, with how many impressions it is of.
  private var remarks: [String: Int] = [:]

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
    let twins = Dictionary(grouping: imps.map(\.id)) { $0.rawValue.lowercased() }.values.filter {
      $0.count > 1
    }
    if !twins.isEmpty {
      notes.append(
        "ids that differ by case alone are different ones, as in Prebid Server: "
          + twins.flatMap(\.self).sorted().listed)
    }
    for (remark, count) in remarks.sorted(by: { $0.key < $1.key }) {
      notes.append("\(count.counted("impression")) \(remark)")
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
      for remark in Self.remarks(of: node) { remarks[remark, default: 0] += 1 }
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
    do {
      var entry = stored ?? InventoryEntry(unit: InventoryUnit(id: id))
      try Self.apply(node, to: &entry.unit)
      try FieldTable<InventoryUnit>.units.check(entry.unit)
      return entry
    } catch let error as JSONError {
      problems.note(document.located(error))
    } catch {
      problems.note(document.located(node.notAllowed("\(error)")))
    }
    return nil
  }

  /// Makes of a unit what an impression says of it.
  /// - Throws: `JSONError`; `InvalidValue`.
  static func apply(_ imp: JSONNode, to unit: inout InventoryUnit) throws {
    if let path = try path(of: imp), unit.adManagerPath?.unitKey != path.unitKey {
      unit.adManagerPath = path
    }
    let media = media(of: imp)
    if let media { unit.media = media }
    let said = try sizes(of: imp)
    let fixed = said.filter { $0 != .fluid }
    let stored = unit.declaredSizes.filter { $0 != .fluid }
    // A video impression has one size, and a banner none for what is native.
    let isThere = fixed == stored || media == .video && fixed.allSatisfy(stored.contains)
    let isFluid = unit.declaredSizes.contains(.fluid)
    if fixed.isEmpty || isThere {
      if said.contains(.fluid), !isFluid { unit.declaredSizes.append(.fluid) }
    } else {
      unit.declaredSizes = fixed + (isFluid || said.contains(.fluid) ? [.fluid] : [])
    }
  }

  /// What people may want to know of an impression, as the end of a sentence on how many there are.
  private static func remarks(of node: JSONNode) -> [String] {
    func says(_ way: [String], _ value: JSONValue? = nil) -> Bool {
      let found = way.reduce(node) { $0?.memberIfPresent($1) }?.value ?? .null
      return value.map { $0 == found } ?? (found != .null)
    }
    var remarks: [String] = []
    if says(["instl"], .integer(1)) {
      remarks.append("for the whole screen, not for a view in a feed")
    }
    if says(["rwdd"], .integer(1)) || says(["ext", "prebid", "is_rewarded_inventory"], .integer(1))
    {
      remarks.append("with a reward, not for a view in a feed")
    }
    if says(["ext", "prebid", "storedauctionresponse"])
      || says(["ext", "prebid", "storedbidresponse"])
    {
      remarks.append("for tests, with a stored response")
    }
    let paths = Set(pathTexts(of: node).compactMap { try? AdManagerPath($0.text).unitKey })
    if paths.count > 1 { remarks.append("with several paths; the first counts") }
    return remarks
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

  /// The texts that can be the path, in their order, without what follows `#`, which tells places apart.
  private static func pathTexts(of node: JSONNode) -> [(text: String, member: JSONNode)] {
    let server = node.memberIfPresent("ext")?.memberIfPresent("data")?.memberIfPresent("adserver")
    let isAdManagers = server?.memberIfPresent("name").map { $0.value == .string("gam") } ?? true
    return pathMembers.compactMap { way in
      guard isAdManagers || !way.contains("adserver"),
        let member = way.reduce(node, { $0?.memberIfPresent($1) }),
        case .string(let text) = member.value,
        text.first == "/", text.dropFirst().first?.isASCII == true,
        text.dropFirst().first?.isNumber == true
      else { return nil }
      return (String(text.prefix { $0 != "#" }), member)
    }
  }

  /// The path: the first of them.
  private static func path(of node: JSONNode) throws -> AdManagerPath? {
    guard let (text, member) = pathTexts(of: node).first else { return nil }
    return try member.making(try AdManagerPath(text))
  }

  /// What is seen: an impression that takes both is served as display, and so judged after 1 second.
  private static func media(of node: JSONNode) -> InventoryUnit.Media? {
    func has(_ member: String) -> Bool { (node.memberIfPresent(member)?.value ?? .null) != .null }
    return has("banner") ? .display : has("video") ? .video : nil
  }

  /// The sizes of the banner, else of the video, and fluid for what is native.
  private static func sizes(of node: JSONNode) throws -> [DeclaredSize] {
    var sizes: [DeclaredSize] = []
    func add(_ size: JSONNode) throws {
      guard let width = size.memberIfPresent("w"), let height = size.memberIfPresent("h") else {
        return
      }
      let text = "\(try width.integer())x\(try height.integer())"
      let declared = try size.making(try DeclaredSize(text))
      if !sizes.contains(declared) { sizes.append(declared) }
    }
    if let banner = node.memberIfPresent("banner") {
      for format in try banner.memberIfPresent("format")?.elements() ?? [] { try add(format) }
      try add(banner)
    }
    if sizes.isEmpty, let video = node.memberIfPresent("video") { try add(video) }
    if let native = node.memberIfPresent("native"), native.value != .null { sizes.append(.fluid) }
    return sizes
  }

  /// The name of a file without its folder and its ending.
  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
  }
}
