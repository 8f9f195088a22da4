// SPDX-License-Identifier: MIT
package import AdModel

/// Why an update was not taken, or not to its end. What was trusted before still is.
package struct UpdateRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable name of the reason.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as it stands in logs and JSON, for example `rollback`.
    package let rawValue: String

    /// Makes a code from its stable name.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// What arrived has not the form that it must have.
    package static let malformed = Code(rawValue: "malformed")
    /// Too few of the right keys have signed.
    package static let unsigned = Code(rawValue: "unsigned")
    /// What arrived is older than what is trusted.
    package static let rollback = Code(rawValue: "rollback")
    /// What arrived is not to be trusted any more: somebody may be holding back what is newer.
    package static let expired = Code(rawValue: "expired")
    /// Length, hash or version is not what was signed elsewhere.
    package static let mismatch = Code(rawValue: "mismatch")
    /// There was more than may arrive.
    package static let tooLong = Code(rawValue: "tooLong")
    /// A file that has to be there is not.
    package static let missing = Code(rawValue: "missing")
    /// Nothing that is trusted names the file that is looked for.
    package static let unlisted = Code(rawValue: "unlisted")
  }

  /// The reason.
  package let code: Code
  /// The file that was refused, relative to the publication.
  package let file: String
  /// What was found, and what it should have been.
  package let reason: String

  /// Refuses a file.
  package init(_ code: Code, _ file: String, _ reason: String) {
    self.code = code
    self.file = file
    self.reason = reason
  }

  /// Refuses a file that cannot be read.
  package init(_ file: String, _ error: JSONError) {
    self.init(.malformed, file, error.description)
  }

  /// One line for people: the file and what was wrong with it.
  package var description: String { "\(file.quotedForDisplay): \(reason)" }
}
