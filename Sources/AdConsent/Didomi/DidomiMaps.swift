// SPDX-License-Identifier: MIT

internal import AdModel

/// Reads the maps of `CurrentUserStatus`: each id with whether it is enabled on all its bases.
enum DidomiMaps {
  private typealias Entry = (id: ConsentItemID, isEnabled: Bool)

  /// Reads both maps, for what counts as an answer shows in them together.
  /// - Parameter isAnswered: Whether something else tells that the person has answered.
  /// - Returns: The choices on each basis that an entry may mean.
  /// - Throws: `JSONError` for an entry that is none.
  static func choices(
    purposes: JSONNode, vendors: JSONNode, isAnswered: Bool
  ) throws(JSONError) -> ConsentChoices {
    let purposeEntries = try entries(of: purposes)
    let vendorEntries = try entries(of: vendors)
    let isAnswered = isAnswered || (purposeEntries + vendorEntries).contains(where: \.isEnabled)
    // Didomi names purposes and counts vendors, and says nothing of the bases: a purpose may rest
    // on legitimate interest where the TCF lets it, a vendor always may.
    let claimable = purposeEntries.filter {
      TCFPurpose($0.id)?.mayRestOnLegitimateInterest ?? false
    }
    return ConsentChoices(
      purposes: ChoicesByBasis(
        consent: try list(purposeEntries, isAnswered, purposes),
        legitimateInterest: try list(claimable, isAnswered, purposes)),
      vendors: ChoicesByBasis(
        consent: try list(vendorEntries, isAnswered, vendors),
        legitimateInterest: try list(vendorEntries, isAnswered, vendors)))
  }

  private static func entries(of node: JSONNode) throws(JSONError) -> [Entry] {
    var entries: [Entry] = []
    for (key, member) in try node.members() {
      let isEnabled = try member.member("enabled").bool()
      entries.append((ConsentItemID(key), isEnabled))
    }
    return entries
  }

  private static func list(
    _ entries: [Entry], _ isAnswered: Bool, _ node: JSONNode
  ) throws(JSONError) -> ChoiceList {
    let enabled = entries.filter(\.isEnabled).map(\.id)
    let others = entries.filter { !$0.isEnabled }.map(\.id)
    do throws(InvalidValue) {
      return isAnswered
        ? try ChoiceList(enabled: enabled, disabled: others)
        : try ChoiceList(notAsked: others)
    } catch {
      throw node.notAllowed(error.reason)
    }
  }
}
