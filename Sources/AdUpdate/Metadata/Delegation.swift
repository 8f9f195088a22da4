// SPDX-License-Identifier: MIT
import AdModel

/// The word of a role of targets that another one may describe some files.
struct Delegation: Sendable {
  /// The name of the other role.
  let name: String
  /// Whose signatures its metadata needs.
  let role: SigningRole
  /// The keys of that, by their ids.
  let keys: [String: SigningKey]
  /// Whether nobody after it is asked for the files that it may describe.
  let isTerminating: Bool
  private let paths: Paths

  private enum Paths {
    case patterns([PathPattern])
    case hashPrefixes([String])
  }

  /// Reads delegations in their order.
  static func read(_ node: JSONNode) throws(JSONError) -> [Delegation] {
    let keys = try RootMetadata.keys(try node.member("keys"))
    var delegations: [Delegation] = []
    for element in try node.optional("roles")?.elements() ?? [] {
      let delegation = try Delegation(element, keys: keys)
      guard !delegations.contains(where: { $0.name.hasSameBytes(as: delegation.name) }) else {
        throw element.notAllowed("a role stands twice")
      }
      delegations.append(delegation)
    }
    return delegations
  }

  private init(_ node: JSONNode, keys: [String: SigningKey]) throws(JSONError) {
    let nameNode = try node.member("name")
    name = try nameNode.string()
    // Its file would stand where that of the other is kept.
    guard !name.isEmpty, !["root", "timestamp", "snapshot", "targets"].contains(name) else {
      throw nameNode.notAllowed("expected a name that no role at the top has")
    }
    role = try SigningRole(node)
    self.keys = keys
    isTerminating = try node.member("terminating").bool()
    let patterns = try node.optional("paths")
    let prefixes = try node.optional("path_hash_prefixes")
    switch (patterns, prefixes) {
    case (let patterns?, nil):
      var read: [PathPattern] = []
      for element in try patterns.elements() { read.append(PathPattern(try element.string())) }
      paths = .patterns(read)
    case (nil, let prefixes?):
      var read: [String] = []
      for element in try prefixes.elements() { read.append(try element.string()) }
      paths = .hashPrefixes(read)
    case (nil, nil), (.some, .some):
      throw node.notAllowed("expected either paths or path_hash_prefixes")
    }
  }

  /// Whether the other role may describe the file under a path.
  func covers(_ path: String) -> Bool {
    switch paths {
    case .patterns(let patterns): patterns.contains { $0.matches(path) }
    case .hashPrefixes(let prefixes):
      prefixes.contains { ContentHasher.hash(path).hex.hasPrefix($0) }
    }
  }
}

/// A pattern of paths with `*` for any characters and `?` for one, neither of them for a slash.
struct PathPattern: Sendable {
  private let parts: [[UInt8]]

  init(_ text: String) { parts = Self.parts(of: text) }

  private static func parts(of text: String) -> [[UInt8]] {
    text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// Whether a path has the pattern's form, byte by byte and in the same case.
  func matches(_ path: String) -> Bool {
    let others = Self.parts(of: path)
    return parts.count == others.count
      && zip(parts, others).allSatisfy { Self.matches($0, $1) }
  }

  /// - Complexity: The product of both lengths at most: what a star takes is tried from the last
  ///   star on alone.
  private static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    var place = 0
    var at = 0
    var star: (place: Int, at: Int)?
    while at < text.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, at)
        place += 1
      } else if place < pattern.count,
        pattern[place] == text[at] || pattern[place] == UInt8(ascii: "?")
      {
        place += 1
        at += 1
      } else if let last = star {
        star = (last.place, last.at + 1)
        place = last.place + 1
        at = last.at + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
