// SPDX-License-Identifier: MIT
package import AdModel
package import AdUpdate

/// What signed metadata says of a generation beside length and hash of its document, so that a phone
/// knows before it fetches anything whether it can read that.
package struct PublishedGeneration: Sendable {
  /// The target that is the whole document of a generation.
  package static let wholeName = "inventory.json"

  /// The target that leads from a generation to the newest.
  package static func differenceName(from number: Int64) -> String { "from-\(number).json" }

  /// The number, from 1 and rising.
  package let number: Int64
  /// The SHA-256 of the document.
  let document: ContentHash
  /// The form of the document.
  let form: Int64
  /// The form that a reader needs at least.
  let neededForm: Int64
  /// The SHA-256 of the document as older forms write it, for those who keep no more than that.
  private let olderForms: JSONObject

  /// Reads what is said of a document; nil where it is none of a generation.
  package init?(_ target: TargetFile) {
    guard let digits = target.hashes.first(where: { $0.function == "sha256" })?.digits,
      let document = ContentHash(hex: digits),
      case .integer(let number)? = target.custom["generation"], number > 0
    else { return nil }
    self.number = number
    self.document = document
    form = Self.form("form", target) ?? 1
    neededForm = Self.form("needs", target) ?? 1
    let said = target.custom["forms"]
    olderForms = if case .object(let object)? = said { object } else { JSONObject() }
  }

  private static func form(_ key: String, _ target: TargetFile) -> Int64? {
    if case .integer(let form)? = target.custom[key] { form } else { nil }
  }

  /// What a publisher says of a generation.
  package static func custom(_ number: Int64) -> JSONObject {
    var custom = JSONObject()
    custom["generation"] = .integer(number)
    custom["form"] = .integer(PublishedInventory.form)
    custom["needs"] = .integer(PublishedInventory.neededForm)
    return custom
  }

  /// The form in which a reader of today keeps the generation.
  var keptForm: Int64 { min(form, PublishedInventory.form) }

  /// The SHA-256 of the document as a reader of today writes it; nil where nobody says it.
  var keptHash: ContentHash? {
    if keptForm == form { return document }
    guard case .string(let digits)? = olderForms[String(keptForm)] else { return nil }
    return ContentHash(hex: digits)
  }
}
