// SPDX-License-Identifier: MIT

/// What the program is told: a verb, then options with a value each.
struct Arguments {
  let verb: String
  private let values: [String: String]

  init?(_ list: [String]) {
    guard let verb = list.first, list.count % 2 == 1 else { return nil }
    self.verb = verb
    var values: [String: String] = [:]
    for index in stride(from: 1, to: list.count, by: 2) {
      guard list[index].hasPrefix("--") else { return nil }
      values[String(list[index].dropFirst(2))] = list[index + 1]
    }
    self.values = values
  }

  func text(_ name: String, default standard: String = "") -> String { values[name] ?? standard }
  func number(_ name: String, default standard: Int) -> Int {
    values[name].flatMap { Int($0) } ?? standard
  }
}
