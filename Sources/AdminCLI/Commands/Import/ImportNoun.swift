// SPDX-License-Identifier: MIT

/// `import`: what other programs and people wrote.
enum ImportNoun {
  static let noun = Noun(
    "import", "Take over an inventory document, as 'export' writes it.",
    [
      "inventory": { ImportInventory.command }
    ])
}
