// SPDX-License-Identifier: MIT
import AdConsent
package import AdInjection
import AdModel

/// The scripts that a web view is made with, as the history keeps them.
package struct ToldScripts: Hashable, Sendable {
  /// The script that tells of consent: the record that allows it, and the hash of its source.
  let consent: Consent?
  let others: Others

  struct Consent: Hashable, Sendable {
    let record: ConsentRecordID
    let script: ContentHash
  }

  /// The other scripts, which many loads have alike.
  struct Others: Hashable, Sendable {
    /// A line each: its name, a space and the hash of its source.
    let lines: String
    /// That of the lines.
    let hash: ContentHash

    init(_ lines: String) {
      self.lines = lines
      hash = ContentHasher.hash(lines)
    }
  }
}

extension ToldScripts {
  /// Takes those of a bundle.
  package init(_ bundle: InjectionBundle) {
    var consent: Consent?
    var others = ""
    for script in bundle.scripts {
      if script.name == .consent, case .allowed(let permit) = bundle.decision {
        consent = ContentHash(hex: script.sha256).map {
          Consent(record: permit.record, script: $0)
        }
      } else {
        others += "\(script.name.rawValue) \(script.sha256)\n"
      }
    }
    self.consent = consent
    self.others = Others(others)
  }
}

/// What a session's loads were last told, so that what stays is kept once.
struct LastScripts: Sendable {
  var consent: ToldScripts.Consent?
  var others: [AdUnitID: Told] = [:]
  /// The numbers of scripts that the history has.
  var numbers: [ContentHash: Int64] = [:]

  /// A unit's, with the sequence number from which on its first ones held.
  struct Told {
    let first: Int64
    let hash: ContentHash
  }
}
