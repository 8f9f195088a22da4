// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite

extension InventoryEdit {
  /// Makes an experiment what a value says; one that is new is added.
  /// - Throws: `InvalidValue`; ``StoreError`` with `noSuchPage`.
  package mutating func put(_ experiment: Experiment) throws {
    let table = FieldTable<Experiment>.experiments
    let stored = try inventory.storedExperiment(experiment.id)
    try table.check(experiment)
    if let stored, table.areSame(stored, experiment) { return }
    let page = try experiment.page.map { try inventory.existingPage($0).number }
    try connection.reuse(
      """
      INSERT INTO experiments (name, page, \(table.columns)) VALUES (?, ?, \(table.placeholders))
      ON CONFLICT (name) DO UPDATE SET page = excluded.page, \(table.assignmentsOnConflict)
      """
    ) {
      try $0.run(
        list: table.values(
          of: experiment, after: .string(experiment.id.rawValue), page.fieldValue))
    }
    // By which the store belongs to an arm.
    if experiment.state == .running { try StoreID.make(connection) }
    try log(
      stored == nil ? .add : .set, .experiment, .shared(experiment.id.rawValue),
      before: try stored.map(InventoryDocument.text(of:)),
      after: try InventoryDocument.text(of: experiment))
  }

  /// Adds a draft.
  /// - Throws: ``StoreError`` with `experimentExists`; what ``put(_:)`` throws.
  package mutating func add(_ experiment: Experiment) throws {
    if try inventory.storedExperiment(experiment.id) != nil {
      throw StoreError(
        .experimentExists, "experiment '\(experiment.id)' exists already",
        advice:
          "choose another name, or change it with adview-admin experiment set \(experiment.id)")
    }
    try put(experiment)
  }

  /// Deletes an experiment; the change log keeps what it was.
  /// - Throws: ``StoreError`` with `noSuchExperiment`.
  package mutating func removeExperiment(_ id: ExperimentID) throws {
    let experiment = try inventory.experiment(id)
    try connection.statement("DELETE FROM experiments WHERE name = ?").run(id.rawValue)
    try log(
      .remove, .experiment, .shared(id.rawValue),
      before: try InventoryDocument.text(of: experiment), after: nil)
  }

  /// Has the arms of a draft hold from now on.
  /// - Throws: `InvalidValue` with `contradiction` where there is nothing to compare, or another experiment
  ///   runs on the page; ``StoreError`` with `noSuchExperiment`, with `experimentState` for one that was
  ///   started before, with `noGoal`.
  package mutating func startExperiment(_ id: ExperimentID) throws {
    var experiment = try inventory.experiment(id)
    guard experiment.state == .draft else {
      throw Self.refusal(
        experiment, "cannot be started again",
        "add one under another name: the phones that it had know what it was")
    }
    guard experiment.goal != nil else {
      throw StoreError(
        .noGoal, "experiment '\(id)' has no goal, so nothing could be said of its arms",
        advice: "adview-admin experiment set \(id) --goal viewable")
    }
    experiment.state = .running
    experiment.startedAt = time
    try put(experiment)
  }

  /// Ends an experiment: every phone goes by the page again.
  /// - Throws: ``StoreError`` with `noSuchExperiment`, with `experimentState` for one that does not run.
  package mutating func stopExperiment(_ id: ExperimentID) throws {
    var experiment = try inventory.experiment(id)
    guard experiment.state == .running else {
      throw Self.refusal(experiment, "does not run", "adview-admin experiment show \(id)")
    }
    experiment.state = .stopped
    experiment.endedAt = time
    try put(experiment)
  }

  /// Writes the settings of an arm into the page, or into all pages where it is of all, and ends the
  /// experiment.
  /// - Throws: ``StoreError`` with `noSuchExperiment`, `experimentState` for a draft and for one that was
  ///   adopted, `noSuchArm`.
  package mutating func adoptExperiment(_ id: ExperimentID, _ arm: ArmID) throws {
    var experiment = try inventory.experiment(id)
    switch experiment.state {
    case .running, .stopped: break
    case .draft:
      throw Self.refusal(
        experiment, "has not run", "adview-admin experiment start \(id)")
    case .adopted:
      throw Self.refusal(
        experiment, "was adopted", "take that back first: adview-admin log \(id)")
    }
    guard let settings = experiment.arm(arm)?.settings else {
      let names = experiment.arms.map(\.id.rawValue)
      throw StoreError(
        .noSuchArm,
        "experiment '\(id)' has no arm '\(arm)'; it has \(names.joined(separator: ", "))",
        unknownName: arm.rawValue,
        suggestions: Spelling.nearest(to: arm.rawValue, in: names).map { [$0] } ?? [])
    }
    let pages = try experiment.page.map { [$0] } ?? inventory.pages().map(\.page.id)
    for page in pages { try setPage(page) { $0 = try settings.applied(to: $0) } }
    if experiment.state == .running { experiment.endedAt = time }
    experiment.state = .adopted
    experiment.adopted = arm
    try put(experiment)
  }

  private static func refusal(
    _ experiment: Experiment, _ what: String, _ advice: String
  ) -> StoreError {
    StoreError(
      .experimentState,
      "experiment '\(experiment.id)' is \(experiment.state.rawValue), and \(what)",
      advice: advice)
  }

  /// Checks what experiments, pages and each other demand of one another once all changes are made.
  /// - Throws: `InvalidValue` with `contradiction` where two run on one page, or an arm contradicts what
  ///   else its page says.
  func checkExperiments() throws {
    guard !changedPages.isEmpty || !changedExperiments.isEmpty else { return }
    // Those that were changed come last, so that the message is about them.
    let changed = changedExperiments
    let all = try inventory.experiments().filter { $0.state == .running }
    let running =
      all.filter { !changed.contains($0.id.rawValue) }
      + all.filter { changed.contains($0.id.rawValue) }
    for (place, experiment) in running.enumerated() {
      if let other = running[..<place].first(where: experiment.meets) {
        let pages = experiment.page.map { "page '\($0)'" } ?? "all pages"
        throw InvalidValue(
          .contradiction, field: "experiment '\(experiment.id)'",
          reason: "runs on \(pages), where '\(other.id)' runs; stop one of them first")
      }
      let pages =
        try experiment.page.map { [try inventory.page($0)] } ?? inventory.pages().map(\.page)
      for page in pages {
        for arm in experiment.arms {
          do throws(InvalidValue) {
            _ = try arm.settings.applied(to: page)
          } catch {
            throw InvalidValue(
              error.code, field: "arm '\(arm.id)' of experiment '\(experiment.id)'",
              reason: "does not fit page '\(page.id)': \(error.field) \(error.reason)")
          }
        }
      }
    }
  }
}

extension StoreError.Code {
  /// An experiment with the name exists already.
  public static let experimentExists = Self(rawValue: "experimentExists")
  /// The experiment has not come so far, or has come farther.
  public static let experimentState = Self(rawValue: "experimentState")
  /// The experiment has no arm of the name.
  public static let noSuchArm = Self(rawValue: "noSuchArm")
  /// The experiment does not say what shall become better.
  public static let noGoal = Self(rawValue: "noGoal")
}
