// SPDX-License-Identifier: MIT

/// A key of what a command writes: in JSON a member, or members of members with dots between them;
/// in CSV a column. `loads[].time` is a member of every object in the list `loads`.
package struct OutputKey: Hashable, Sendable {
  package let key: String
  private let ownMeaning: String?
  /// The key whose meaning it has otherwise.
  private let meant: String

  package init(_ key: String, _ meaning: String? = nil) {
    self.key = key
    ownMeaning = meaning
    meant = key
  }

  fileprivate init(_ element: OutputKey, of list: String) {
    key = "\(list)[].\(element.key)"
    ownMeaning = element.ownMeaning
    meant = element.meant
  }

  /// One sentence; looked for when help asks, because every command has its keys.
  package var meaning: String { ownMeaning ?? KeyMeanings.meaning(of: meant) }
}

extension [OutputKey] {
  /// Keys that a command writes without a column for them.
  package static func named(_ keys: String...) -> [OutputKey] { keys.map { OutputKey($0) } }

  /// What changes say besides: whether they were only tried.
  package static var dryRun: [OutputKey] { named("dryRun") }

  /// The keys of the objects in a list.
  package func elements(of list: String) -> [OutputKey] {
    map { OutputKey($0, of: list) }
  }
}
