// SPDX-License-Identifier: MIT
import AdModel

extension LedgerEntry {
  /// The bytes that are hashed.
  package var bytes: [UInt8] {
    var bytes = CanonicalBytes(.entry)
    bytes.append(sequence)
    bytes.append(time.milliseconds)
    bytes.append(Array(event.rawValue.utf8))
    bytes.append(subject)
    bytes.append(payload)
    bytes.append(previous)
    return bytes.bytes
  }
}
