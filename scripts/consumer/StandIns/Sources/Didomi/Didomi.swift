// SPDX-License-Identifier: MIT

// What the documentation calls of Didomi's SDK, as its reference names it; it does nothing.
public final class EventListener {
  public var onConsentChanged: (Event) -> Void = { _ in }
  public init() {}
}

public enum Event {}

public struct CurrentUserStatus {
  public let userID = ""
  public let consentString = ""
  public let additionalConsent = ""
}

public final class Didomi: Sendable {
  public static let shared = Didomi()
  public func isReady() -> Bool { false }
  public func isUserStatusPartial() -> Bool { true }
  public func getCurrentUserStatus() -> CurrentUserStatus { CurrentUserStatus() }
  public func addEventListener(listener: EventListener) {}
  public func removeEventListener(listener: EventListener) {}
}
