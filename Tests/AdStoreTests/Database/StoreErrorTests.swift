// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdStore

@Suite struct StoreErrorTests {
  @Test func `errors speak of the library, not of a program that is not there`() {
    let unit = AdUnitID(validated: "u")
    let recoveries: [StoreError.Recovery] = [
      .createDatabase, .replaceEmptyFile, .migrate, .compareMigrations, .findDamage, .verifyLedger,
      .finishErasing, .updateProgram, .changeUnit(unit), .restoreUnit(unit), .listSessions,
      .listLoadedUnits,
    ]
    for recovery in recoveries {
      let error = StoreError(.unexpected, "words", recovery: recovery)
      #expect(error.description == "words; \(recovery)")
      #expect(!error.description.contains("adview-admin"))
    }
  }
}
