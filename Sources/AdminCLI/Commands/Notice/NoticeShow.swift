// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `notice show HASH`.
enum NoticeShow {
  static let hash = Argument(.noticeHash, "What a record names it by, or the SHA-256 of its text.")
  static let textOut = Option("text-out", .writtenFile, "Write its text or code there.")
  static let pictureOut = Option("picture-out", .writtenFile, "Write its picture there.")

  static let command = Command(
    "show", "Show a notice, and write its text and its picture into files.",
    details: """
      Everything is held against its hash: a notice that is not what was kept is refused.
      """,
    effect: .reads, output: .keys(of: NoticeView.columns), arguments: [hash],
    options: [textOut, pictureOut],
    examples: [
      Example(
        "notice show 3f5d1c0e8a7b9d2436f1e0c5b8a79d2463f1e0c5b8a79d2463f1e0c5b8a79d24 --text-out notice.html",
        "What was shown.")
    ]
  ) { run in
    let notice = try run.withConsent(.readOnly) { try $0.shownNotice(run.input[hash]) }
    guard let notice else {
      throw Failure(.notFound, "no such notice is kept.", try: "adview-admin notice list")
    }
    if let file = run.input[textOut] { try run.write(notice.text.bytes, toFile: file) }
    if let file = run.input[pictureOut] {
      guard let picture = notice.picture else {
        throw Failure(.notFound, "this notice was kept without a picture.", try: "--text-out FILE")
      }
      try run.write(picture.bytes, toFile: file)
    }
    try run.fields(NoticeView(notice: notice), NoticeView.columns)
  }
}
