// SPDX-License-Identifier: MIT
public import AdUpdate

extension UpdateRefusal {
  /// The reasons for which an update is refused. The app goes on with what it had, whichever it is.
  public static let kinds = [
    ErrorKind(1, "malformed", "Publish anew; what arrived is not a publication of ours."),
    ErrorKind(2, "unsigned", "Have as many of the publication's keys sign as it asks for."),
    ErrorKind(3, "rollback", "Wait until the host serves what is newest again."),
    ErrorKind(4, "expired", "Publish anew: what is there has ended."),
    ErrorKind(5, "mismatch", "Try again; if it stays so, publish anew."),
    ErrorKind(6, "tooLong", "Publish a smaller inventory, or allow more bytes."),
    ErrorKind(7, "missing", "Upload the whole folder of the publication."),
    ErrorKind(8, "unlisted", "Publish anew, so that everything is named."),
    ErrorKind(9, "newerForm", "Use a version of the app that is as new as the publication."),
  ]
}

#if canImport(Foundation)
  extension UpdateRefusal: AdViewError {
    /// The code's name.
    public var kindName: String { code.rawValue }
  }
#endif
