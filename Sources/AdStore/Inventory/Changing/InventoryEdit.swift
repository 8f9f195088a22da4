// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Changes of the inventory that happen together or not at all, each logged as it is made.
///
/// Given by ``InventoryRepository/change(by:message:at:dryRun:_:)``, and meaningless after it.
public struct InventoryEdit: ~Copyable {
  /// The inventory with the changes so far.
  public let inventory: InventorySnapshot
  /// The changes so far, as the log has them; none where they are only counted.
  public private(set) var changes: [InventoryChange] = []
  /// How many changes there are so far.
  package private(set) var changeCount = 0
  /// The first of them in the log.
  private(set) var firstChange: Int64?
  /// The names of the pages that were added so far.
  private(set) var addedPageNames: [String] = []
  /// The names of the experiments that were changed so far.
  private(set) var changedExperiments: Set<String> = []
  /// The names of the pages that were changed so far.
  package private(set) var changedPages: Set<String> = []

  let connection: Connection
  /// The pages that were looked up or added so far.
  var pageNumbers: [PageID: Int64] = [:]
  /// The units whose names seals of the history are over; nil before one was asked for.
  private var sealedUnits: Set<Int64>?
  /// The change of the log that is being taken back.
  var reverting: Int64?
  /// Whether they are those of a publication, which the app takes over by itself.
  var isAdopting = false
  /// When the changes are made.
  let time: Timestamp
  private let actor: String
  private let message: String?
  private let keepsChanges: Bool

  // Never inlined: Swift 6.3 in release mode crashes on inlining what makes a value that cannot be
  // copied from one that is only borrowed.
  @inline(never)
  init(
    _ connection: Connection, actor: String, message: String? = nil, time: Timestamp,
    keepsChanges: Bool = true
  ) {
    self.keepsChanges = keepsChanges
    inventory = InventorySnapshot(connection)
    self.connection = connection
    self.actor = actor
    self.message = message
    self.time = time
  }

  /// The subject of a log line.
  enum Subject {
    case unit(Int64, AdUnitID)
    case page(Int64, PageID)
    case shared(String)

    var name: String {
      switch self {
      case .unit(_, let id): id.rawValue
      case .page(_, let id): id.rawValue
      case .shared(let name): name
      }
    }

    var unit: Int64? {
      if case .unit(let number, _) = self { number } else { nil }
    }

    var page: Int64? {
      if case .page(let number, _) = self { number } else { nil }
    }
  }

  /// Whether seals of the history are over the name of a unit.
  mutating func isSealed(_ unit: Int64) throws -> Bool {
    let sealed = try sealedUnits ?? Set(SealedNames.newest(connection).keys)
    sealedUnits = sealed
    return sealed.contains(unit)
  }

  /// Who changes settings of the gate, as the consent ledger keeps it for ever: nobody by name.
  var origin: EntryOrigin {
    if isAdopting { return EntryOrigin(actor: .app, told: "publication", "") }
    // What does not fit, or is no reason, stays in the log of changes alone.
    let told = try? EntryOrigin(.operator, channel: "settings", reason: message ?? "")
    return told ?? EntryOrigin(actor: .operator, told: "settings", "")
  }

  /// Appends a line to the change log.
  /// - Parameters:
  ///   - subject: Which one.
  ///   - before: What it was before, as a JSON object.
  /// - Throws: What SQLite reports.
  mutating func log(
    _ verb: InventoryChange.Verb, _ noun: InventoryChange.Noun, _ subject: Subject,
    before: String?, after: String?
  ) throws {
    try connection.statement(
      """
      INSERT INTO changes (
        at, actor, noun, name, verb, unit, page, before, after, reverts, message)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      time.milliseconds, actor, noun.rawValue, subject.name, verb.rawValue, subject.unit,
      subject.page, before, after, reverting, message)
    changeCount += 1
    let number = connection.lastInsertedRow
    firstChange = firstChange ?? number
    switch noun {
    case .page:
      changedPages.insert(subject.name)
      if verb == .add { addedPageNames.append(subject.name) }
    case .experiment: changedExperiments.insert(subject.name)
    case .unit, .targeting, .setting: break
    }
    guard keepsChanges else { return }
    changes.append(
      InventoryChange(
        number: number, time: time, actor: actor, noun: noun,
        name: subject.name, verb: verb, before: before, after: after,
        reverts: reverting, message: message))
  }

  /// The changes so far, read from the log.
  /// - Throws: What SQLite reports.
  package func loggedChanges() throws -> [InventoryChange] {
    var logged: [InventoryChange] = []
    guard let firstChange else { return logged }
    try inventory.forEachChange(numbered: firstChange...(.max)) { logged.append($0) }
    return logged
  }
}
