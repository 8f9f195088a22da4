// SPDX-License-Identifier: MIT

/// What the program tells its caller when it ends.
///
/// The numbers from 64 are those of `sysexits.h`, so that scripts need no table of ours.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// The work is done.
  case done = 0
  /// The question was answered, and the answer is no: findings, a difference, a failed check.
  case answerIsNo = 1
  /// The command line is wrong.
  case usage = 64
  /// A file or the database holds data that cannot be used.
  case badData = 65
  /// No such database, unit, page, session or file.
  case notFound = 66
  /// A file cannot be created; a file, unit or session exists already.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Another process holds the database; the same command may work later.
  case busy = 75
  /// Consent refuses it.
  case refused = 77
  /// The database was written by a newer version of this program.
  case newerSchema = 78
  /// The user pressed Ctrl-C; the number that shells give for it. The process ends with 143 where it
  /// was TERM, and with 129 where its terminal went.
  case interrupted = 130

  /// One line for `adview-admin --help`.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .answerIsNo: "the answer is no: findings, a difference, a failed check"
    case .usage: "the command line is wrong"
    case .badData: "a file or the database holds bad data"
    case .notFound: "no such database, unit, page, session or file"
    case .cannotCreate: "it cannot be created, or exists already: a file, unit or session"
    case .inputOutput: "reading or writing failed"
    case .busy: "another process is at it: try again"
    case .refused: "consent refuses it"
    case .newerSchema: "the database is newer than this program"
    case .interrupted: "interrupted (143 by TERM, 129 by HUP)"
    }
  }
}
