// SPDX-License-Identifier: MIT
import AdModel
import AdSystem

/// What all commands that sign have in common.
enum SigningOptions {
  static let folder = Argument(.folder, "The folder of the publication.")
  static let keys = Option(
    "signing-keys", .folder, "The folder with the keys that sign, as PEM files.")
  static let command = Option(
    "signing-command", .file,
    "The program that signs with keys whose private halves are not in the folder.")
  static let days = Option(
    "expires", choice("ROLE=DAYS", "days, from 1 to 3650", 1...3650),
    "For how many days a role's metadata is signed.", repeats: true)
  static let thresholds = Option(
    "threshold", choice("ROLE=N", "a number, from 1 to 16", 1...16),
    "How many keys of a role have to sign.", repeats: true)

  static let all: [any DeclaresOption] = [keys, command, days, thresholds]

  private static func choice(
    _ placeholder: String, _ words: String, _ range: ClosedRange<Int64>
  ) -> ValueKind<SigningTerms.Choice> {
    let roles = SigningKeys.Role.allCases.map(\.rawValue).joinedWithOr
    return ValueKind(placeholder, expected: "\(roles), an equals sign and \(words)") { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let role = SigningKeys.Role(rawValue: String(parts[0])),
        let number = Int64(parts[1]), range.contains(number)
      else { return nil }
      return SigningTerms.Choice(role: role, number: number)
    }
  }

  /// How the user wants to sign.
  static func terms(_ run: CommandRun) -> SigningTerms {
    SigningTerms(days: run.input.all(days), thresholds: run.input.all(thresholds))
  }

  /// The folder with the keys.
  /// - Throws: ``Failure`` where none is named, where it would be published with the rest, and where
  ///   nothing can sign here.
  static func keysFolder(for folder: String, _ run: CommandRun) throws -> String {
    guard let keys = run.input[keys] else {
      throw Failure(
        .usage, "what is published is signed, and needs --signing-keys.",
        try: run.again(with: "--signing-keys DIR"))
    }
    guard keys != folder, !keys.hasPrefix("\(folder)/") else {
      throw Failure(
        .usage,
        "\(keys.quotedForDisplay) would be published with the rest, and holds private keys.",
        try: "a folder for the keys that is outside of \(folder.quotedForShell)")
    }
    try OpenSSL.require(to: "signs")
    return keys
  }

  /// The keys in a folder.
  static func keys(in folder: String, _ run: CommandRun) throws -> SigningKeys {
    try SigningKeys(folder: folder, command: run.input[command], openssl: try OpenSSL(), run)
  }

  /// Works on a folder that phones follow, which nobody else publishes to meanwhile. One that is made for it
  /// goes again where nothing came into it.
  /// - Parameter body: Takes what lies in the folder.
  /// - Throws: ``Failure`` where another process publishes to it; what `body` throws.
  static func withFolder(
    _ path: String, _ run: CommandRun, _ body: (PublishedFolder) throws -> Void
  ) throws {
    let isNew = !run.host.files.exists(path)
    try run.host.files.makeFolder(path)
    defer { if isNew { run.host.files.layer.removeEmptyFolder(path) } }
    try alone(in: path, run) { try body(try PublishedFolder(path, run)) }
  }

  /// Works on a folder to which nobody else publishes meanwhile.
  /// - Throws: ``Failure`` with `busy` where another process publishes to it; what `body` throws.
  static func alone(in path: String, _ run: CommandRun, _ body: () throws -> Void) throws {
    guard let lock = try FolderLock.taken(path, layer: run.host.files.layer) else {
      throw Failure(
        .busy, "another process publishes to \(path.quotedForDisplay).",
        try: "again once it has ended")
    }
    try withExtendedLifetime(lock, body)
  }
}
