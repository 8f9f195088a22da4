// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdLoading
import AdModel
import AdStore
import AdUpdate
import AdminCLI

/// Something that reads bytes from elsewhere, with what must hold whatever they are.
enum FuzzTarget: String, CaseIterable {
  /// JSON; what was read is written, and read and written as the same.
  case json
  /// A spreadsheet's table, every cell of it.
  case csv
  /// A document of an inventory; what was read is written and read as the same.
  case document
  /// The track of a session, replayed.
  case track
  /// A recorded scroll as people write it.
  case trace
  /// A TC string.
  case tcf
  /// A GPP string with its sections.
  case gpp
  /// Didomi's status.
  case didomi
  /// A message from a page, as values that may hold themselves.
  case message
  /// What placeholders of a page report.
  case placeholders
  /// The metadata of a publication.
  case metadata

  /// Reads bytes; traps where something does not hold.
  func take(_ bytes: [UInt8]) {
    switch self {
    case .json: json(bytes)
    case .csv: csv(bytes)
    case .document: document(bytes)
    case .track:
      if let track = try? SessionTrack(bytes) { _ = Trace(track).steps.count }
    case .trace: _ = try? Trace(bytes)
    case .tcf: _ = try? TCString(decoding: String(decoding: bytes, as: UTF8.self))
    case .gpp: _ = try? GPPString(decoding: String(decoding: bytes, as: UTF8.self))
    case .didomi: _ = try? DidomiStatus(reading: String(decoding: bytes, as: UTF8.self))
    case .message: message(bytes)
    case .placeholders:
      var reader = BridgeReader()
      _ = reader.read(
        .string(String(decoding: bytes, as: UTF8.self)),
        handler: PageContract.standard.placeholderHandler)
    case .metadata: metadata(bytes)
    }
  }

  private func json(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes) else { return }
    for layout in [JSONWriter.Layout.compact, .pretty] {
      guard let text = try? value.text(layout), let again = try? JSONReader.read(text: text) else {
        fatalError("what was read cannot be written, or not be read again")
      }
      // Not the value: 5e2 is written as 500, which is read as a whole number.
      precondition((try? again.text(layout)) == text, "what was written is read as something else")
    }
  }

  private func csv(_ bytes: [UInt8]) {
    guard let table = try? SpreadsheetTable(bytes) else { return }
    for index in 0..<table.count { _ = table.record(at: index) }
  }

  private func document(_ bytes: [UInt8]) {
    guard let content = try? InventoryContent(document: bytes, over: InventoryContent()) else {
      return
    }
    guard let written = try? content.document(),
      let again = try? InventoryContent(document: written, over: InventoryContent())
    else { fatalError("what was read cannot be written, or not be read again") }
    precondition(
      again.units == content.units && again.pages == content.pages && again.app == content.app,
      "what was written is read as something else")
  }

  private func message(_ bytes: [UInt8]) {
    guard let body = JSONValue(reading: KnottedMessage(bytes: bytes)) else { return }
    var reader = BridgeReader()
    _ = reader.read(body, handler: PageContract.standard.bridgeHandler)
  }

  private func metadata(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes) else { return }
    let node = JSONNode(value)
    _ = try? RootMetadata(node)
    _ = try? TimestampMetadata(node)
    _ = try? SnapshotMetadata(node)
    _ = try? TargetsMetadata(node)
  }
}
