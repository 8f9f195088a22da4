// SPDX-License-Identifier: MIT
import AdInjection
import AdLayout
import AdModel

/// The options that describe a request for items, besides the ad unit.
enum RequestFields {
  enum GenderChoice: String, CaseIterable {
    case male, female, other

    var gender: AdPerson.Gender {
      switch self {
      case .male: .male
      case .female: .female
      case .other: .other
      }
    }
  }

  static let customer = Option(
    "customer-id", .text, "The caller's own id of its customer.", isPersonal: true)
  static let position = Option(
    "position", .whole(in: 0...100), "The place of the ad among the items, from 0.")
  static let frame = Option("frame", .yesOrNo, "Whether the ad comes as a URL for a frame.")
  static let appVersion = Option("app-version", .text, "The app's version.")
  static let system = Option("os", .text, "The operating system.")
  static let systemVersion = Option("os-version", .text, "Its version.")
  static let make = Option("make", .text, "The maker of the device.")
  static let model = Option("model", .text, "The model of the device.")
  static let language = Option("language", .text, "The language, ISO 639-1.")
  static let screen = Option("screen", .screen, "The screen in points.")
  static let pixelRatio = Option(
    "pixel-ratio", ValueKind<Double>.ratio, "How many pixels a point is wide.",
    defaultDescription: "1")
  static let sizeOptions = [
    Option("min-width", .points(upTo: 100_000), "The narrowest ad, instead of the unit's."),
    Option("max-width", .points(upTo: 100_000), "The widest ad, instead of the unit's."),
    Option("min-height", .points(upTo: 100_000), "The lowest ad, instead of the unit's."),
    Option("max-height", .points(upTo: 100_000), "The highest ad, instead of the unit's."),
  ]
  static let advertisingID = Option(
    "advertising-id", .text, "The advertising identifier.", isPersonal: true)
  static let yearOfBirth = Option(
    "year-of-birth", .whole(in: 1900...2100), "The year of birth.", isPersonal: true)
  static let gender = Option<GenderChoice>(
    "gender", .choice("GENDER"), "male, female or other.", isPersonal: true)

  static let options: [any DeclaresOption] =
    [
      customer, position, frame, appVersion, system, systemVersion, make, model, language, screen,
      pixelRatio, advertisingID, yearOfBirth, gender,
    ] + sizeOptions

  /// The request of a unit with everything that was given.
  /// - Throws: `InvalidValue` or ``Failure`` where something is missing or cannot be sent.
  static func parameters(for unit: InventoryUnit, _ input: Invocation) throws -> AdRequestParameters
  {
    guard let customer = input[customer] else {
      throw Failure(
        .usage, "the parameters need --customer-id: the caller's own id of its customer.")
    }
    var device = try AdDevice(language: input[language])
    device.system = input[system]
    device.systemVersion = input[systemVersion]
    device.make = input[make]
    device.model = input[model]
    device.screen = try input[screen].map { size in
      try AdDevice.Screen(size: size, pixelRatio: input[pixelRatio] ?? 1)
    }
    return try AdRequestParameters(
      customerID: customer, sizes: sizes(of: unit, input), device: device,
      position: input[position], asFrame: input[frame], appVersion: input[appVersion],
      person: AdPerson(
        advertisingID: input[advertisingID], yearOfBirth: input[yearOfBirth],
        gender: input[gender]?.gender))
  }

  /// The unit's sizes as far as none were given.
  private static func sizes(of unit: InventoryUnit, _ input: Invocation) throws -> AdSizeRange {
    let own = try AdSizeRange(of: unit, onScreen: input[screen])
    let given = sizeOptions.map { input[$0] }
    return try AdSizeRange(
      least: CreativeSize(width: given[0] ?? own.least.width, height: given[2] ?? own.least.height),
      greatest: CreativeSize(
        width: given[1] ?? own.greatest.width, height: given[3] ?? own.greatest.height))
  }
}

extension ValueKind where Value == CreativeSize {
  /// The size of a screen in points.
  fileprivate static let screen = ValueKind("SIZE", expected: "a size: WIDTHxHEIGHT") { text in
    guard case .fixed(let width, let height) = try DeclaredSize(text) else { return nil }
    return CreativeSize(width: Double(width), height: Double(height))
  }
}

extension ValueKind where Value == Double {
  /// How many pixels a point is wide.
  fileprivate static let ratio = ValueKind("N", expected: "a number from 0.1 to 10") { text in
    guard let ratio = Double(text), (0.1...10).contains(ratio) else { return nil }
    return ratio
  }
}
