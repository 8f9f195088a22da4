// SPDX-License-Identifier: MIT
public import AdModel

/// What was answered for one purpose or vendor on one legal basis.
/// These cases are all; none will be added.
public enum ConsentChoice: String, CaseIterable, Hashable, Codable, Sendable {
  /// Said yes, or did not object.
  case enabled
  /// Said no, or objected.
  case disabled
  /// Never answered. Where an id is not listed at all, this is its choice.
  case notAsked
}

/// The choices on one legal basis, in the order they were given in.
///
/// An id stands in at most one of the lists.
public struct ChoiceList: Hashable, Sendable {
  /// The ids that were enabled.
  public let enabled: [ConsentItemID]
  /// The ids that were disabled.
  public let disabled: [ConsentItemID]
  /// The ids that belong to what is asked, and have no answer yet: they make a record partial.
  public let notAsked: [ConsentItemID]

  /// A list without any id.
  public static let empty = ChoiceList(distinctEnabled: [], disabled: [])

  /// Takes the ids by their choice.
  /// - Parameter notAsked: The ids that still wait for an answer.
  /// - Throws: ``InvalidValue`` with `duplicate` when an id stands twice, with `empty` or
  ///   `tooLong` for an id of no bytes or more than 256, with `outOfRange` for a number outside
  ///   0 to 65535.
  public init(
    enabled: [ConsentItemID] = [], disabled: [ConsentItemID] = [], notAsked: [ConsentItemID] = []
  ) throws(InvalidValue) {
    var seen: Set<ConsentItemID> = []
    for id in [enabled, disabled, notAsked].joined() {
      try Self.check(id)
      guard seen.insert(id).inserted else {
        throw InvalidValue(
          .duplicate, field: "consent choice",
          reason: "\(id.description.quotedForDisplay) is listed twice; give each id one choice")
      }
    }
    self.init(distinctEnabled: enabled, disabled: disabled, notAsked: notAsked)
  }

  /// Takes ids of which it is known that none stands twice.
  init(
    distinctEnabled: [ConsentItemID], disabled: [ConsentItemID], notAsked: [ConsentItemID] = []
  ) {
    enabled = distinctEnabled
    self.disabled = disabled
    self.notAsked = notAsked
  }

  /// Gives every id the same choice; ids that stand twice are taken once.
  /// - Parameter choice: The choice for all of them.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong` or `outOfRange` for an impossible id.
  public init(_ choice: ConsentChoice, for ids: [ConsentItemID]) throws(InvalidValue) {
    var seen: Set<ConsentItemID> = []
    let once = ids.filter { seen.insert($0).inserted }
    switch choice {
    case .enabled: try self.init(enabled: once)
    case .disabled: try self.init(disabled: once)
    case .notAsked: try self.init(notAsked: once)
    }
  }

  /// The choice for an id; ``ConsentChoice/notAsked`` for one that is not listed.
  ///
  /// - Complexity: O(*n*) in the number of ids.
  public subscript(id: ConsentItemID) -> ConsentChoice {
    if disabled.contains(id) { return .disabled }
    return enabled.contains(id) ? .enabled : .notAsked
  }

  /// Whether nothing was answered with yes or no.
  public var isUnanswered: Bool { enabled.isEmpty && disabled.isEmpty }

  /// The same choices in one order, for comparing what was said and not how it was listed.
  var sorted: ChoiceList {
    ChoiceList(
      distinctEnabled: enabled.sorted(), disabled: disabled.sorted(), notAsked: notAsked.sorted())
  }

  /// The same ids, every yes turned into a no.
  var allDisabled: ChoiceList {
    ChoiceList(distinctEnabled: [], disabled: enabled + disabled, notAsked: notAsked)
  }

  private static func check(_ id: ConsentItemID) throws(InvalidValue) {
    switch id {
    case .name(let name):
      if name.isEmpty {
        throw InvalidValue(.empty, field: "consent choice", reason: "an id is empty")
      }
      if name.utf8.count > 256 {
        throw InvalidValue(
          .tooLong, field: "consent choice",
          reason: "an id has \(name.utf8.count) bytes; at most 256 are allowed")
      }
    case .number(let number):
      if !(0...65535).contains(number) {
        throw InvalidValue(
          .outOfRange, field: "consent choice",
          reason: "id \(number) is outside 0 to 65535, the range of vendor and purpose ids")
      }
    }
  }
}
