// SPDX-License-Identifier: MIT
import AdModel

extension FieldTable<Experiment> {
  /// The fields of an experiment, in the order of documents and lists.
  ///
  /// A new field is a row here, a property of ``Experiment`` and a migration that adds the column. Phones
  /// get what they need to go by their arm.
  package static let experiments = FieldTable(
    "e", standard: Experiment(id: ExperimentID(validated: "standard"), salt: "standard"),
    [
      FieldGroup(
        [
          Field(
            .elsewhere, "experiment", \.id, { $0.id = $1 },
            .written("EXPERIMENT", expected: "an experiment name"), isPublished: true,
            "Experiment", isListed: true, "The experiment's name."),
          Field(
            .elsewhere, "page", \.page, { $0.page = $1 }, .page, isPublished: true, option: "page",
            "Page", isListed: true, "The page; all pages where none is named."),
          Field(
            .column("state"), "state", \.state, { $0.state = $1 },
            .choice("STATE", Experiment.State.allCases.map(\.rawValue)), isPublished: true, "State",
            isListed: true, "How far it has come: draft, running, stopped or adopted."),
          Field(
            .column("salt"), "salt", \.salt, { $0.salt = $1 }, .text(.characters(1...256)),
            isPublished: true, "Salt",
            "What makes its split of the phones independent of others'."),
          Field(
            .column("arms"), "arms", \.arms, { $0.arms = $1 }, .objects, isPublished: true, "Arms",
            "The arms with their buckets of 10,000 and what is otherwise; the first is what the others "
              + "are compared with."),
          Field(
            .column("goal"), "goal", \.goal, { $0.goal = $1 }, metric, option: "goal", "Goal",
            isListed: true,
            "What shall become better: viewable impressions, late seconds, requests that nobody has seen, "
              + "time to ad, or memory (the most ads loaded at once)."),
          Field(
            .column("guards"), "guards", \.guards, { $0.guards = $1 },
            .words("METRIC", ExperimentMetric.allCases.map(\.rawValue)), option: "guard", "Guards",
            "What must not become worse."),
          Field(
            .column("difference"), "difference", \.difference, { $0.difference = $1 },
            .percent(Limit(above: 0, upTo: 1_000, "percent")), option: "difference", "Difference %",
            "The smallest difference of the goal that it is to see, in percent."),
          Field(
            .column("planned_stores"), "plannedStores", \.plannedStores, { $0.plannedStores = $1 },
            .whole(Limit(2...1_000_000_000)), option: "stores", "Planned stores",
            "How many phones each arm needs to see it."),
          Field(
            .column("planned_days"), "plannedDays", \.plannedDays, { $0.plannedDays = $1 },
            .whole(Limit(1...3_650)), option: "days", "Planned days",
            "For how many days it is to run."),
          Field(
            .column("started_at"), "startedAt", \.startedAt, { $0.startedAt = $1 }, .time,
            "Started", isListed: true, "When it was started."),
          Field(
            .column("ended_at"), "endedAt", \.endedAt, { $0.endedAt = $1 }, .time, "Ended",
            isListed: true, "When it ended."),
          Field(
            .column("adopted"), "adopted", \.adopted, { $0.adopted = $1 },
            .written("ARM", expected: "an arm name"), "Adopted",
            "The arm whose settings the page got."),
        ], check: { (experiment) throws(InvalidValue) in try experiment.validate() })
    ])

  private static let metric = FieldKind.choice(
    "METRIC", ExperimentMetric.allCases.map(\.rawValue))
}

extension Experiment.State: FieldConvertible {}

extension Experiment {
  /// Checks what its fields say together.
  fileprivate func validate() throws(InvalidValue) {
    guard arms.count <= Self.mostArms else {
      throw InvalidValue(
        .outOfRange, field: "arms",
        reason: "are \(arms.count); at most \(Self.mostArms) are allowed")
    }
    for (place, arm) in arms.enumerated() {
      for other in arms[..<place] {
        guard other.id != arm.id else {
          throw InvalidValue(
            .duplicate, field: "arms", reason: "'\(arm.id)' stands there twice; name each arm once")
        }
        guard !other.buckets.overlaps(arm.buckets) else {
          throw InvalidValue(
            .contradiction, field: "arms",
            reason: "'\(other.id)' and '\(arm.id)' own the same buckets; each belongs to one arm")
        }
      }
    }
    guard Set(guards).count == guards.count else {
      throw InvalidValue(.duplicate, field: "guards", reason: "name a metric twice; name each once")
    }
    if let adopted, arm(adopted) == nil {
      throw InvalidValue(
        .contradiction, field: "adopted", reason: "'\(adopted)' is no arm of experiment '\(id)'")
    }
    guard state == .running else { return }
    try requireDifference()
  }

  /// Checks that there is something to compare.
  /// - Throws: `InvalidValue` with `contradiction`.
  private func requireDifference() throws(InvalidValue) {
    func refuse(_ reason: String) -> InvalidValue {
      InvalidValue(.contradiction, field: "experiment '\(id)'", reason: reason)
    }
    guard arms.count >= 2 else {
      throw refuse("has \(arms.count.counted("arm")); give it at least two to compare")
    }
    if let empty = arms.first(where: { $0.buckets.size == 0 }) {
      throw refuse("gives arm '\(empty.id)' no share of the phones; give each arm one")
    }
    for (place, arm) in arms.enumerated() {
      if let same = arms[..<place].first(where: { $0.settings == arm.settings }) {
        throw refuse(
          "has arms '\(same.id)' and '\(arm.id)' with the same settings; let them differ")
      }
    }
  }
}
