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
    let enabled = try node.optional("enabled").map(ConsentItemID.list(json:)) ?? []
    let disabled = try node.optional("disabled").map(ConsentItemID.list(json:)) ?? []
    do throws(InvalidValue) {
      return try ChoiceList(enabled: enabled, disabled: disabled)
    } catch {
      throw node.notAllowed(error.reason)
    }
  }
}
