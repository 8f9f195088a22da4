// SPDX-License-Identifier: MIT

internal import AdModel

/// Reads the lists of `UserStatus`: ids enabled and disabled per legal basis.
///
/// The lists named `global` follow from the others and are passed over.
enum DidomiLists {
  static func choices(in node: JSONNode) throws(JSONError) -> ChoicesByBasis {
    let members = try DidomiMembers(node)
    return ChoicesByBasis(
      consent: try list(try members.node("consent")),
      legitimateInterest: try list(try members.node("legitimateinterest")))
  }

  private static func list(_ node: JSONNode?) throws(JSONError) -> ChoiceList {
    guard let node else { return .empty }
    let enabled = try ids(node.optional("enabled"))
    let disabled = try ids(node.optional("disabled"))
    do throws(InvalidValue) {
      return try ChoiceList(enabled: enabled, disabled: disabled)
    } catch {
      throw node.notAllowed(error.reason)
    }
  }

  /// Ids as text or as numbers, mixed.
  private static func ids(_ node: JSONNode?) throws(JSONError) -> [ConsentItemID] {
    var ids: [ConsentItemID] = []
    for element in try node?.elements() ?? [] {
      if case .string(let name) = element.value {
        ids.append(.name(name))
      } else {
        ids.append(.number(Int(try element.integer(in: 0...65_535))))
      }
    }
    return ids
  }
}
