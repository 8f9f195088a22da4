// SPDX-License-Identifier: MIT
public import AdModel

/// The `ad-*` parameters that a request for a page of items carries, so that the answer may hold
/// ads that fit.
///
/// Source: the parameters of api.klipy.com as its published clients send them. A browser-like
/// `User-Agent` header belongs to the same request and is the caller's.
public struct AdRequestParameters: Hashable, Sendable {
  /// The sizes of ads that the layout can place, in points.
  package let sizes: AdSizeRange
  /// The device; what it leaves out is not sent.
  package let device: AdDevice
  /// The place of the ad among the items, from 0; the server chooses one of the first three for
  /// `nil`.
  package let position: Int?
  /// Whether the ad comes as a URL for a frame instead of as HTML; the server decides for `nil`.
  package let asFrame: Bool?
  /// The app's version.
  package let appVersion: String?
  /// The person's identifiers, sent only where consent allows personalised ads.
  package let person: AdPerson

  private let customerID: String

  /// Describes a request.
  /// - Parameters:
  ///   - customerID: The caller's own id of its customer (`customer_id`), 1 to 256 bytes.
  ///   - sizes: The sizes of ads that the layout can place.
  ///   - position: The place of the ad among the items, 0 to 100.
  ///   - asFrame: Whether the ad comes as a URL for a frame instead of as HTML.
  /// - Throws: `InvalidValue` for a value out of range.
  public init(
    customerID: String, sizes: AdSizeRange, device: AdDevice = AdDevice(), position: Int? = nil,
    asFrame: Bool? = nil, appVersion: String? = nil, person: AdPerson = AdPerson()
  ) throws(InvalidValue) {
    guard (1...256).contains(customerID.utf8.count) else {
      throw InvalidValue(
        customerID.isEmpty ? .empty : .tooLong, field: "customer id",
        reason: "it must have 1 to 256 bytes")
    }
    if let position { try checkRange("position of the ad", Double(position), 0...100) }
    self.customerID = customerID
    self.sizes = sizes
    self.device = device
    self.position = position
    self.asFrame = asFrame
    self.appVersion = appVersion
    self.person = person
  }

  /// The parameters in a fixed order, the required ones first.
  /// - Parameter mode: What the gate allows; `nil` where it blocks. Only `personalized` lets out
  ///   what identifies the person.
  /// - Returns: The parameters, each name once.
  public func parameters(for mode: ServingMode?) -> [AdRequestParameter] {
    var list = [AdRequestParameter("customer_id", customerID)]
    list += sizes.parameters
    let optional: [(String, String?)] = [
      ("ad-position", position.map(String.init)),
      ("ad-iframe", asFrame.map { $0 ? "1" : "0" }),
      ("ad-app-version", appVersion),
    ]
    list += optional.compactMap { name, value in value.map { AdRequestParameter(name, $0) } }
    list += device.parameters
    if mode == .personalized { list += person.parameters }
    return list
  }

  /// The parameters together with those of a request, whose own values win.
  ///
  /// The person's identifiers are left out of the request's own values as well, unless consent
  /// allows them.
  /// - Parameters:
  ///   - request: The request's own parameters in their order.
  ///   - mode: What the gate allows; `nil` where it blocks.
  /// - Returns: The request's parameters, followed by those of ours that it does not name.
  public func merged(into request: [AdRequestParameter], for mode: ServingMode?)
    -> [AdRequestParameter]
  {
    let own = request.filter { mode == .personalized || !AdPerson.names.contains($0.name) }
    let taken = Set(own.map(\.name))
    return own + parameters(for: mode).filter { !taken.contains($0.name) }
  }

  /// A query string of parameters, without a question mark before it.
  /// - Parameter parameters: The parameters in their order.
  /// - Returns: `name=value` pairs, everything but the unreserved characters of RFC 3986 §2.3
  ///   percent-encoded.
  public static func query(_ parameters: [AdRequestParameter]) -> String {
    parameters.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}
