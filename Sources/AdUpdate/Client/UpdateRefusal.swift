// SPDX-License-Identifier: MIT
package import AdModel

/// Why an update was not taken, or not to its end. What was trusted before still is.
public struct UpdateRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable name of the reason.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as it stands in logs and JSON, for example `rollback`.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// What arrived has not the form that it must have.
    public static let malformed = Code(rawValue: "malformed")
    /// Too few of the right keys have signed.
    public static let unsigned = Code(rawValue: "unsigned")
    /// What arrived is older than what is trusted.
    public static let rollback = Code(rawValue: "rollback")
    /// What arrived is not to be trusted any more: somebody may be holding back what is newer.
    public static let expired = Code(rawValue: "expired")
    /// Length, hash or version is not what was signed elsewhere.
    public static let mismatch = Code(rawValue: "mismatch")
    /// There was more than may arrive.
    public static let tooLong = Code(rawValue: "tooLong")
    /// A file that has to be there is not.
    public static let missing = Code(rawValue: "missing")
    /// Nothing that is trusted names the file that is looked for.
    public static let unlisted = Code(rawValue: "unlisted")
    /// What is published can be read by newer versions of the program alone.
    public static let newerForm = Code(rawValue: "newerForm")
  }

  /// The reason.
  public let code: Code
  /// The file that was refused, relative to the publication.
  public let file: String
  /// What was found, and what it should have been.
  public let reason: String

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
  public var description: String { "\(file.quotedForDisplay): \(reason)" }
}
