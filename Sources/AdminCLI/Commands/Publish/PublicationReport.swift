// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem
import AdUpdate

/// What a command made of a publication, or would make.
struct PublicationReport: Sendable {
  /// The generation that phones take over.
  let generation: Int64
  /// Whether it is a new one.
  let isNew: Bool
  /// How many units it holds; nil where the document was not looked into.
  var units: Int?
  /// The SHA-256 of its document.
  let sha256: String
  /// How many bytes the document has.
  let bytes: Int64
  /// How many bytes the difference from the last generation has.
  var differenceBytes: Int64?
  /// The version of the root; nil before anything was signed.
  var rootVersion: Int64?

  init(_ signed: SignedPublication, units: Int? = nil) {
    generation = signed.generation
    isNew = signed.isNew
    self.units = units
    sha256 = signed.file.hashes[0].digits
    bytes = signed.file.length
    differenceBytes = signed.stepBytes
    rootVersion = signed.root.header.version
  }

  /// What publishing a document to a folder would make.
  init(of document: [UInt8], to folder: PublishedFolder, units: Int) {
    let last = folder.newest
    sha256 = ContentHasher.hash(document).hex
    bytes = Int64(document.count)
    isNew = last?.file.hashes[0].digits != sha256
    generation = (last?.number ?? 0) + (isNew ? 1 : 0)
    self.units = units
    rootVersion = folder.root?.header.version
  }

  static let columns: [Column<PublicationReport>] = [
    Column("generation", "Generation", meaning: "The generation that phones take over.") {
      .integer($0.generation)
    },
    Column("new", "New", meaning: "Whether it is a new one.") { .flag($0.isNew) },
    Column("units", "Units", meaning: "The units, or how many there are.") {
      .optional(integer: $0.units)
    },
    Column("sha256", "SHA-256", meaning: "The SHA-256 of its document.") { .text($0.sha256) },
    Column("bytes", "Bytes", meaning: "How many bytes its document has.") { .integer($0.bytes) },
    Column(
      "differenceBytes", "Difference",
      meaning: "How many bytes the difference from the last generation has."
    ) { .optional(integer: $0.differenceBytes) },
    Column("rootVersion", "Root", meaning: "The version of the root, which names all keys.") {
      .optional(integer: $0.rootVersion)
    },
  ]
}

/// What all commands that sign have in common.
enum SigningOptions {
  static let folder = Argument(
    ValueKind<String>("DIR", expected: "a folder name", completion: .folder) {
      $0.isEmpty ? nil : $0.withoutLastSlashes
    }, "The folder of the publication.")
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
    guard let keys = run.input[keys]?.withoutLastSlashes else {
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
    guard OpenSSL.isInstalled else {
      throw Failure(.notFound, "openssl is not installed, and signs.", try: "install openssl 3")
    }
    return keys
  }

  /// The keys in a folder.
  static func keys(in folder: String, _ run: CommandRun) throws -> SigningKeys {
    try SigningKeys(
      folder: folder, command: run.input[command], openssl: try OpenSSL(), run)
  }
}
