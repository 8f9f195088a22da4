// SPDX-License-Identifier: MIT
import AdModel

/// Where a file says that an ad unit stands in Google Ad Manager.
struct AdUnitPlace {
  /// The network's code, maybe with a child's; nil where the file does not say it.
  var network: String?
  /// The codes from the top, at least the unit's own.
  var codes: [String]
  /// Whether these are all codes; else what stands above the unit is not known.
  var isWhole: Bool

  /// The unit's own code.
  var code: String { codes.last ?? "" }

  /// The codes as text: `news/top`.
  var text: String { codes.joined(separator: "/") }

  /// What two places have in common that are one.
  var key: String {
    guard isWhole else { return "?\(code.lowercased())" }
    return AdManagerPath.unitKey(of: codes, in: network ?? "")
  }

  /// The path; nil where the network is not known.
  /// - Throws: `InvalidValue` for codes that can be no path.
  func path() throws(InvalidValue) -> AdManagerPath? {
    guard let network else { return nil }
    return try AdManagerPath("/\(network)/\(text)")
  }
}
