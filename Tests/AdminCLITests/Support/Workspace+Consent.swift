// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

extension Workspace {
  /// Records that a person answered everything that Google's ads ask for in the same way.
  func answer(_ choice: ConsentChoice, for subject: String) throws {
    let database = try AdDatabase(path: path("adview.sqlite"), access: .readWrite)
    let statement = ConsentStatement(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: .gdpr, at: host.time)
    try ConsentRepository(database).set(statement, for: try SubjectKey(subject), at: host.time)
    try database.close()
  }
}
