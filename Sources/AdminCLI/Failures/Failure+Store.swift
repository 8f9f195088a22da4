// SPDX-License-Identifier: MIT
import AdStore

extension Failure {
  /// What an error of the store means to whoever typed the command.
  init(_ error: StoreError, hints: CommandLineHints) {
    var message = error.message
    var hint: String?
    if let advice = error.advice {
      if advice.hasPrefix("adview-admin ") {
        hint = hints.onSameDatabase(advice)
      } else {
        message += "; \(advice)"
      }
    } else if let near = error.suggestions.first {
      hint = hints.corrected(message: message, meant: near)
    } else if error.code == .noSuchUnit {
      hint = hints.onSameDatabase("adview-admin unit list")
    } else if error.code == .noSuchPage {
      hint = hints.onSameDatabase("adview-admin page list")
    }
    self.init(Self.exits[error.code] ?? .inputOutput, "\(message).", try: hint)
  }

  private static let exits: [StoreError.Code: ExitCode] = [
    .missingFile: .notFound,
    .noSuchUnit: .notFound,
    .noSuchPage: .notFound,
    .noSuchTargeting: .notFound,
    .noSuchSubject: .notFound,
    .fileExists: .cannotCreate,
    .cannotCreate: .cannotCreate,
    .notADatabase: .badData,
    .foreignFile: .badData,
    .olderSchema: .badData,
    .alteredMigrations: .badData,
    .corrupt: .badData,
    .constraint: .badData,
    .unitExists: .badData,
    .idWasUsed: .badData,
    .unitArchived: .badData,
    .newerSchema: .newerSchema,
    .busy: .busy,
    .erasurePending: .busy,
    .interrupted: .interrupted,
    .readOnly: .inputOutput,
    .full: .inputOutput,
    .inputOutput: .inputOutput,
    .closed: .inputOutput,
    .unexpected: .inputOutput,
  ]
}
