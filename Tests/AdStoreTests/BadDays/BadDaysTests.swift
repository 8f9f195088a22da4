// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// Devices with power cuts, kills, full and failing disks, wrong clocks, restored backups and
/// strangers who change the file.
///
/// A seed that fails is printed and fails again: `ADVIEW_SEED=17 swift test --filter BadDaysTests`.
/// `scripts/test --days 1000` lives more days.
@Suite struct BadDaysTests {
  /// How many days one device lives.
  private static let daysEach = 10

  @Test func `nothing acknowledged is lost, nothing denied is stored, nothing forged gets in`()
    throws
  {
    let environment = ProcessInfo.processInfo.environment
    let days = environment["ADVIEW_DAYS"].flatMap(Int.init) ?? 30
    let first = environment["ADVIEW_SEED"].flatMap(UInt64.init) ?? 1
    var (deaths, failures, steps) = (0, 0, 0)
    for seed in first..<first + UInt64((days + Self.daysEach - 1) / Self.daysEach) {
      let device = try BadDays(seed: seed)
      do {
        try device.live(days: Self.daysEach)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
      deaths += device.deaths
      failures += device.failures
      steps += device.steps.count
    }
    print("\(days) days, \(steps) steps, \(deaths) deaths, \(failures) refusals")
  }

  /// What is left out, and what that breaks.
  @Test(arguments: [
    ("syncs", BadDays.Defences(syncs: false)),
    ("the check of the schema", BadDays.Defences(checksSchema: false)),
    ("the check of an export's cursor", BadDays.Defences(checksCursor: false)),
  ])
  func `without one of the defences it fails`(name: String, defences: BadDays.Defences) throws {
    for seed in UInt64(1)...200 {
      do {
        try BadDays(seed: seed, defences: defences).live(days: Self.daysEach)
      } catch is BrokenPromise {
        return
      }
    }
    Issue.record("nothing was missed without \(name)")
  }
}
