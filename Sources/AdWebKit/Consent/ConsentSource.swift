// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView

  /// A consent SDK in the app, such as Didomi's, as far as a page has to hear of it.
  ///
  /// ```swift
  /// final class DidomiSource: ConsentSource {
  ///   func statement() throws -> ConsentStatement? {
  ///     guard Didomi.shared.isReady(), !Didomi.shared.isUserStatusPartial() else { return nil }
  ///     return try status(of: Didomi.shared).statement(/* notice, regulation */)
  ///   }
  ///   func observe(_ handler: @escaping @MainActor () -> Void) {
  ///     let listener = EventListener()
  ///     listener.onConsentChanged = { _ in Task { @MainActor in handler() } }
  ///     Didomi.shared.addEventListener(listener: listener)
  ///   }
  /// }
  /// ```
  @MainActor public protocol ConsentSource: AnyObject {
    /// What the person has answered; nil where something is still to be asked.
    /// - Throws: Where what the SDK says cannot be read.
    func statement() throws -> ConsentStatement?

    /// Has a handler called on the main actor after every change, as long as the source lives.
    func observe(_ handler: @escaping @MainActor () -> Void)
  }

  extension AdPage {
    /// Keeps what a consent SDK says, now and after every change; the page follows the record.
    /// - Parameter onError: Takes why something could not be read or kept; the gate then stays as
    ///   it was.
    public func follow(
      _ source: any ConsentSource, onError: @escaping @MainActor (any Error) -> Void
    ) {
      let take: @MainActor () -> Void = { [weak self, weak source] in
        do {
          guard let statement = try source?.statement() else { return }
          try self?.record(statement)
        } catch {
          onError(error)
        }
      }
      source.observe(take)
      take()
    }
  }
#endif
