// SPDX-License-Identifier: MIT
import HostingSchedules

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// schedules COUNT [FIRST SEED]: runs hosted pages through random schedules against the written
// invariants, and ends with 1 where one is broken.
let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = arguments.first ?? 100_000
let first = arguments.dropFirst().first ?? 1
var causes: [String: Int] = [:]
var renders = 0
for seed in first..<first + count {
  var schedule = try HostingSchedule(seed: seed)
  let outcome = schedule.run(steps: 25)
  guard outcome.violations.isEmpty else {
    print("seed \(seed): " + outcome.violations.joined(separator: "\n  "))
    exit(1)
  }
  causes.merge(outcome.causes, uniquingKeysWith: +)
  renders += outcome.renders
}
print(
  "\(count) schedules from seed \(first), \(HostingSchedule.invariants.count) invariants, "
    + "\(causes.values.reduce(0, +)) transitions, \(renders) ads rendered: none broken")
for (cause, number) in causes.sorted(by: { $0.key < $1.key }) { print("  \(cause): \(number)") }
