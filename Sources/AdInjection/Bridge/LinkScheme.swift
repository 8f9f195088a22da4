// SPDX-License-Identifier: MIT

/// The schemes by which a link of an ad may leave the app, where somebody clicked it.
///
/// Each is handled by a program of the system that asks the person before it does anything. An app
/// that knows of others, such as its own, names them to the policy; on Android `market` and
/// `intent` belong to them. Universal links are `https`.
package enum LinkScheme: String, Sendable, CaseIterable {
  /// A page of the web, or an app's universal link (RFC 9110, section 4.2.2).
  case https
  /// A page of the web (RFC 9110, section 4.2.1).
  case http
  /// A telephone number (RFC 3966).
  case tel
  /// A mail to write (RFC 6068).
  case mailto
  /// A text message to write (RFC 5724).
  case sms
  /// A page of the App Store (Apple, Technical Q&A QA1629).
  case appStore = "itms-apps"
  /// The same over TLS.
  case secureAppStore = "itms-appss"
}
