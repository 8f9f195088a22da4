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
      onSourceError = onError
      observation = source.observe { [weak self, weak source] told in
        if let self, self.source === source { self.take(told, onError) }
      }
    }

    /// Shows the page to another person from now on: see ``AdSession/change(subject:)``. A consent platform
    /// that is followed is asked again, for its answers are that person's now.
    /// - Parameter subject: The person, under the key of the consent records.
    public func change(subject: SubjectKey) {
      guard subject != session.subject else { return }
      handle(session.change(subject: subject))
      if let source { follow(source, onError: onSourceError) }
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
