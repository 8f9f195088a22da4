// SPDX-License-Identifier: MIT

extension JSONNode {
  /// The member under a key, also one that is `null`; nil where there is none.
  package func memberIfPresent(_ key: String) -> JSONNode? {
    guard case .object(let object) = value, let value = object[key] else { return nil }
    return JSONNode(value, at: path.appending(.key(key)))
  }

  /// The member under a key, also one that is `null`.
  ///
  /// - Throws: `JSONError` with `missingMember`.
  package func presentMember(_ key: String) throws(JSONError) -> JSONNode {
    guard let node = memberIfPresent(key) else { return try member(key) }
    return node
  }

  /// Compares the members of an object with those that it must have, each once and no others.
  ///
  /// - Returns: An error for every unknown member, with the key that was probably meant, and for
  ///   every member that is missing without having been misspelt.
  package func problems(requiring keys: [String]) -> [JSONError] {
    guard case .object(let object) = value else {
      return [JSONError(.wrongType, "expected an object, found \(value.kind)", at: path)]
    }
    var missing = keys.filter { object[$0] == nil }
    var problems: [JSONError] = []
    for member in object.members where !keys.contains(where: member.key.hasSameBytes(as:)) {
      let meant = Spelling.nearest(to: member.key, in: missing)
      missing.removeAll { $0 == meant }
      let hint =
        meant.map { "did you mean '\($0)'?" } ?? "known here: \(keys.joined(separator: ", "))"
      problems.append(
        JSONError(
          .unknownMember, "unknown member; \(hint)", at: path.appending(.key(member.key))))
    }
    return problems
      + missing.map { JSONError(.missingMember, "the member \($0) is missing", at: path) }
  }
}
