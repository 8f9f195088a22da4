// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

@Suite struct AdRequestParametersTests {
  private typealias Parameter = AdRequestParameter
  private static let identifier = "6D92078A-8246-4BA4-AE5B-76104861E7DC"

  private func request() throws -> AdRequestParameters {
    var device = try AdDevice(
      language: "EN", pixelsPerInch: 460, networkCodes: "310-005", connectionType: 2)
    device.system = "ios"
    device.systemVersion = "18.1"
    device.make = "apple"
    device.model = "iphone"
    device.screen = try AdDevice.Screen(size: CreativeSize(width: 393, height: 852), pixelRatio: 3)
    return try AdRequestParameters(
      customerID: "customer 7", sizes: AdSizeRange(greatest: CreativeSize(width: 373, height: 200)),
      device: device, position: 1, asFrame: true, appVersion: "2.0",
      person: AdPerson(advertisingID: Self.identifier, yearOfBirth: 1990, gender: .female))
  }

  private let open = [
    "customer_id=customer%207", "ad-min-width=50", "ad-max-width=373", "ad-min-height=50",
    "ad-max-height=200", "ad-position=1", "ad-iframe=1", "ad-app-version=2.0", "ad-os=ios",
    "ad-osv=18.1", "ad-make=apple", "ad-model=iphone", "ad-device-w=1179", "ad-device-h=2556",
    "ad-ppi=460", "ad-pxratio=3", "ad-language=en", "ad-mccmnc=310-005", "ad-connection-type=2",
  ]

  @Test func `all are sent in order, the screen in physical pixels, with consent`() throws {
    let query = AdRequestParameters.query(try request().parameters(for: .personalized))
    let expected = open + ["ad-ifa=\(Self.identifier)", "ad-yob=1990", "ad-gender=F"]
    #expect(query == expected.joined(separator: "&"))
  }

  @Test(arguments: [nil, .nonPersonalized, .limited] as [ServingMode?])
  func `nothing identifies the person without full consent`(mode: ServingMode?) throws {
    let query = AdRequestParameters.query(try request().parameters(for: mode))
    #expect(query == open.joined(separator: "&"))
  }

  @Test func `the least request holds the five required`() throws {
    let sizes = try AdSizeRange(
      least: CreativeSize(width: 50.5, height: 50),
      greatest: CreativeSize(width: 372.9, height: 250))
    let least = try AdRequestParameters(customerID: "c", sizes: sizes)
    #expect(
      AdRequestParameters.query(least.parameters(for: .personalized))
        == "customer_id=c&ad-min-width=51&ad-max-width=372&ad-min-height=50&ad-max-height=250")
  }

  @Test func `the request's own values win and stand first`() throws {
    let own = [Parameter("q", "cat"), Parameter("ad-position", "0")]
    let merged = try request().merged(into: own, for: .personalized)
    #expect(Array(merged.prefix(2)) == own)
    #expect(merged.filter { $0.name == "ad-position" } == [Parameter("ad-position", "0")])
    #expect(merged.count == 1 + open.count + 3)
  }

  @Test func `the request's own identifiers need consent as well`() throws {
    let own = [Parameter("ad-ifa", "x"), Parameter("ad-didsha1", "y"), Parameter("q", "cat")]
    let names = try request().merged(into: own, for: .limited).map(\.name)
    #expect(!names.contains("ad-ifa") && !names.contains("ad-didsha1"))
    #expect(try request().merged(into: own, for: .personalized).first == own[0])
  }

  @Test func `an identifier of zeros is none`() throws {
    let person = try AdPerson(advertisingID: "00000000-0000-0000-0000-000000000000")
    #expect(person == AdPerson())
  }

  @Test func `an identifier that is none is refused without being repeated`() {
    let error = #expect(throws: InvalidValue.self) { try AdPerson(advertisingID: "secret") }
    #expect(error?.description == "advertising identifier: it must be a UUID")
  }

  @Test(arguments: [("en", "en"), ("EN", "en"), ("da-DK", "da"), ("pt_BR", "pt")])
  func `a language is sent as two letters`(given: String, sent: String) throws {
    #expect(try AdDevice(language: given).language == sent)
  }

  @Test(arguments: ["", "e", "eng", "1n", "en.US"])
  func `a language of another form is refused`(text: String) {
    #expect(throws: InvalidValue.self) { try AdDevice(language: text) }
  }

  @Test(arguments: ["", "310", "310-", "310-0", "310-0055", "31a-005", "310-005-1"])
  func `network codes of another form are refused`(text: String) {
    #expect(throws: InvalidValue.self) { try AdDevice(language: nil, networkCodes: text) }
  }

  @Test func `numbers out of range are refused`() {
    let size = CreativeSize(width: 320, height: 200)
    #expect(throws: InvalidValue.self) { try AdDevice(language: nil, connectionType: 8) }
    #expect(throws: InvalidValue.self) { try AdDevice(language: nil, pixelsPerInch: 0) }
    #expect(throws: InvalidValue.self) { try AdDevice.Screen(size: size, pixelRatio: .nan) }
    #expect(throws: InvalidValue.self) { try AdPerson(advertisingID: nil, yearOfBirth: 90) }
    #expect(throws: InvalidValue.self) {
      try AdSizeRange(least: size, greatest: CreativeSize(width: 1, height: 1))
    }
    #expect(throws: InvalidValue.self) {
      try AdRequestParameters(customerID: "", sizes: AdSizeRange(greatest: size))
    }
    #expect(throws: InvalidValue.self) {
      try AdRequestParameters(customerID: "c", sizes: AdSizeRange(greatest: size), position: -1)
    }
  }
}
