// SPDX-License-Identifier: MIT
package import AdModel

/// The sessions of an experiment, by day, arm and store, in whatever order they are told.
package struct ExperimentRecords: Sendable {
  private struct Key: Hashable, Comparable {
    let day: Int64
    let arm: String
    let store: String

    static func < (one: Key, other: Key) -> Bool {
      (one.day, one.arm, one.store) < (other.day, other.arm, other.store)
    }
  }

  /// What was known at the end of a day.
  package struct Day: Sendable {
    /// Its number, in days since 1970.
    package let day: Int64
    package let judgement: ExperimentJudgement
  }

  private var sums: [Key: StoreSum] = [:]
  /// The arm of each store; nil for one that was in several.
  private var arms: [String: String?] = [:]

  /// Begins without sessions.
  package init() {}

  /// Adds a session.
  /// - Parameter start: When it began.
  package mutating func add(_ session: StoreSum, store: String, arm: String, at start: Timestamp) {
    let day = Self.day(of: start)
    sums[Key(day: day, arm: arm, store: store), default: StoreSum()].add(session)
    if let known = arms[store], known != arm {
      arms[store] = .some(nil)
    } else {
      arms[store] = arm
    }
  }

  /// The day of a time in UTC, in days since 1970.
  package static func day(of time: Timestamp) -> Int64 {
    let length: Int64 = 86_400_000
    return (time.milliseconds - (time.milliseconds % length + length) % length) / length
  }

  /// How many stores had sessions in more than one arm; they are left out, for nobody knows which of
  /// them moved their readers.
  package var movedStores: Int { arms.values.count { $0 == nil } }

  /// What an arm came to at the end of each of its days, numbered from 1.
  func sums(of arm: String) -> [(day: Int, sum: ArmSum)] {
    var found: [(day: Int, sum: ArmSum)] = []
    follow([arm]) { day, sums, _ in found.append((day.number, sums[0])) }
    return found
  }

  /// Judges with all sessions; the same whatever their order was.
  package func judgement(by plan: ExperimentPlan) -> ExperimentJudgement {
    var judgement: ExperimentJudgement?
    follow(plan.arms) { day, sums, isLast in
      if isLast { judgement = ExperimentJudgement(plan, sums: sums, day: day.number) }
    }
    return judgement ?? ExperimentJudgement(plan, sums: plan.arms.map { _ in ArmSum() }, day: 0)
  }

  /// Judges at the end of each day on which there were sessions, the oldest first.
  package func days(by plan: ExperimentPlan) -> [Day] {
    var days: [Day] = []
    follow(plan.arms) { day, sums, _ in
      days.append(
        Day(day: day.date, judgement: ExperimentJudgement(plan, sums: sums, day: day.number)))
    }
    return days
  }

  /// Adds up day by day.
  private func follow(
    _ names: [String],
    _ visit: (_ day: (date: Int64, number: Int), _ sums: [ArmSum], _ isLast: Bool) -> Void
  ) {
    let keys = sums.keys.filter { names.contains($0.arm) && arms[$0.store] == .some($0.arm) }
      .sorted()
    guard let first = keys.first?.day else { return }
    var total = names.map { _ in ArmSum() }
    var places: [String: Int] = [:]
    for (number, key) in keys.enumerated() {
      guard let arm = names.firstIndex(of: key.arm), let sum = sums[key] else { continue }
      if let place = places[key.store] {
        total[arm].add(sum, toStoreAt: place)
      } else {
        places[key.store] = total[arm].add(sum)
      }
      let isLast = number == keys.count - 1
      guard isLast || keys[number + 1].day != key.day else { continue }
      visit((key.day, Int(key.day - first) + 1), total, isLast)
    }
  }
}
