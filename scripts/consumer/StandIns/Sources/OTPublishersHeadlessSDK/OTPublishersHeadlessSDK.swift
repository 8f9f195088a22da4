// SPDX-License-Identifier: MIT

// What the documentation calls of OneTrust's SDK, as its reference names it; it does nothing.
public final class OTPublishersHeadlessSDK: Sendable {
  public static let shared = OTPublishersHeadlessSDK()
  public func shouldShowBanner() -> Bool { false }
}
