// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// An import's dealings with plans: it writes one in a dry run, or does what one says and nothing else.
struct PlannedImport {
  static let saved = Option(
    "save-plan", .output, "With --dry-run: write the plan into this file, for --plan.")
  static let followed = Option(
    "plan", .file,
    "Do what this plan says, or nothing where the file or the inventory has changed since.")

  private let savedTo: String?
  private let followed: (plan: InventoryPlan, path: String)?
  private var inventory: ContentHash?
  private var changes: [InventoryChange] = []
  /// Whether the plan is all that is printed.
  var isPrinted: Bool { savedTo == "-" }

  /// An import that has nothing to do with plans.
  init() {
    savedTo = nil
    followed = nil
  }

  /// Reads what the options name.
  /// - Throws: ``Failure`` with `usage`, or with `badData` of a file that is no plan; `FileError`.
  init(_ run: CommandRun) throws {
    savedTo = run.input[Self.saved]
    guard savedTo == nil || run.isDryRun else {
      throw Failure(
        .usage, "--save-plan writes down what a dry run finds.", try: run.again(with: "--dry-run"))
    }
    guard let path = run.input[Self.followed] else {
      followed = nil
      return
    }
    do {
      followed = (try InventoryPlan(document: try run.read(path, atMost: .inventory)), path)
    } catch let error as JSONError {
      throw Failure(
        .badData, "\(path.quotedForDisplay) is no plan: \(error).",
        try: "the file that --save-plan wrote")
    }
  }

  /// Looks at the inventory before anything is changed.
  /// - Throws: ``Failure`` with `badData` where the plan was made for another; ``StoreError``.
  mutating func begin(_ stored: borrowing InventorySnapshot) throws {
    guard savedTo != nil || followed != nil else { return }
    var document = ContentHasher()
    try stored.writeDocument { document.update($0) }
    let hash = document.finish()
    inventory = hash
    guard let followed, followed.plan.inventory != hash else { return }
    throw refusal(
      "the inventory is not the one that \(followed.path.quotedForDisplay) was made for")
  }

  /// Looks at the changes before they are stored.
  /// - Throws: ``Failure`` with `badData` where they are not those of the plan.
  mutating func end(_ edit: borrowing InventoryEdit) throws {
    guard let inventory else { return }
    changes = try edit.loggedChanges()
    guard let followed,
      try InventoryPlan(changes, of: inventory) != followed.plan
    else { return }
    throw refusal(
      "the file or the options would change something else than \(followed.path.quotedForDisplay) says"
    )
  }

  /// The plan and where it is wanted; nil where it is not.
  /// - Throws: `JSONError` of a line that the log could not hold.
  func document() throws(JSONError) -> (bytes: [UInt8], path: String)? {
    guard let savedTo, let inventory else { return nil }
    return (try InventoryPlan(changes, of: inventory).document(), savedTo)
  }

  private func refusal(_ what: String) -> Failure {
    Failure(.badData, "\(what); nothing was changed.", try: "the dry run again, with --save-plan")
  }
}
