// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

/// An option that a command reads and does not declare would never be given: `unknown option`.
@Suite struct DeclaredOptionsTests {
  @Test func `a command declares every option that it reads, itself or through what it calls`()
    throws
  {
    let reads = OptionReads(try SourceTree.swiftFiles(in: "Sources/AdminCLI"))
    for (path, command) in CommandTree.adview.commands {
      let name = path.joined(separator: " ")
      let read = try #require(reads.options(of: path), "no source of '\(name)' was found")
      let declared = command.options.map(\.name) + GlobalOptions.everywhere.map(\.name)
      // Those of changes are asked for by what all commands call.
      let undeclared = read.subtracting(declared + ["dry-run", "yes", "actor"])
      #expect(undeclared.isEmpty, "'\(name)' reads what it does not declare")
    }
    #expect(reads.options(of: ["export", "preview"])?.contains("without-consent") == true)
    #expect(reads.options(of: ["simulate"])?.contains("subject") == true)
  }

  @Test func `an option is read through functions, made values and what belongs to all commands`() {
    let text = """
      enum Shelf {
        static let command = Command(
          "shelf", "Read.", options: []
        ) { run in try Helper.help(run); try Report(run).print(); run.more() }
      }
      enum Helper {
        static let own = Option("own", .text, "A text.")
        private static let other = Flag("other", "Not read.")
        static func help(_ run: CommandRun) { "\\(run.input[own]) run.input[Helper.other]" }
      }
      struct Report {
        static let late = Flag("late", "A flag.")
        func print() { _ = run.input.all(Report.late) }
      }
      extension CommandRun { func more() { _ = input[Global.more] } }
      enum Global { static let more = Flag("more", "More.") }
      """
    let reads = OptionReads([
      SourceTree.File(path: "Sources/T/Shelf.swift", lines: text.split(separator: "\n"))
    ])
    #expect(reads.options(of: ["shelf"]) == ["own", "late", "more"])
  }
}

/// Which options each command reads, as its source says: a member of a type reads what stands behind
/// `input` in it, and what the members read that it names.
private struct OptionReads {
  private struct Member: Hashable {
    let type: String
    let name: String
  }

  private var tokens: [Member: [Substring]] = [:]
  private var statics: Set<Member> = []
  private var options: [Member: String] = [:]
  private var commands: [(member: Member, verb: String)] = []
  /// The members of a type that its values have.
  private var ofValues: [String: [Member]] = [:]
  private var references: [Member: (reads: Set<String>, uses: Set<Member>)] = [:]

  init(_ files: [SourceTree.File]) {
    for file in files {
      let text = file.lines.joined(separator: "\n")
      var optionNames = text.matches(of: /= (?:Option|Flag)\b[^"]*"([^"]+)"/).map(\.1)[...]
      var verbs = text.matches(of: /= Command\(\s*(?:answering: )?"([^"]+)"/).map(\.1)[...]
      for member in collect(Self.tokens(of: SourceTree.code(of: file))) {
        let words = tokens[member, default: []].prefix(12)
        guard let equals = words.firstIndex(of: "="), equals + 1 < words.endIndex else { continue }
        switch words[equals + 1] {
        case "Option", "Flag": options[member] = optionNames.popFirst().map(String.init)
        case "Command": verbs.popFirst().map { commands.append((member, String($0))) }
        default: break
        }
      }
    }
    ofValues = Dictionary(grouping: tokens.keys.filter { !statics.contains($0) }, by: \.type)
    for member in tokens.keys { references[member] = references(in: member) }
  }

  /// The names of the options that a command reads; nil where its source is not found.
  func options(of path: [String]) -> Set<String>? {
    let command = commands.first { member, verb in
      verb == path.last && member.type.lowercased().hasPrefix(path[0])
    }
    guard let command else { return nil }
    var found: Set<String> = []
    var known: Set<Member> = [command.member]
    var open = [command.member]
    while let member = open.popLast() {
      guard let (reads, uses) = references[member] else { continue }
      found.formUnion(reads)
      open += uses.filter { known.insert($0).inserted }
    }
    return found
  }

  /// The options that a member reads by itself, and the members that it names.
  private func references(in member: Member) -> (reads: Set<String>, uses: Set<Member>) {
    let words = tokens[member, default: []]
    var reads: Set<String> = []
    var uses: Set<Member> = []
    func word(_ place: Int) -> Substring { words.indices.contains(place) ? words[place] : "" }
    for (place, this) in words.enumerated() {
      if this == "input" {
        var name = word(place + 1) == "[" ? place + 2 : place + 4
        guard word(place + 1) == "[" || word(place + 2) == "all" else { continue }
        var type = Substring(member.type)
        if word(name + 1) == "." { (type, name) = (word(name), name + 2) }
        if let option = options[Member(type: String(type), name: String(word(name)))] {
          reads.insert(option)
        }
      } else if word(place + 1) == ".", this == "run" || this.first?.isUppercase == true {
        let type = this == "run" ? "CommandRun" : this == "Self" ? member.type : String(this)
        uses.insert(Member(type: type, name: String(word(place + 2))))
      } else if word(place + 1) == "(", this.first?.isUppercase == true {
        uses.formUnion(ofValues[String(this), default: []])
      } else if word(place - 1) != "." {
        uses.insert(Member(type: member.type, name: String(this)))
      }
    }
    // Help reads the tree of all commands as data.
    return (reads, uses.filter { tokens[$0] != nil && $0.type != "CommandTree" })
  }

  /// Takes the members of a file's types; returns them in their order.
  private mutating func collect(_ words: [Substring]) -> [Member] {
    var types: [(name: String, depth: Int)] = []
    var members: [Member] = []
    var depth = 0
    var opened: String?
    for (place, word) in words.enumerated() {
      let next = place + 1 < words.count ? words[place + 1] : ""
      let isMemberLevel = types.last?.depth == depth
      switch word {
      case "enum", "struct", "extension", "class", "actor", "protocol":
        if next.first?.isUppercase == true {
          opened = String(next)
          members.append(Member(type: "", name: ""))
        }
      case "let", "var", "func", "init", "subscript":
        guard isMemberLevel, let type = types.last?.name else { break }
        let member = Member(type: type, name: word == "init" ? "init" : String(next))
        members.append(member)
        if words[max(0, place - 2)..<place].contains("static") { statics.insert(member) }
      case "{":
        depth += 1
        if let name = opened { types.append((name, depth)) }
        opened = nil
      case "}":
        depth -= 1
        if let type = types.last, type.depth > depth {
          types.removeLast()
          members.append(Member(type: "", name: ""))
        }
      default: break
      }
      if let member = members.last, member.name != "" { tokens[member, default: []].append(word) }
    }
    return members.filter { $0.name != "" }
  }

  /// Words, and every other sign by itself.
  private static func tokens(of code: String) -> [Substring] {
    var tokens: [Substring] = []
    var rest = code[...].utf8
    while let byte = rest.first {
      let word = rest.prefix { byte in
        byte == UInt8(ascii: "_") || UnicodeScalar(byte).properties.isAlphabetic && byte < 128
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
      if word.isEmpty {
        if byte > UInt8(ascii: " ") { tokens.append(Substring(rest.prefix(1))) }
        rest = rest.dropFirst()
      } else {
        tokens.append(Substring(word))
        rest = rest.dropFirst(word.count)
      }
    }
    return tokens
  }
}
