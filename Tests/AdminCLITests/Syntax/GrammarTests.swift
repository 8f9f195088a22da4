// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

/// One grammar: what means the same is called the same by every command.
@Suite struct GrammarTests {
  private struct Use: CustomStringConvertible {
    let command: String
    let option: OptionDeclaration
    var description: String { "\(command) \(option.formatted)" }
  }

  /// Every option of every command but those that are only old spellings.
  private static let uses: [Use] = CommandTree.adview.commands.flatMap { path, command in
    command.options.map {
      Use(command: path.joined(separator: " "), option: $0)
    }
  }

  /// The placeholder of a value without what makes a list or a part of it.
  private static func kind(of option: OptionDeclaration) -> String {
    guard var placeholder = option.value?.placeholder else { return "flag" }
    if placeholder.hasSuffix(",…") { placeholder.removeLast(2) }
    return String(placeholder.prefix { $0 != "[" && $0 != "=" })
  }

  /// Names that stand for more than one kind of thing, and why they may.
  private static let twofold: [String: (kinds: Set<String>, why: String)] = [
    "after": (["POSITION", "CURSOR"], "where a list, or an export, goes on"),
    "by": (["GROUP", "WHO"], "what is counted by, or who acts"),
    "clear": (["flag", "FIELD"], "takes a field away, or all that the command sets"),
    "columns": (["KEYS", "WORDS"], "those of a list, or of a file that has no titles"),
    "debug": (["flag", "yes|no"], "a scope or a wish for one call, or the switch itself"),
    "didomi": (["flag", "FILE"], "the form of a status on its way out, or the file of one"),
    "fetch": (["PT", "PERCENT"], "the distance in points, or as a page's template gives it"),
    "display": (["PT", "PERCENT"], "as fetch"),
    "entries": (["flag", "FILE"], "as loads, of the ledger"),
    "expires": (["TIME", "ROLE"], "when an answer runs out, or for how long a role signs"),
    "format": (["FORMAT"], "each command names the forms that it has"),
    "goal": (["GOAL", "METRIC"], "what a search proposes for, or what an experiment is for"),
    "loads": (["flag", "FILE"], "rows of loads that are written or checked, or the file of them"),
    "notice": (["HASH", "TEXT"], "a notice that is kept, or the id of one of today"),
    "out": (["FILE", "DIR"], "a bundle is several files"),
    "path": (["PATH", "PATTERN"], "a unit's path, or what those of several are like"),
    "receipt": (["flag", "FILE"], "the form of an answer on its way out, or the file of one"),
    "sessions": (
      ["flag", "FILE", "FILTER"], "rows that are written, their file, or which of them"
    ),
  ]

  @Test func `a name stands for one kind of value in every command`() {
    for (name, uses) in Dictionary(grouping: Self.uses, by: \.option.name) {
      let kinds = Set(uses.map { Self.kind(of: $0.option) })
      let allowed = Self.twofold[name]?.kinds
      #expect(allowed.map(kinds.isSubset) ?? (kinds.count == 1), "--\(name) is \(kinds.sorted())")
    }
  }

  /// An export has the columns that are read elsewhere, in the order in which things happened.
  @Test func `a list of a limited length takes columns, and an order but where it has its own`() {
    let limited = Set(Self.uses.filter { $0.option.name == "limit" }.map(\.command))
      .subtracting(["history export", "consent export"])
    let withColumns = Set(Self.uses.filter { $0.option.name == "columns" }.map(\.command))
    let sorted = Set(Self.uses.filter { $0.option.name == "sort" }.map(\.command))
    #expect(limited.subtracting(withColumns) == [])
    #expect(limited.subtracting(sorted) == ["history list"])
  }

  @Test func `what is described in the same words has one name`() {
    for (words, uses) in Dictionary(grouping: Self.uses, by: \.option.summary) {
      var names = Set(uses.map(\.option.name))
      // 'unit set' gives units a page with --page, and so selects those of one by another name, which
      // the other commands take, too.
      if names == ["page", "from-page"] { names = ["page"] }
      // Words that go on from those of the option before it.
      if words == "Its version." { continue }
      #expect(names.count == 1, "'\(words)' describes \(names.sorted())")
    }
  }

  /// Words that people use for the same thing: of each group, the first is ours.
  private static let concepts: [[String]] = [
    ["display", "render"], ["as", "session-id", "session-name"],
    ["out", "output", "file", "to-file", "save"],
    ["since", "begin", "start", "newer-than"],
    ["until", "to", "before", "end", "older-than", "older-than-days"],
    ["limit", "max", "top", "count", "number", "rows"], ["yes", "assume-yes", "confirm"],
    ["force", "overwrite", "replace"],
    ["dry-run", "check-only", "preview-only"], ["columns", "fields", "keys", "select"],
    ["sort", "order", "order-by"], ["page", "screen-name", "view"],
    ["unit", "ad-unit", "slot", "ad"],
    ["subject", "person", "user", "key", "for"], ["app-version", "version-of", "release"],
    ["session", "run", "launch"], ["actor", "by-whom", "author"], ["db", "database"],
    ["target", "targeting", "key-value", "kv"], ["notes", "note", "comment", "remark"],
    ["path", "ad-unit-path", "gam-path"], ["subject-file", "key-file", "secret-file"],
    ["text", "search-text", "grep", "contains"], ["simulated", "simulation", "include-simulated"],
    ["policy", "gate", "rule"], ["expires", "expiration", "valid-until"],
    ["regulation", "law", "jurisdiction"], ["archive-missing", "prune-missing", "delete-missing"],
  ]

  @Test func `a concept has one name`() {
    for concept in Self.concepts {
      for use in Self.uses where concept.dropFirst().contains(use.option.name) {
        Issue.record("\(use) is called --\(concept[0]) elsewhere")
      }
      let known = Self.uses.contains { $0.option.name == concept[0] }
      let isGlobal = GlobalOptions.everywhere.contains { $0.name == concept[0] }
      #expect(known || isGlobal, "no command has --\(concept[0])")
    }
  }

  @Test func `what is on or off is said in one way, and the others are understood`() throws {
    let switches = Self.uses.filter { use in
      (try? use.option.accepts("yes")) == true && (try? use.option.accepts("perhaps")) != true
    }
    #expect(switches.count > 5)
    for use in switches {
      #expect(use.option.value?.placeholder.hasPrefix("yes|no") == true, "\(use)")
      for word in ["no", "on", "off", "true", "false"] {
        #expect(try use.option.accepts(word), "\(use) \(word)")
      }
    }
  }

  @Test func `two positions of a command line are never called the same`() {
    for (path, command) in CommandTree.adview.commands {
      let names = command.arguments.map(\.placeholder)
      #expect(Set(names).count == names.count, "\(path)")
    }
  }
}
