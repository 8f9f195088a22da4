// SPDX-License-Identifier: MIT
package import AdStore

extension ValueKind where Value == InventoryFilter.TargetingMatch {
  /// A targeting key, or a key with one value.
  package static let targetingMatch = ValueKind(
    "KEY[=VALUE]", expected: "a key, or a key and a value: KEY=VALUE", completion: .targeting
  ) { text in
    guard !text.isEmpty, !text.hasPrefix("=") else { return nil }
    guard let equals = text.firstIndex(of: "=") else {
      return InventoryFilter.TargetingMatch(key: text)
    }
    return InventoryFilter.TargetingMatch(
      key: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }
}
