// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

/// A valid string with one thing changed, and the rules that this breaks.
struct PolicyCase: Sendable, CustomTestStringConvertible {
  let name: String
  let breaks: Set<PolicyRule>
  let change: @Sendable (inout PlainTCString) throws -> Void

  var testDescription: String { name }

  static let all: [PolicyCase] = [
    PolicyCase(name: "nothing changed", breaks: []) { _ in },
    PolicyCase(name: "global scope", breaks: [.globalScope]) { $0.isServiceSpecific = false },
    PolicyCase(name: "policy 0", breaks: [.unknownPolicy]) { $0.policy = 0 },
    PolicyCase(name: "policy 1", breaks: [.unknownPolicy]) { $0.policy = 1 },
    PolicyCase(name: "a policy yet to come", breaks: [.unknownPolicy]) { $0.policy = 6 },
    PolicyCase(name: "policy 63", breaks: [.unknownPolicy]) { $0.policy = 63 },
    PolicyCase(name: "TCF 2.1 after its end", breaks: [.retiredPolicy]) { $0.policy = 3 },
    PolicyCase(name: "purpose 1 on legitimate interest", breaks: [.purposeOneLegitimateInterest]) {
      $0.interest = [1, 2]
    },
    PolicyCase(name: "purpose 3 on legitimate interest", breaks: [.profilingLegitimateInterest]) {
      $0.interest = [3]
    },
    PolicyCase(name: "purpose 6 under policy 4", breaks: [.profilingLegitimateInterest]) {
      $0.interest = [6]
      $0.policy = 4
    },
    PolicyCase(name: "purposes 2 and 7 to 11 on legitimate interest", breaks: []) {
      $0.interest = [2, 7, 8, 9, 10, 11]
    },
    PolicyCase(name: "updated a day later", breaks: [.updatedOnAnotherDay]) {
      $0.lastUpdated += 864_000
    },
    PolicyCase(name: "updated later on the same day", breaks: [.timeOfDayTold]) {
      $0.lastUpdated += 863_999
    },
    PolicyCase(name: "made at a time of the day", breaks: [.timeOfDayTold]) {
      try $0.date("2026-03-01T07:00:00Z")
    },
    PolicyCase(
      name: "updated before it was made", breaks: [.updatedBeforeCreated, .timeOfDayTold]
    ) {
      $0.created += 10
    },
    PolicyCase(name: "no disclosed vendors", breaks: [.disclosedVendorsMissing]) {
      $0.disclosed = nil
    },
    PolicyCase(name: "no disclosed vendors on the last day of 2.2", breaks: []) {
      $0.disclosed = nil
      try $0.date("2026-02-28T00:00:00Z")
    },
    PolicyCase(
      name: "no disclosed vendors on the first day of 2.3",
      breaks: [.disclosedVendorsMissing]
    ) {
      $0.disclosed = nil
      try $0.date("2026-03-01T00:00:00Z")
    },
    PolicyCase(name: "a restriction of type 3", breaks: [.undefinedRestriction]) {
      $0.restrictions = [.init(purpose: 2, kind: 3, ranges: [(755, 755)])]
    },
    PolicyCase(name: "Google not among the disclosed", breaks: [.googleNotDisclosed]) {
      $0.disclosed = [1, 2]
    },
    PolicyCase(name: "a segment of allowed vendors", breaks: [.retiredSegment]) {
      $0.allowed = [1]
    },
    PolicyCase(name: "vendor list 0", breaks: [.noVendorList]) { $0.list = 0 },
    PolicyCase(name: "a restriction of purpose 0", breaks: [.restrictionOfNoPurpose]) {
      $0.restrictions = [.init(purpose: 0, kind: 0, ranges: [(755, 755)])]
    },
    PolicyCase(name: "a restriction of purpose 63", breaks: [.restrictionOfNoPurpose]) {
      $0.restrictions = [.init(purpose: 63, kind: 1, ranges: [(755, 755)])]
    },
    PolicyCase(name: "restrictions of purposes 1 and 24", breaks: []) {
      $0.restrictions = [
        .init(purpose: 1, kind: 1, ranges: [(755, 755)]),
        .init(purpose: 24, kind: 0, ranges: [(755, 755)]),
      ]
    },
    PolicyCase(name: "the same restriction twice", breaks: [.repeatedRestriction]) {
      $0.restrictions = [
        .init(purpose: 2, kind: 1, ranges: [(755, 755)]),
        .init(purpose: 2, kind: 1, ranges: [(1, 1)]),
      ]
    },
    PolicyCase(name: "CMP 0", breaks: [.unassignedCMP]) { $0.cmp = 0 },
    PolicyCase(name: "CMP 1", breaks: [.unassignedCMP]) { $0.cmp = 1 },
    PolicyCase(name: "dated within what clocks differ", breaks: [.timeOfDayTold]) {
      try $0.date("2026-11-22T06:26:00Z")
    },
    PolicyCase(name: "dated in the future", breaks: [.datedInFuture, .timeOfDayTold]) {
      try $0.date("2026-11-22T06:26:01Z")
    },
    PolicyCase(name: "more than 13 months old", breaks: [.reminderOverdue, .timeOfDayTold]) {
      try $0.date("2025-10-21T06:26:00Z")
    },
    PolicyCase(name: "not quite 13 months old", breaks: [.timeOfDayTold]) {
      try $0.date("2025-10-21T06:26:01Z")
    },
    PolicyCase(
      name: "several at once",
      breaks: [.globalScope, .purposeOneLegitimateInterest, .unassignedCMP]
    ) {
      $0.isServiceSpecific = false
      $0.interest = [1]
      $0.cmp = 0
    },
  ]
}

extension PlainTCString {
  /// Made and updated on the first day of TCF 2.3, or at another time.
  fileprivate mutating func date(_ text: String) throws {
    created = Int(try Timestamp(text).milliseconds / 100)
    lastUpdated = created
  }
}

@Suite("Policy rules of TC strings")
struct TCStringPolicyTests {
  @Test(arguments: PolicyCase.all)
  func `each broken rule is reported, and no other`(example: PolicyCase) throws {
    var plain = PlainTCString()
    plain.disclosed = [755]
    try plain.date("2026-03-01T00:00:00Z")
    try example.change(&plain)
    let string = try TCString(decoding: plain.text())
    let broken = string.violations(at: try Timestamp("2026-11-21T06:26:00Z"))
    #expect(Set(broken.map(\.rule)) == example.breaks)
    for violation in broken {
      #expect(violation.description.contains(violation.rule.source))
    }
  }

  @Test func `every rule has a case here`() {
    #expect(Set(PolicyCase.all.flatMap(\.breaks)) == Set(PolicyRule.allCases))
  }

  @Test func `an old string is held to the rules of its time`() throws {
    var plain = PlainTCString()
    plain.policy = 2
    plain.isServiceSpecific = false
    plain.interest = [3]
    plain.created = Int(try Timestamp("2020-01-26T17:01:00Z").milliseconds / 100)
    plain.lastUpdated = Int(try Timestamp("2020-06-01T00:00:00Z").milliseconds / 100)
    let string = try TCString(decoding: plain.text())
    #expect(string.violations(at: try Timestamp("2020-07-01T00:00:00Z")).isEmpty)
    let later = string.violations(at: try Timestamp("2021-09-01T00:00:00Z"))
    #expect(later.map(\.rule) == [.globalScope, .reminderOverdue])
  }
}
