// SPDX-License-Identifier: MIT
package import AdModel

/// Everything that was found wrong with an inventory document.
package struct InventoryDocumentError: Error, Sendable {
  /// How many problems are looked for before reading stops.
  package static let mostProblems = 20

  /// The problems with their places, in the order of the text; at least one.
  package let problems: [JSONError]

  /// Whether there may be more than ``problems``.
  package var isCut: Bool { problems.count >= Self.mostProblems }
}
