// SPDX-License-Identifier: MIT

internal import AdModel

/// The members of a Didomi object under one spelling: small letters without underscores.
struct DidomiMembers {
  private let parent: JSONNode
  private var nodes: [String: JSONNode] = [:]

  init(_ node: JSONNode) throws(JSONError) {
    parent = node
    for (key, member) in try node.members() where member.value != .null {
      let name = String(key.lowercased().filter { $0 != "_" })
      guard nodes.updateValue(member, forKey: name) == nil else {
        throw member.notAllowed("expected the member in one spelling only")
      }
    }
  }

  /// The member under any of its names, or nil where it is absent or null.
  func node(_ names: String...) throws(JSONError) -> JSONNode? { try first(of: names) }

  private func first(of names: [String]) throws(JSONError) -> JSONNode? {
    let found = names.compactMap { nodes[$0] }
    guard found.count < 2 else {
      throw found[1].notAllowed("expected the member in one spelling only")
    }
    return found.first
  }

  /// The member under a name that is spelled the same everywhere, which must be there.
  func required(_ name: String) throws(JSONError) -> JSONNode {
    if let node = nodes[name] { return node }
    return try parent.member(name)
  }

  /// A text, or nil where it is absent, null or empty.
  func text(_ names: String...) throws(JSONError) -> String? {
    guard let text = try first(of: names)?.string(), !text.isEmpty else { return nil }
    return text
  }

  /// A time, or nil where it is absent, null or empty.
  func time(_ name: String) throws(JSONError) -> Timestamp? {
    guard let node = nodes[name] else { return nil }
    let text = try node.string()
    guard !text.isEmpty else { return nil }
    do throws(InvalidValue) {
      return try Timestamp(text)
    } catch {
      throw node.notAllowed("expected a time as in 2026-11-21T06:26:00Z")
    }
  }

  /// Whether the object lists ids by legal basis, and does not map ids to statuses.
  ///
  /// An empty object says nothing either way and counts as lists.
  var isList: Bool {
    nodes.isEmpty || nodes.keys.contains { Self.listNames.contains($0) && !isStatus($0) }
  }

  private static let listNames: Set = [
    "consent", "legitimateinterest", "global", "globalconsent", "globalli",
    "globallegitimateinterest", "essential",
  ]

  /// Whether a member is `{id, enabled: true or false}`.
  private func isStatus(_ name: String) -> Bool {
    guard case .object(let object)? = nodes[name]?.value, case .bool? = object["enabled"] else {
      return false
    }
    return true
  }
}
