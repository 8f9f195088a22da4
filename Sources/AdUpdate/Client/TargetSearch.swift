// SPDX-License-Identifier: MIT
import AdModel

/// The walk through roles that may describe a file: each before those that it delegates to.
struct TargetSearch: Sendable {
  /// The file that is looked for.
  let path: String
  /// Whether the role at the top was asked.
  private(set) var isBegun = false
  /// The role that is asked now.
  private(set) var current: Delegation?
  /// Roles still to be asked, the next one last.
  private var waiting: [Delegation] = []
  private var visited: Set<[UInt8]> = []

  init(path: String) { self.path = path }

  /// The file of the role that is asked now.
  var file: String { "\(current?.name ?? "targets").json" }

  /// The name that it is stored under.
  var storedName: String { "\((current?.name ?? "targets").percentEncoded).json" }

  /// The same walk one role earlier: the one that is asked now is asked again.
  var again: TargetSearch {
    var search = self
    if let current {
      search.waiting.append(current)
      search.visited.remove(Array(current.name.utf8))
      search.current = nil
    }
    return search
  }

  /// The next role to ask that was not asked yet; nil where there is none, or where enough were.
  mutating func next(atMost limit: Int) -> Delegation? {
    while let next = waiting.popLast() {
      guard !visited.contains(Array(next.name.utf8)) else { continue }
      guard visited.count < limit else { return nil }
      visited.insert(Array(next.name.utf8))
      current = next
      return next
    }
    return nil
  }

  /// Takes the answer of the role that is asked: the file, or others to ask.
  mutating func visit(_ role: TargetsMetadata) -> TargetFile? {
    isBegun = true
    if let found = role[path] { return found }
    var children: [Delegation] = []
    for delegation in role.delegations where delegation.covers(path) {
      children.append(delegation)
      if delegation.isTerminating {
        waiting = []
        break
      }
    }
    waiting += children.reversed()
    return nil
  }
}
