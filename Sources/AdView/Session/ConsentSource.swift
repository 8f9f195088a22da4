// SPDX-License-Identifier: MIT
public import AdStore

/// A consent platform in the app, such as Didomi's, as far as a page has to hear of it.
/// `FakeConsentPlatform` of `AdViewTesting` is one for tests; <doc:ConsentPlatforms> has one for Didomi's SDK, and
/// what others need.
@MainActor public protocol ConsentSource: AnyObject {
  /// Calls a handler on the main actor with what the platform tells, at once and after every change, as
  /// long as anybody has what this returns: with one statement for each law, with nothing where something is still
  /// to be asked or what was answered is gone, and with an error where it cannot be read.
  ///
  /// What is told at once was found (``ToldConsent/found(_:)``); what the person does later is answered
  /// (``ToldConsent/answered(_:at:rules:)``).
  func observe(
    _ handler: @escaping @MainActor (Result<[ToldConsent], any Error>) -> Void
  ) -> ConsentObservation
}

extension ConsentObservation {
  /// Describes a registration that is ended on the main actor, soon after nobody has this any more.
  /// - Parameter end: Ends it; called once.
  public convenience init(endingOnMain end: @escaping @MainActor () -> Void) {
    self.init { Task { @MainActor in end() } }
  }
}
