// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite

extension InventorySnapshot {
  /// Reads an experiment.
  /// - Throws: ``StoreError`` with `noSuchExperiment`, naming the nearest one.
  package func experiment(_ id: ExperimentID) throws -> Experiment {
    if let experiment = try storedExperiment(id) { return experiment }
    let names = try connection.statement("SELECT name FROM experiments ORDER BY name").all {
      $0.text(0)
    }
    throw StoreError.notFound(.noSuchExperiment, "experiment", id.rawValue, among: names)
  }

  /// Reads all experiments, by name.
  /// - Throws: ``StoreError``.
  package func experiments() throws -> [Experiment] {
    try connection.reuse("\(Self.select) ORDER BY e.name") {
      try $0.all { try Self.experiment($0) }
    }
  }

  /// The experiment of a name; nil where there is none.
  func storedExperiment(_ id: ExperimentID) throws -> Experiment? {
    try connection.reuse("\(Self.select) WHERE e.name = ?") {
      try $0.first(id.rawValue) { try Self.experiment($0) }
    }
  }

  /// The experiments of a page alone, by name.
  func experiments(ofPage number: Int64) throws -> [Experiment] {
    try connection.reuse("\(Self.select) WHERE e.page = ? ORDER BY e.name") {
      try $0.all(number) { try Self.experiment($0) }
    }
  }

  // MARK: The arm in force

  /// The arm of this store in the experiment that runs on a page.
  /// - Parameter chosen: An arm that somebody chose by hand, which wins.
  /// - Returns: The experiment and its arm with what is otherwise; nil where no experiment runs there, or
  ///   the store is in none of its arms. Of an arm that was chosen and is not known, the name alone.
  /// - Throws: ``StoreError``.
  func armInForce(
    onPage number: Int64, chosen: ExperimentArm?
  ) throws -> (name: ExperimentArm, settings: ArmSettings)? {
    if let chosen {
      let arm = try storedExperiment(chosen.experiment)?.arm(chosen.arm)
      return (chosen, arm?.settings ?? ArmSettings())
    }
    let running = try connection.reuse(
      "\(Self.select) WHERE e.state = 'running' AND (e.page IS NULL OR e.page = ?)"
    ) { try $0.first(number) { try Self.experiment($0) } }
    guard let running else { return nil }
    guard let arm = try storeArm(in: running).flatMap(running.arm) else { return nil }
    return (ExperimentArm(running.id, arm.id), arm.settings)
  }

  /// The arm of this store in the experiment that runs on a page; nil where there is none.
  /// - Throws: ``StoreError`` with `noSuchPage`.
  package func arm(onPage page: PageID) throws -> ExperimentArm? {
    try armInForce(onPage: existingPage(page).number, chosen: nil)?.name
  }

  /// The arm by which this store goes in an experiment; nil where that does not run, or the store is in none
  /// of its arms.
  /// - Throws: ``StoreError``.
  package func storeArm(in experiment: Experiment) throws -> ArmID? {
    let store = try StoreID.name(connection)
    guard experiment.state == .running, !store.isEmpty else { return nil }
    return experiment.arm(ofStore: store)?.id
  }

  /// A page as it is for this store: with what its arm has otherwise.
  func inForce(
    _ stored: (number: Int64, page: InventoryPage), chosen: ExperimentArm? = nil
  ) throws -> (number: Int64, page: InventoryPage, arm: ExperimentArm?) {
    guard let arm = try armInForce(onPage: stored.number, chosen: chosen) else {
      return (stored.number, stored.page, nil)
    }
    do throws(InvalidValue) {
      return (stored.number, try arm.settings.applied(to: stored.page), arm.name)
    } catch {
      throw StoreError.unreadable("\(arm.name)", error)
    }
  }

  // MARK: Rows

  private static let table = FieldTable<Experiment>.experiments

  private static let select = """
    SELECT e.name, p.name, \(table.qualifiedColumns) FROM experiments e
    LEFT JOIN pages p ON p.page = e.page
    """

  private static func experiment(_ row: borrowing Row) throws -> Experiment {
    let name = row.text(0)
    do throws(InvalidValue) {
      var experiment = table.standard
      experiment.id = try ExperimentID(name)
      if let page = row.optionalText(1) { experiment.page = try PageID(page) }
      try table.read(row, from: 2, into: &experiment)
      return experiment
    } catch {
      throw StoreError.unreadable("experiment \(name.quotedForDisplay)", error)
    }
  }
}

extension StoreError.Code {
  /// No experiment has the name.
  public static let noSuchExperiment = Self(rawValue: "noSuchExperiment")
}
