// SPDX-License-Identifier: MIT
public import AdInjection

extension ExportRefusal {
  /// The reasons for which a bundle is not made.
  public static let kinds = [
    ErrorKind(1, "consent", "Record a choice of the person that allows ads."),
    ErrorKind(2, "noTCString", "Record the choice with its TC string."),
    ErrorKind(3, "inactive", "Activate the unit."),
  ]
}

#if canImport(Foundation)
  extension ExportRefusal: AdViewError {
    /// The case's name.
    public var kindName: String {
      switch self {
      case .consent: "consent"
      case .noTCString: "noTCString"
      case .inactive: "inactive"
      }
    }
    /// The obstacle.
    public var errorDescription: String? { obstacle }
    /// The remedy.
    public var ownAdvice: String? { remedy }
  }
#endif
