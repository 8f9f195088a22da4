// SPDX-License-Identifier: MIT

/// A key of what a command writes: in JSON a member, or members of members with dots between them;
/// in CSV a column. `loads[].time` is a member of every object in the list `loads`.
package struct OutputKey: Hashable, Sendable {
  package let key: String
  /// One sentence.
  package let meaning: String

  package init(_ key: String, _ meaning: String) {
    self.key = key
    self.meaning = meaning
  }
}

extension [OutputKey] {
  /// What changes say besides: whether they were only tried.
  package static let dryRun = [OutputKey("dryRun", "Whether it was only tried.")]

  /// The keys of the objects in a list.
  package func elements(of list: String) -> [OutputKey] {
    map { OutputKey("\(list)[].\($0.key)", $0.meaning) }
  }
}
