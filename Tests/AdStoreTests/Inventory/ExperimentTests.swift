// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdStore

@Suite struct ExperimentTests {
  private static let stores = (0..<2_000).map { number in
    Hexadecimal.text(ContentHasher.hash("store \(number)").bytes.prefix(16).map { $0 })
  }

  private func arms(_ names: String...) throws -> Experiment {
    var experiment = Experiment(id: try ExperimentID("near"), salt: "s")
    experiment.arms = try names.map { Experiment.Arm(id: try ArmID($0)) }
    return experiment
  }

  @Test func `as shares grow in whatever order, nobody changes from one arm to another`() throws {
    for seed in Fuzz.seeds(20) {
      var random = SeededRandom(seed: seed)
      var experiment = try arms("a", "b", "c")
      var known: [String: ArmID] = [:]
      var shares: [ArmID: Double] = [:]
      while true {
        let arm = try #require(experiment.arms.randomElement(using: &random)).id
        let share = (shares[arm] ?? 0) + Double(random.int(1...1_500)) / 100
        if share + shares.filter({ $0.key != arm }).values.reduce(0, +) > 100 { break }
        try experiment.grow(arm, to: (share * 100).rounded() / 100)
        shares[arm] = (share * 100).rounded() / 100
        for store in Self.stores {
          let now = experiment.arm(ofStore: store)?.id
          if let before = known[store] { #expect(now == before, "seed \(seed)") }
          known[store] = now
        }
        for one in experiment.arms {
          #expect(abs(one.buckets.share - (shares[one.id] ?? 0)) < 1e-9, "seed \(seed)")
        }
      }
      for (place, arm) in experiment.arms.enumerated() {
        for other in experiment.arms[..<place] { #expect(!arm.buckets.overlaps(other.buckets)) }
      }
    }
  }

  @Test func `a share grows at the free end, and what lies between is taken last`() throws {
    var experiment = try arms("a", "b")
    for (arm, share) in [("a", 5.0), ("b", 5), ("a", 10), ("b", 85), ("a", 15)] {
      try experiment.grow(try ArmID(arm), to: share)
    }
    #expect(
      experiment.arms.map(\.buckets.description) == [
        "0-499 1000-1499 9500-9999", "500-999 1500-9499",
      ])
    experiment.arms[1].buckets = try BucketRanges("500-999 1500-1599 9000-9499")
    try experiment.grow(try ArmID("a"), to: 20)
    #expect(experiment.arms[0].buckets.description == "0-499 1000-1499 1600-2099 9500-9999")
  }

  @Test(arguments: [
    ("a", 0.0), ("a", 100.01), ("a", 5.001), ("a", 4), ("a", 91), ("none", 5), ("a", .nan),
  ])
  func `a share that cannot be is refused`(arm: String, share: Double) throws {
    var experiment = try arms("a", "b")
    for arm in experiment.arms { try experiment.grow(arm.id, to: arm.id.rawValue == "a" ? 5 : 10) }
    let before = experiment
    #expect(throws: InvalidValue.self) { try experiment.grow(try ArmID(arm), to: share) }
    #expect(experiment == before)
  }
}
