// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate

/// `publish status DIR`.
enum PublishStatus {
  static let command = Command(
    answering: "status", "Tell what is published, who signs it, and when that ends.",
    details: """
      One line for each role. What is good for less than a third of the time that it was signed for \
      should have been signed again: the command then ends with 1, so that whoever runs it every day is \
      told before phones are. It looks at metadata alone; 'publish verify' checks everything.
      """,
    effect: .reads, output: .keys(of: columns), arguments: [SigningOptions.folder],
    examples: [
      Example("publish status public/ads", "Roles with their versions, keys and ends.")
    ]
  ) { run in
    let folder = try PublishedFolder.standing(run.input[SigningOptions.folder], run)
    let rows = Self.rows(of: folder, run.now)
    try run.list(rows, columns)
    if let newest = folder.newest {
      var older: [Int64] = []
      try folder.forEachGeneration { generation in
        if generation.number != newest.number { older.append(generation.number) }
        return older.count < 1000
      }
      let ways = older.last.map { "\($0) to \(newest.number - 1) can be gone back to" }
      try run.note(
        "generation \(newest.number), \(newest.file.length.counted("byte")); "
          + (ways ?? "there is no older one"))
    }
    return rows.contains { $0.state != .good } ? .answerIsNo : .done
  }

  /// How long metadata is good for.
  private enum State: String {
    case good, soon, ended

    var tone: Cell.Tone {
      switch self {
      case .good: .good
      case .soon: .warning
      case .ended: .bad
      }
    }
  }

  private struct Row: Sendable {
    let role: SigningKeys.Role
    let header: MetadataHeader
    let signing: SigningRole
    let state: State
    let left: Int64
    var generation: Int64?
  }

  private static func rows(of folder: PublishedFolder, _ now: Timestamp) -> [Row] {
    let signing = folder.roles
    return SigningKeys.Role.allCases.compactMap { role in
      guard let header = folder.header(of: role), let keys = signing[role] else { return nil }
      let state: State =
        header.expires <= now
        ? .ended : SigningTerms.endsSoon(header, role, at: now) ? .soon : .good
      return Row(
        role: role, header: header, signing: keys, state: state,
        left: header.expires.milliseconds - now.milliseconds,
        generation: role == .targets ? folder.newest?.number : nil)
    }
  }

  private static let columns: [Column<Row>] = [
    Column("role", "Role", meaning: "What the metadata says: root, timestamp, snapshot or targets.")
    { $0.role.rawValue },
    Column("version", "Version", .trailing, meaning: "The version of the metadata.") {
      $0.header.version
    },
    Column("expires", "Ends", meaning: "When it is no longer to be trusted.") { $0.header.expires },
    Column(
      "leftMs", "Left", .trailing, meaning: "How long that is from now; below 0 where it has ended."
    ) { $0.left }.showing { .text("\($0.left / 86_400_000) d") },
    Column("state", "State", meaning: "good; soon, where it should have been signed again; ended.")
    { Cell.toned($0.state.rawValue, $0.state.tone) },
    Column("threshold", "Needs", .trailing, meaning: "How many of its keys have to sign.") {
      $0.signing.threshold
    },
    Column("keys", "Keys", meaning: "The ids of its keys.") { $0.signing.keyIDs }.showing {
      .text($0.signing.keyIDs.map { String($0.prefix(8)) }.joined(separator: " "))
    },
    Column(
      "generation", "Generation", .trailing,
      meaning: "Of targets, the generation that phones take over."
    ) { $0.generation },
  ]
}
