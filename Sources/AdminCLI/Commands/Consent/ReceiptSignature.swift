// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdUpdate

/// What a device's signature in a receipt says of the receipt's entry.
struct ReceiptSignature: Sendable {
  /// What was found.
  enum Finding: String, Sendable {
    /// There is no signature.
    case nothing
    /// The device appended the entry.
    case record
    /// The device signed a head that covers the entry; somebody else may have appended that.
    case head
    /// What the device signed is before the entry.
    case earlier
    /// The signature is not the key's, or the ledger of the receipt's head does not hold what it is over.
    case wrong
    /// It is made with another key than the ones that count.
    case stranger
    /// Nothing could check it.
    case unchecked
  }

  let finding: Finding
  /// The SHA-256 of the key's DER form; nil where no key is named.
  let key: String?
  /// The entry that is signed; nil where none is.
  let sequence: Int64?
  /// Whether nothing speaks against it.
  let isSound: Bool

  /// Checks a signature.
  /// - Parameters:
  ///   - point: The signature; nil where there is none.
  ///   - entry: The sequence of the receipt's entry.
  ///   - head: The receipt's head.
  ///   - keys: The keys that count: with any, the entry has to be covered; none for the one that the
  ///     ledger names.
  ///   - verifier: Checks it; nil where nothing can.
  init(
    _ point: LedgerSignedPoint?, over entry: Int64, in head: LedgerHead,
    trusting keys: [LedgerEnrollment], by verifier: (any SignatureVerifier)?
  ) {
    let enrollment = point?.enrollment
    key = enrollment?.fingerprint
    sequence = point?.sequence
    let finding = Self.finding(point, enrollment, entry, head, keys, verifier)
    self.finding = finding
    isSound =
      switch finding {
      case .record, .head: true
      case .nothing, .earlier: keys.isEmpty
      case .wrong, .stranger, .unchecked: false
      }
  }

  private static func finding(
    _ point: LedgerSignedPoint?, _ enrollment: LedgerEnrollment?, _ entry: Int64,
    _ head: LedgerHead, _ keys: [LedgerEnrollment], _ verifier: (any SignatureVerifier)?
  ) -> Finding {
    guard let point else { return .nothing }
    guard let enrollment, let message = point.message(of: head.store), point.isIn(head) else {
      return .wrong
    }
    guard let verifier else { return .unchecked }
    guard verifier.isValid(point.signature, of: message, by: .ecdsaP256(enrollment.pem)) else {
      return .wrong
    }
    guard keys.isEmpty || keys.contains(enrollment) else { return .stranger }
    if entry > point.sequence { return .earlier }
    return entry < point.since ? .head : .record
  }

  /// What people see of it.
  var shown: Cell {
    let by = key.map { " by \($0.prefix(8))" } ?? ""
    let place = sequence.map { "entry \($0)" } ?? ""
    return switch finding {
    case .nothing: isSound ? .text("not by a device") : .toned("not by a device", .bad)
    case .record: .toned("appended\(by), which signed \(place)", .good)
    case .head:
      .toned(
        "in a head\(by), at \(place); appended before the run of entries that it signed", .good)
    case .earlier:
      .toned("only up to \(place)\(by), which is before this one", isSound ? .warning : .bad)
    case .wrong: .toned("what it tells is no signature of its ledger\(by)", .bad)
    case .stranger: .toned("by another key than --device-key: \(key?.prefix(8) ?? "")", .bad)
    case .unchecked: .toned("not checked: openssl is missing", .bad)
    }
  }
}
