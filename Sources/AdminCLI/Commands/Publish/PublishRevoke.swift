// SPDX-License-Identifier: MIT
import AdModel
import AdSystem
import AdUpdate

/// `publish revoke DIR KEY…`.
enum PublishRevoke {
  static let key = Argument(
    ValueKind<String>("KEY", expected: "a key") { $0.isEmpty ? nil : $0 },
    "A key that is no longer to be trusted: the first 8 or more digits of its id, or the name of its "
      + "file without .pem.", count: .many)

  static let command = Command(
    "revoke", "Take a key's trust away, and sign again what it signed.",
    details: """
      A new root no longer names the key, and whatever it had signed is signed by others. Its file becomes \
      revoked-NAME.pem. Where the role has too few keys left and the file held the private key, a new \
      key is made in the folder; else put the new one there first. Enough keys of the root have to be \
      there, those of the root that is replaced among them.

      Phones trust the key until they see the new root: publish it everywhere at once. Where somebody else \
      may have used a key of targets, revoke those of snapshot and timestamp with it: phones then forget \
      how far these had been counted up.
      """,
    effect: .destroys, output: .keys(of: PublicationReport.columns, .dryRun),
    arguments: [SigningOptions.folder, key], options: SigningOptions.all,
    examples: [
      Example("publish revoke public/ads 3f9a12cd --signing-keys keys --yes", "A key that leaked.")
    ]
  ) { run in
    let path = run.input[SigningOptions.folder]
    let keysFolder = try SigningOptions.keysFolder(for: path, run)
    let folder = try PublishedFolder.standing(path, run)
    let keys = try SigningOptions.keys(in: keysFolder, run)
    let revoked = try Self.ids(run.input.all(key), in: folder, keys)
    let names = revoked.map { String($0.prefix(8)) }.sorted().joined(separator: ", ")
    if run.isDryRun {
      let report = try PublicationReport(of: folder)
      return try run.tell(
        report,
        orPrint: "would revoke \(names) and sign generation \(report.generation) again")
    }
    try run.confirm("Revoke \(names) for good?")
    try SigningOptions.withFolder(path, run) { folder in
      // Before anything is signed: whoever is interrupted here and publishes revokes it all the same.
      for entry in keys.entries where revoked.contains(entry.key.id) && entry.role != nil {
        try run.host.files.layer.rename(entry.path, "\(keysFolder)/revoked-\(entry.name).pem")
      }
      try Self.replace(revoked, of: folder, keys, in: keysFolder, run)
      let signed = try SignedPublication(
        of: nil, in: folder, keys: try SigningOptions.keys(in: keysFolder, run),
        SigningOptions.terms(run), revoking: revoked, run)
      try run.note("revoked \(names): root \(signed.root.header.version) no longer names it")
      try run.tell(PublicationReport(signed))
    }
  }

  /// The ids of keys that the beginnings of their ids or the names of their files name.
  private static func ids(
    _ beginnings: [String], in folder: PublishedFolder, _ keys: SigningKeys
  ) throws -> Set<String> {
    let known = Set((folder.root.map { Array($0.keys.keys) } ?? []) + keys.entries.map(\.key.id))
    var ids: Set<String> = []
    for beginning in beginnings {
      let named = keys.entries.filter { $0.name == beginning && $0.role != nil }.map(\.key.id)
      let digits = beginning.lowercased()
      let found =
        named.isEmpty && digits.utf8.count >= 8
        ? known.filter { $0.hasPrefix(digits) } : Set(named)
      guard found.count == 1, let id = found.first else {
        throw Failure(
          .notFound,
          found.isEmpty
            ? "no key of the publication is called \(beginning.quotedForDisplay)."
            : "more than one key begins with \(beginning.quotedForDisplay).",
          try: "adview-admin publish status \(folder.path.quotedForShell) --format json")
      }
      ids.insert(id)
    }
    return ids
  }

  /// Makes new keys where a role has too few without those that are revoked.
  private static func replace(
    _ revoked: Set<String>, of folder: PublishedFolder, _ keys: SigningKeys, in keysFolder: String,
    _ run: CommandRun
  ) throws {
    for (role, standing) in folder.roles {
      let gone = keys.entries.filter { revoked.contains($0.key.id) && $0.role == role }
      let left = Set(keys.keys(of: role).map(\.id)).subtracting(revoked)
      let wanted = SigningOptions.terms(run).threshold(of: role, after: standing) - left.count
      guard wanted > 0, gone.contains(where: \.isPrivate) else { continue }
      var made = 0
      var number = 1
      while made < wanted {
        number += 1
        let name = "\(role.rawValue)-\(number)"
        let isTaken = ["", "old-", "revoked-"].contains {
          run.host.files.exists("\(keysFolder)/\($0)\(name).pem")
        }
        if isTaken { continue }
        try SigningKeys.make(name, in: keysFolder, run)
        made += 1
      }
    }
  }
}
