// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `page rename PAGE NEW-NAME`.
enum PageRename {
  static let page = Argument(.page, "The page.")
  static let newName = Argument(
    ValueKind<PageID>("NEW-NAME", expected: "a page name") { try PageID($0) },
    "What it shall be called.")

  static let command = Command(
    "rename", "Give a page another name; its units, its targeting and its log go with it.",
    details: "Sessions of the history keep the name that the page had when they were recorded.",
    effect: .changes, output: .changes, arguments: [page, newName],
    examples: [Example("page rename homepage home", "A shorter name.")]
  ) { run in
    try run.changeInventory { edit in
      try edit.renamePage(run.input[page], to: run.input[newName])
    }
  }
}
