// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView

  extension AdPage {
    /// Follows a consent platform, as long as the page lives: see ``AdSession/follow(_:)``.
    ///
    /// The page keeps the source, and listens to none that it followed before.
    /// - Parameter onError: Takes why something could not be read or kept; nothing loads then until it
    ///   can.
    public func follow(
      _ source: any ConsentSource, onError: @escaping @MainActor (any Error) -> Void
    ) {
      observation = nil
      self.source = source
      observation = source.observe { [weak self, weak source] told in
        if let self, self.source === source { self.take(told, onError) }
      }
    }

    private func take(
      _ told: Result<[ToldConsent], any Error>, _ onError: @MainActor (any Error) -> Void
    ) {
      let (effects, error) = session.follow(told)
      handle(effects)
      if let error { onError(error) }
    }
  }
#endif
