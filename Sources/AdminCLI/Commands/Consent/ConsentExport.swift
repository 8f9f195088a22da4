// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent export SUBJECT`.
enum ConsentExport {
  static let receipt = Flag(
    "receipt", "A receipt of the current consent in the shape of ISO/IEC TS 27560.")
  static let deviceKeys = Flag(
    "device-keys", "The keys that a CMP keeps on the device (IABTCF_…, IABGPP_…), with types.")
  static let didomi = Flag("didomi", "The user status that Didomi's web SDK takes.")
  static let query = Flag("query", "The same as a query string for web views without scripts.")

  static let command = Command(
    "export", "Export what is held of a person, or hand their consent on.",
    details: """
      Without an option, everything that is held: the answer to a request for access. A receipt \
      carries the proof that the record is in the ledger. What is handed on to pages and devices is \
      refused with 77 where no ad may load.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .reads, arguments: [ConsentOptions.subject],
    options: [
      ConsentOptions.subjectFile, receipt, deviceKeys, didomi, query, ConsentReceipt.controller,
      ConsentReceipt.contact,
      ConsentReceipt.withdrawal,
    ] + GateOptions.all,
    examples: [
      Example("consent export user-17", "Everything, as JSON."),
      Example("consent export user-17 --receipt --controller 'Example A/S'", "For the person."),
      Example("consent export user-17 --device-keys", "For UserDefaults or SharedPreferences."),
    ]
  ) { run in
    let input = run.input
    let forms = [input[receipt], input[deviceKeys], input[didomi], input[query]]
    guard forms.filter({ $0 }).count < 2 else {
      throw Failure(
        .usage, "--receipt, --device-keys, --didomi and --query exclude one another.")
    }
    try run.withConsent(.readOnly) { consent in
      let record = try run.currentRecord(in: consent)
      if input[receipt] {
        try print(ConsentReceipt(of: record, in: consent, run: run).json, run)
      } else if input[deviceKeys] {
        let keys = try RelayedConsent(of: handedOn(record, run)).deviceKeys
        try run.list(keys, deviceKeyColumns)
      } else if input[didomi] {
        try print(handedOn(record, run).didomiStatus, run)
      } else if input[query] {
        try run.print("\(try handedOn(record, run).didomiQuery())\n")
      } else {
        try print(everything(in: consent, run), run)
      }
    }
  }

  /// The statement, where the gate lets it be handed on.
  private static func handedOn(_ record: ConsentRecord, _ run: CommandRun) throws
    -> ConsentStatement
  {
    if let reason = run.gate.decide(record, at: run.now).blockReason {
      throw Failure(
        .refused, "consent refuses it: \(reason.explanation).",
        try: "adview-admin consent show SUBJECT --explain")
    }
    return record.statement
  }

  /// Everything that is held of a person.
  private static func everything(in consent: ConsentRepository, _ run: CommandRun) throws
    -> JSONValue
  {
    let subject = try run.subject(in: consent)
    let records = try consent.everything(of: subject).map { held in
      var json = JSONWriter()
      try json.object {
        try ConsentView.writeObject(ConsentView(held.record, at: run.now, by: run.gate), to: &$0)
        $0.member("entryHash", held.entryHash.hex)
        try $0.member("loads", .array(held.loads.map(\.json)))
      }
      return try JSONReader.read(json.bytes)
    }
    return [
      "subject": .string(subject.stored), "exportedAt": .string(run.now.description),
      "records": .array(records), "ledgerHead": try consent.head(at: run.now).json,
    ]
  }

  private static func print(_ value: JSONValue, _ run: CommandRun) throws {
    let isLine = run.format == .ndjson
    try run.print("\(try value.text(isLine ? .compact : .pretty))\n")
  }

  private static let deviceKeyColumns: [Column<DeviceKey>] = [
    Column("key", "Key") { .text($0.name) },
    Column("type", "Type") { key in
      switch key.value {
      case .number: .text("number")
      case .string: .text("string")
      }
    },
    Column("value", "Value") { key in
      switch key.value {
      case .number(let number): .integer(Int64(number))
      case .string(let text): .text(text)
      }
    },
  ]
}

extension ConsentedLoad {
  fileprivate var json: JSONValue {
    [
      "unit": .string(unit.rawValue), "time": .string(time.description),
      "mode": mode.map { .string($0.rawValue) } ?? .null,
    ]
  }
}
