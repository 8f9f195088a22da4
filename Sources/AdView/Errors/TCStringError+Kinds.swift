// SPDX-License-Identifier: MIT
public import AdConsent

/// What all of them ask for: a string is its CMP's, and nobody mends it.
private let asking = "Ask the consent platform for its string again; it is not to be repaired."

extension TCStringError {
  /// The faults of TC strings, and of what is coded like them.
  public static let kinds = [
    ErrorKind(1, "empty", asking), ErrorKind(2, "tooLong", asking),
    ErrorKind(3, "alphabet", asking), ErrorKind(4, "padding", asking),
    ErrorKind(5, "length", asking), ErrorKind(6, "truncated", asking),
    ErrorKind(7, "version", asking), ErrorKind(8, "unknownSegment", asking),
    ErrorKind(9, "duplicateSegment", asking), ErrorKind(10, "letter", asking),
    ErrorKind(11, "rangeOrder", asking), ErrorKind(12, "vendorOutOfRange", asking),
    ErrorKind(13, "trailingBits", asking),
  ]
}

extension GPPSectionError {
  /// The faults of a section of a GPP string, which are those of TC strings.
  public static var kinds: [ErrorKind] { TCStringError.kinds }
}

extension ConsentStringError {
  /// The faults of Additional Consent, GPP and US Privacy strings.
  public static let kinds = [
    ErrorKind(1, "empty", asking), ErrorKind(2, "tooLong", asking), ErrorKind(3, "length", asking),
    ErrorKind(4, "version", asking), ErrorKind(5, "separator", asking),
    ErrorKind(6, "character", asking), ErrorKind(7, "number", asking),
    ErrorKind(8, "truncated", asking), ErrorKind(9, "header", asking),
    ErrorKind(10, "trailingBits", asking), ErrorKind(11, "sectionCount", asking),
  ]
}

#if canImport(Foundation)
  extension TCStringError: AdViewError {
    /// The code's name.
    public var kindName: String { code.rawValue }
  }

  extension GPPSectionError: AdViewError {
    /// The code's name.
    public var kindName: String { code.rawValue }
  }

  extension ConsentStringError: AdViewError {
    /// The code's name.
    public var kindName: String { code.rawValue }
  }
#endif
