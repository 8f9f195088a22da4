// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSystem

/// `consent stamp NOTE`.
enum ConsentStamp {
  static let note = Argument(
    .file, "A signed head, as 'consent head' writes it with --signing-key.")
  static let authority = Option("authority", .text, "The address of the authority: https://…")
  static let authorityCommand = Option(
    "authority-command", .file,
    "A program instead, which reads the question on standard input and writes the reply.")
  static let authorityCA = Option(
    "authority-ca", .file,
    "The certificates, as PEM, that the authority's own must lead to; else those that openssl trusts."
  )

  static let command = Command(
    "stamp", "Have an authority say that it saw a signed head, and when.",
    details: """
      The time of an entry is this machine's own word. An authority (RFC 3161) signs the hash of the note with its \
      own time, and learns nothing else. The stamp is checked and written beside the note, as NOTE.tsr, for \
      --stamp of 'consent verify'; one that is there already is never replaced, for it is worth more the older \
      it is. Once a day is enough: what is in the ledger then, was there by then.
      """,
    effect: .reads, output: .keys(of: columns), arguments: [note],
    options: [authority, authorityCommand, authorityCA],
    examples: [
      Example(
        "consent stamp head.note --authority https://freetsa.org/tsr --authority-ca cacert.pem",
        "Asked of an authority on the web."),
      Example("consent stamp head.note --authority-command ./ask", "Asked by a program of yours."),
    ]
  ) { run in
    let path = run.input[note]
    if path == "-" {
      throw Failure(
        .usage, "the stamp is written beside the note, which has no name on standard input.",
        try: "the note in a file")
    }
    let bytes = try run.read(path)
    guard let head = SignedNote(document: bytes), LedgerHead(checkpoint: head.text) != nil else {
      throw Failure(
        .badData, "\(path.quotedForDisplay) is no signed head.",
        try: "what 'adview-admin consent head' wrote with --signing-key")
    }
    let target = "\(path).tsr"
    if run.host.files.exists(target) {
      throw Failure(
        .cannotCreate, "\(target.quotedForDisplay) exists already; no stamp is replaced.",
        try: "a new head, in a file of its own")
    }
    let openssl = try OpenSSL()
    guard let query = TimestampToken.query(for: bytes, openssl) else {
      throw Failure(.inputOutput, "openssl asked no question.", try: "openssl ts -help")
    }
    let reply = try reply(to: query, openssl, run)
    let token = TimestampToken(reply, of: bytes, trusting: run.input[authorityCA], openssl)
    guard let token else {
      throw Failure(
        .badData, "the reply is no stamp of this note by an authority that is trusted.",
        try: run.again(with: "--authority-ca FILE"))
    }
    try run.host.files.write(token.reply, to: target, for: .owner)
    try run.fields(Stamp(file: target, time: token.time), columns)
  }

  private struct Stamp: Sendable {
    let file: String
    let time: Timestamp
  }

  private static let columns: [Column<Stamp>] = [
    Column("stamp", "Stamp", meaning: "The file with the stamp.") { $0.file },
    Column("time", "Time", meaning: "When, by the authority's clock.") { $0.time },
  ]

  /// A reply is some kilobytes of certificates.
  private static let mostBytes = 1 << 18

  private static func reply(
    to query: [UInt8], _ openssl: OpenSSL, _ run: CommandRun
  ) throws -> [UInt8] {
    switch (run.input[authority], run.input[authorityCommand]) {
    case (let address?, nil):
      let answer = try Curl().post(
        query, as: "application/timestamp-query", to: address, atMost: mostBytes)
      switch answer {
      case .arrived(let bytes, _) where bytes.count <= mostBytes: return bytes
      case .failed(let reason):
        throw Failure(.inputOutput, "\(address.quotedForDisplay): \(reason).", try: "later again")
      case .missing:
        throw Failure(
          .inputOutput, "\(address.quotedForDisplay) is not there.", try: "another address")
      case .arrived, .cut:
        throw Failure(
          .inputOutput, "\(address.quotedForDisplay) sent no whole reply.", try: "later again")
      }
    case (nil, let program?):
      guard let file = openssl.write(query, "query") else {
        throw Failure(.inputOutput, "the question could not be written.", try: "free space")
      }
      let child = ChildProcess([program], input: file, atMost: mostBytes)
      guard child.exitCode == 0 else {
        throw Failure(
          .inputOutput,
          "\(program.quotedForDisplay) ended with \(child.exitCode.map(String.init) ?? "a signal").",
          try: "running it by itself")
      }
      return child.output
    default:
      throw Failure(.usage, "one of --authority and --authority-command says whom to ask.")
    }
  }
}
