// SPDX-License-Identifier: MIT
import AdModel
import AdSystem

/// An authority's word on when it saw some bytes (RFC 3161), asked for and checked by the machine's
/// `openssl`.
struct TimestampToken {
  /// The reply as the authority gave it.
  let reply: [UInt8]
  /// When, by the authority's clock.
  let time: Timestamp

  /// Checks a reply.
  /// - Parameters:
  ///   - bytes: What it is of.
  ///   - authorities: The file with the certificates that the authority's own must lead to; nil for those
  ///     that this machine trusts.
  /// - Returns: Nil where it is of something else, or of nobody who is trusted for this.
  init?(
    _ reply: [UInt8], of bytes: [UInt8], trusting authorities: String?, _ openssl: OpenSSL
  ) {
    guard let replyFile = openssl.write(reply, "reply"),
      let bytesFile = openssl.write(bytes, "stamped")
    else { return nil }
    let trust = authorities.map { ["-CAfile", $0] } ?? ["-CApath", "\(Self.trustFolder)/certs"]
    let check = ChildProcess(
      ["openssl", "ts", "-verify", "-data", bytesFile, "-in", replyFile] + trust)
    let told = ChildProcess(["openssl", "ts", "-reply", "-in", replyFile, "-text"])
    guard check.exitCode == 0, told.exitCode == 0,
      let time = Self.time(in: String(decoding: told.output, as: UTF8.self))
    else { return nil }
    self.reply = reply
    self.time = time
  }

  /// The question to an authority, with a random number that its reply must repeat.
  /// - Returns: Nil where `openssl` asks none.
  static func query(for bytes: [UInt8], _ openssl: OpenSSL) -> [UInt8]? {
    guard let file = openssl.write(bytes, "stamped") else { return nil }
    let query = ChildProcess(["openssl", "ts", "-query", "-data", file, "-sha256", "-cert"])
    return query.exitCode == 0 && !query.output.isEmpty ? query.output : nil
  }

  /// Where `openssl` keeps what it trusts.
  private static var trustFolder: String {
    let told = String(decoding: ChildProcess(["openssl", "version", "-d"]).output, as: UTF8.self)
    return told.split(separator: "\"").dropFirst().first.map(String.init) ?? "/etc/ssl"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time in the words of `openssl`: `Time stamp: Nov  4 03:56:48.25 2026 GMT`.
  static func time(in text: String) -> Timestamp? {
    let title = "Time stamp: "
    guard let line = text.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix(title) })
    else { return nil }
    let words = line.dropFirst(title.count).split(separator: " ")
    guard words.count == 5, words[4] == "GMT",
      let month = months.firstIndex(of: String(words[0])), words[1].count <= 2
    else { return nil }
    func two(_ text: some StringProtocol) -> String { text.count < 2 ? "0\(text)" : "\(text)" }
    return try? Timestamp("\(words[3])-\(two("\(month + 1)"))-\(two(words[1]))T\(words[2])Z")
  }
}
