// SPDX-License-Identifier: MIT
public import AdModel

/// The device that a request comes from; every part is optional.
public struct AdDevice: Hashable, Sendable {
  /// A screen.
  public struct Screen: Hashable, Sendable {
    /// The size in points.
    package let size: CreativeSize
    /// How many physical pixels a point is wide.
    package let pixelRatio: Double

    /// Describes a screen.
    /// - Parameters:
    ///   - size: The size in points, 1 to 100,000 a side.
    ///   - pixelRatio: How many physical pixels a point is wide, 0.1 to 10.
    /// - Throws: `InvalidValue` for a number out of range.
    public init(size: CreativeSize, pixelRatio: Double) throws(InvalidValue) {
      try checkRange("screen width", size.width, 1...100_000)
      try checkRange("screen height", size.height, 1...100_000)
      try checkRange("pixel ratio", pixelRatio, 0.1...10)
      self.size = size
      self.pixelRatio = pixelRatio
    }
  }

  /// The operating system, for example `ios`.
  package var system: String?
  /// The operating system's version.
  package var systemVersion: String?
  /// The version of the hardware.
  package var hardwareVersion: String?
  /// The maker, for example `apple`.
  package var make: String?
  /// The model, for example `iphone`.
  package var model: String?
  /// The mobile network's name.
  package var carrier: String?
  /// The screen.
  package var screen: Screen?
  /// Physical pixels per inch.
  package private(set) var pixelsPerInch: Int?
  /// The person's language, ISO 639-1 in lower case.
  package private(set) var language: String?
  /// The mobile country and network codes, for example `310-005`.
  package private(set) var networkCodes: String?
  /// The kind of connection, by OpenRTB's list.
  package private(set) var connectionType: Int?

  /// A device of which nothing is said.
  public init() {}

  /// A device with the values that have a form of their own; the others are set afterwards.
  /// - Parameters:
  ///   - language: The language, whose first two letters are kept: `en`, `EN` and `en-US` are `en`.
  ///   - pixelsPerInch: Physical pixels per inch, 1 to 10,000.
  ///   - networkCodes: Country and network code, three digits, a hyphen, two or three digits.
  ///   - connectionType: The kind of connection, 0 to 7 (OpenRTB 2.6 §5.22).
  /// - Throws: `InvalidValue` for a value of another form.
  public init(
    language: String?, pixelsPerInch: Int? = nil, networkCodes: String? = nil,
    connectionType: Int? = nil
  ) throws(InvalidValue) {
    if let pixelsPerInch {
      try checkRange("pixels per inch", Double(pixelsPerInch), 1...10_000)
    }
    if let connectionType { try checkRange("connection type", Double(connectionType), 0...7) }
    self.language = try language.map(Self.iso639)
    self.networkCodes = try networkCodes.map(Self.checkedCodes)
    self.pixelsPerInch = pixelsPerInch
    self.connectionType = connectionType
  }

  /// The parts that are known, as parameters.
  var parameters: [AdRequestParameter] {
    let pixels = screen.map { screen in
      // Points are not enough: the server compares with pixels.
      [screen.size.width, screen.size.height].map { ($0 * screen.pixelRatio).rounded().formatted }
    }
    let said: [(String, String?)] = [
      ("ad-os", system), ("ad-osv", systemVersion), ("ad-hwv", hardwareVersion),
      ("ad-make", make), ("ad-model", model), ("ad-device-w", pixels?.first),
      ("ad-device-h", pixels?.last), ("ad-ppi", pixelsPerInch.map(String.init)),
      ("ad-pxratio", screen?.pixelRatio.formatted), ("ad-language", language),
      ("ad-carrier", carrier), ("ad-mccmnc", networkCodes),
      ("ad-connection-type", connectionType.map(String.init)),
    ]
    return said.compactMap { name, value in value.map { .init(name, $0) } }
  }

  private static func iso639(_ text: String) throws(InvalidValue) -> String {
    let letters = text.lowercased().utf8.prefix {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
    }
    let rest = text.utf8.dropFirst(letters.count).first
    guard letters.count == 2, rest == nil || rest == UInt8(ascii: "-") || rest == UInt8(ascii: "_")
    else {
      throw InvalidValue(
        .malformed, field: "language", reason: "it must begin with two letters of ISO 639-1")
    }
    return String(decoding: Array(letters), as: UTF8.self)
  }

  private static func checkedCodes(_ text: String) throws(InvalidValue) -> String {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let areDigits = parts.joined().allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    guard parts.count == 2, parts[0].count == 3, (2...3).contains(parts[1].count), areDigits else {
      throw InvalidValue(
        .malformed, field: "network codes", reason: "they must be of the form 310-005")
    }
    return text
  }
}
