// SPDX-License-Identifier: MIT
import AdStore

extension Failure {
  /// What an error of the store means to whoever typed the command.
  init(_ error: StoreError, hints: CommandLineHints) {
    var hint: String?
    if let advice = error.advice {
      hint = advice.hasPrefix("adview-admin ") ? hints.onSameDatabase(advice) : advice
    } else if let near = error.suggestions.first {
      hint = hints.corrected(message: error.message, meant: near)
    } else if error.code == .noSuchUnit {
      hint = hints.onSameDatabase("adview-admin unit list")
    } else if error.code == .noSuchPage {
      hint = hints.onSameDatabase("adview-admin page list")
    } else if error.code == .noSuchSubject {
      hint = hints.onSameDatabase("adview-admin consent list")
    } else if error.code == .noSuchTargeting {
      hint = hints.onSameDatabase("adview-admin targeting list")
    } else if let words = Self.consentHint(error.code) {
      hint = words.hasPrefix("adview-admin ") ? hints.onSameDatabase(words) : words
    } else if error.code == .notADatabase || error.code == .foreignFile {
      hint = "name another file with --db"
    }
    self.init(Self.exit(of: error.code), "\(error.message).", try: hint)
  }

  /// What to do where consent or the keys of people are concerned.
  private static func consentHint(_ code: StoreError.Code) -> String? {
    switch code {
    case .erasurePending:
      "end the other programs that read the file, then adview-admin consent erase --scrub --yes"
    case .secretMissing:
      "export ADVIEW_SUBJECT_SECRET_FILE=FILE, the file of the secret that the keys were hashed with"
    case .secretDiffers:
      "name the file of the right secret in ADVIEW_SUBJECT_SECRET_FILE, or change the secret with "
        + "adview-admin consent rekey"
    case .keysArePlain: "adview-admin consent rekey"
    case .keysMissing: "name everybody's key, one a line"
    default: nil
    }
  }

  /// A code of the store as what the process ends with; one that is not known here is a failure to
  /// read or write.
  private static func exit(of code: StoreError.Code) -> ExitCode {
    switch code {
    case .missingFile, .noSuchUnit, .noSuchPage, .noSuchTargeting, .noSuchSession, .noSuchSubject:
      .notFound
    case .fileExists, .cannotCreate:
      .cannotCreate
    case .notADatabase, .foreignFile, .olderSchema, .alteredMigrations, .corrupt, .constraint,
      .unitExists, .idWasUsed, .unitArchived, .sessionExists, .alteredSchema, .keysMissing,
      .splitSubject:
      .badData
    case .newerSchema: .newerSchema
    case .busy, .erasurePending: .busy
    case .badCursor, .secretMissing, .secretDiffers, .keysArePlain: .usage
    case .interrupted: .interrupted
    default: .inputOutput
    }
  }
}
