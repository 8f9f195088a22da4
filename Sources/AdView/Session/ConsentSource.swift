// SPDX-License-Identifier: MIT

/// A consent platform in the app, such as Didomi's, as far as a page has to hear of it.
///
/// ```swift
/// final class DidomiSource: ConsentSource {
///   private let listener = EventListener()
///
///   func observe(_ handler: @escaping @MainActor (Result<[ToldConsent], any Error>) -> Void) {
///     handler(Result { try answer().map { [.found($0)] } ?? [] })
///     listener.onConsentChanged = { _ in
///       Task { @MainActor in
///         handler(Result { try self.answer().map { [.answered($0, at: .now)] } ?? [] })
///       }
///     }
///     Didomi.shared.addEventListener(listener: listener)
///   }
///
///   private func answer() throws -> ConsentStatement? {
///     guard Didomi.shared.isReady(), !Didomi.shared.isUserStatusPartial() else { return nil }
///     return try status(of: Didomi.shared).statement(/* notice, regulation */)
///   }
/// }
/// ```
@MainActor public protocol ConsentSource: AnyObject {
  /// Calls a handler on the main actor with what the platform tells, at once and after every change, as
  /// long as the source lives: with one statement for each law, with nothing where something is still
  /// to be asked or what was answered is gone, and with an error where it cannot be read.
  ///
  /// What is told at once was found (``ToldConsent/found(_:)``); what the person does later is answered
  /// (``ToldConsent/answered(_:at:rules:)``).
  func observe(_ handler: @escaping @MainActor (Result<[ToldConsent], any Error>) -> Void)
}
