// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `notice add FILE`.
enum NoticeAdd {
  static let text = Argument(.file, "Its text or code, as it was shown.")
  static let id = Option("id", .text, "Its id at the consent platform.")
  static let version = Option("notice-version", .text, "Which version of it.")
  static let language = Option("language", .text, "The language that it is in.")
  static let picture = Option("picture", .file, "What it looked like.")
  static let purposes = Option("purposes", .items, "The purposes that it asked about.")
  static let vendors = Option("vendors", .items, "The vendors that it named.")
  static let mediaType = Option(
    "media-type", .text, "The kind of the text, as in text/html.",
    defaultDescription: "by the file's ending")

  static let command = Command(
    "add", "Keep a notice as it is shown, so that it can be put on the table years later.",
    details: """
      What is printed as its hash is what records name it by: 'consent set' takes it with --notice. It covers \
      text, picture, language, purposes and vendors, and stands in the ledger with each record, so a notice \
      that was altered later is told by 'consent verify'. The same notice is kept once. Nothing of it may be \
      about a person: it is kept beyond every erasure.
      """,
    effect: .changes, output: .keys(of: NoticeView.columns, .dryRun),
    arguments: [text],
    options: [id, version, language, picture, purposes, vendors, mediaType],
    examples: [
      Example(
        "notice add notice.html --id n1 --notice-version 3 --language de --picture notice.png",
        "Before it is shown to anybody.")
    ]
  ) { run in
    let path = run.input[text]
    let notice = ShownNotice(
      id: run.input[id], version: run.input[version], language: run.input[language],
      text: try document(path, as: run.input[mediaType], run),
      picture: try run.input[picture].map { try document($0, as: nil, run) },
      purposes: run.input[purposes] ?? [], vendors: run.input[vendors] ?? [])
    try run.withConsent(.readWrite, by: .rule) { consent in
      _ = try consent.keep(notice, at: run.now, commits: !run.isDryRun)
    }
    if run.isDryRun { try run.note("would keep this notice") }
    try run.fields(
      NoticeView(notice: notice, keptAt: run.now), NoticeView.columns + run.dryRunColumns())
  }

  /// The kinds of files that a notice is made of, by their endings.
  private static let mediaTypes = [
    "html": "text/html", "htm": "text/html", "txt": "text/plain", "md": "text/markdown",
    "json": "application/json", "js": "text/javascript", "pdf": "application/pdf",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    "svg": "image/svg+xml", "heic": "image/heic",
  ]

  private static func document(
    _ path: String, as told: String?, _ run: CommandRun
  ) throws -> ShownNotice.Document {
    let ending = path.split(separator: ".").last.map { String($0).lowercased() } ?? ""
    guard let mediaType = told ?? mediaTypes[ending] else {
      throw Failure(
        .usage, "\(path.quotedForDisplay) does not tell by its ending what it is.",
        try: run.again(with: "--media-type text/html"))
    }
    return try ShownNotice.Document(mediaType, run.read(path))
  }
}
