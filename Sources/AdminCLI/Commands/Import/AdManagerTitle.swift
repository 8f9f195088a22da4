// SPDX-License-Identifier: MIT

/// What a column of one of Google Ad Manager's CSV files holds, by its title.
///
/// Titles of reports are those that the reference of the Ad Manager API, version 1, gives for its report
/// dimensions ('Corresponds to "Ad unit code" in the Ad Manager UI'), the names of its enumeration
/// (`AD_UNIT_CODE`), and those of the older API's exports (`DimensionAttribute.AD_UNIT_CODE`, and `Ad unit 1`
/// in a hierarchical view). The columns of the file for creating units in bulk stand in a sample that each
/// network gets for itself, and nowhere else in public: people name them, by the words below.
enum AdManagerTitle: Hashable {
  case id, code, parent, path, sizes, requestedSizes, status, notes, media
  /// The code of the unit, or of one above it, so many levels below the root.
  case level(Int)
  /// A name that people gave it, which may be its code.
  case name
  /// The name of the unit, or of one above it.
  case nameLevel(Int)
  /// The names from the top, with signs between them.
  case allNames

  /// Whether it says which unit a line is about.
  var saysUnit: Bool {
    switch self {
    case .id, .code, .path, .level: true
    default: false
    }
  }

  /// Whether it says the names of units, which are not their codes.
  var isOfNames: Bool {
    switch self {
    case .name, .nameLevel, .allNames: true
    default: false
    }
  }

  /// The meaning of a title as a file has it; nil where it has none here.
  init?(title: String) {
    let title = title.foldedTitle
    if let level = Self.number(in: title, behind: "adunitcodelevel") {
      self = .level(level)
    } else if let level = ["adunitlevel", "adunitnamelevel", "adunit"].lazy
      .compactMap({ Self.number(in: title, behind: $0) }).first
    {
      self = .nameLevel(level)
    } else if let meaning = Self.titles[title] {
      self = meaning
    } else {
      return nil
    }
  }

  /// The meaning of a word that people name a column with: `code`, `level:2`.
  init?(word: String) {
    if word.hasPrefix("level:"), let level = Self.number(in: word, behind: "level:") {
      self = .level(level)
    } else if let meaning = Self.words.first(where: { $0.word == word })?.meaning {
      self = meaning
    } else {
      return nil
    }
  }

  /// The words for columns, for people.
  static let allWords = words.map(\.word).joined(separator: ", ") + ", level:1"

  private static let words: [(word: String, meaning: AdManagerTitle)] = [
    ("id", .id), ("code", .code), ("path", .path), ("parent", .parent), ("name", .name),
    ("sizes", .sizes), ("status", .status), ("notes", .notes), ("media", .media),
  ]

  private static let titles: [String: AdManagerTitle] = [
    "adunitcode": .code, "dimensionattributeadunitcode": .code, "code": .code,
    "parentadunitcode": .parent, "parentcode": .parent, "parentadunit": .parent,
    "parentpath": .parent, "parent": .parent, "adunitpath": .path, "fullpath": .path,
    "path": .path, "adunitcodefullpath": .path, "sizes": .sizes, "size": .sizes,
    "adunitsizes": .sizes, "adunitsize": .sizes, "status": .status, "adunitstatus": .status,
    "adunitstatusvalue": .status, "adunitstatusname": .status,
    "dimensionattributeadunitstatus": .status, "description": .notes, "adunitdescription": .notes,
    "requestedadsizes": .requestedSizes, "dimensionadrequestadunitsizes": .requestedSizes,
    "adunit": .name, "adunitname": .name, "dimensionadunitname": .name, "name": .name,
    "adunitalllevels": .allNames, "adunitnamealllevel": .allNames, "adunittoplevel": .nameLevel(1),
    "adunitnametoplevel": .nameLevel(1),
  ]

  private static func number(in title: String, behind begin: String) -> Int? {
    guard title.hasPrefix(begin) else { return nil }
    return Int(title.dropFirst(begin.count)).flatMap { (1...99).contains($0) ? $0 : nil }
  }

  /// Whether titles are those of a file of Ad Manager: one is the code, and it is not one of ours besides.
  static func areHead(_ titles: [String]) -> Bool {
    let isOurs = titles.contains { $0.foldedTitle == "adunitid" } && !isReport(titles)
    return titles.contains { title in
      switch AdManagerTitle(title: title) {
      case .level: true
      case .code: title.foldedTitle != "code" || !isOurs
      default: false
      }
    }
  }

  /// Whether titles are those of a report that says the names of units, and not their codes.
  static func isReport(_ titles: [String]) -> Bool {
    let titles = titles.map(\.foldedTitle)
    let numbered = ["adunitid", "adunitidlevel"]
    return titles.contains { title in
      switch AdManagerTitle(title: title) {
      case .nameLevel, .allNames: true
      case .name: title == "dimensionadunitname"
      default:
        ["adunitidalllevels", "dimensionadunitid"].contains(title)
          || numbered.contains { number(in: title, behind: $0) != nil }
      }
    } || titles.contains("adunit") && titles.contains { $0.hasSuffix("impressions") }
  }
}
