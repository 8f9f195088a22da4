// SPDX-License-Identifier: MIT
import AdConsent
package import AdInjection
import AdModel

/// The scripts that a web view is made with, as the history keeps them.
package struct ToldScripts: Hashable, Sendable {
  /// The script that tells of consent: the record that allows it, and the hash of its source.
  let consent: Consent?
  /// The others: a line each, its name, a space and the hash of its source.
  let others: String

  struct Consent: Hashable, Sendable {
    let record: ConsentRecordID
    let script: ContentHash
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
    self.others = others
  }
}

/// What a session's loads were last told, so that what stays is kept once.
struct LastScripts: Sendable {
  var consent: ToldScripts.Consent?
  var others: [AdUnitID: Others] = [:]
  /// The numbers of scripts that the history has.
  var numbers: [String: Int64] = [:]

  /// A unit's, with the sequence number from which on its first ones held.
  struct Others {
    let first: Int64
    let content: String
  }
}
