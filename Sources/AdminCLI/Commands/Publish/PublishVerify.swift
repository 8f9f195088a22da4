// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem
import AdUpdate

/// `publish verify DIR`.
enum PublishVerify {
  static let root = Option(
    "root", .file, "The root that apps were shipped with; else the oldest that is there.")

  static let command = Command(
    answering: "verify", "Check all that is published, as a phone would and further.",
    details: """
      Follows the roots from the first one, checks every signature, length, hash and end, reads the \
      document of the generation, applies every difference to the generation that it begins at, and \
      looks for what does not belong there. Ends with 1 where anything is wrong.
      """,
    effect: .reads, output: .keys(of: columns), arguments: [SigningOptions.folder],
    options: [root],
    examples: [
      Example("publish verify public/ads", "Before it is copied to the host."),
      Example(
        "publish verify public/ads --root app/root.json", "From what apps were shipped with."),
    ]
  ) { run in
    try OpenSSL.require(to: "checks signatures")
    let path = run.input[SigningOptions.folder]
    let first = try run.read(run.input[root] ?? "\(path)/metadata/1.root.json", atMost: .line)
    var check = PublicationCheck(path, run)
    try check.check(from: first)
    try run.list(check.problems, columns, empty: "nothing is wrong")
    if check.problems.isEmpty {
      try run.note(
        "generation \(check.generation), \(check.differenceCount.counted("difference")): every "
          + "signature, hash and difference holds")
    }
    return check.problems.isEmpty ? .done : .answerIsNo
  }

  private static let columns: [Column<PublicationCheck.Problem>] = [
    Column("file", "File", meaning: "The file, below the folder.") { $0.file },
    Column("problem", "Problem", meaning: "What is wrong with it.") { $0.problem },
  ]
}
