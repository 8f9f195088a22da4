// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import Foundation

  /// The consent that any platform keeps in the app's settings by the specifications of IAB Tech Lab,
  /// which Didomi, OneTrust, Usercentrics, Sourcepoint and Google's UMP follow.
  ///
  /// ```swift
  /// page.follow(DeviceConsentSource(), onError: { log($0) })
  /// ```
  @MainActor public final class DeviceConsentSource: ConsentSource {
    private let defaults: UserDefaults
    private let law: Regulation?
    private let clock: AdClock

    /// Reads an app's settings.
    /// - Parameters:
    ///   - defaults: The settings that the platform writes to; the specifications know no others than
    ///     the standard ones.
    ///   - law: The law that applies as the app knows it.
    public init(
      _ defaults: UserDefaults = .standard, law: Regulation? = nil, clock: AdClock = .system
    ) {
      self.defaults = defaults
      self.law = law
      self.clock = clock
    }

    /// Follows the settings.
    public func observe(
      _ handler: @escaping @MainActor (Result<[ToldConsent], any Error>) -> Void
    ) -> ConsentObservation {
      let listener = Listener(self, handler)
      let token = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: defaults, queue: .main
      ) { [weak listener] _ in
        MainActor.assumeIsolated { listener?.look() }
      }
      listener.look()
      return ConsentObservation(endingOnMain: {
        NotificationCenter.default.removeObserver(token)
        listener.end()
      })
    }

    /// One who is told of the settings.
    @MainActor private final class Listener {
      private let source: DeviceConsentSource
      private let handler: @MainActor (Result<[ToldConsent], any Error>) -> Void
      private var watch = DeviceConsentWatch()
      private var timer: Task<Void, Never>?

      init(
        _ source: DeviceConsentSource,
        _ handler: @escaping @MainActor (Result<[ToldConsent], any Error>) -> Void
      ) {
        self.source = source
        self.handler = handler
      }

      func look() {
        let time = source.clock.milliseconds()
        let step = watch.look(
          at: DeviceConsent(source.keys), time: time, now: source.clock.timeOfDay(),
          under: source.law)
        if let told = step.told { handler(.success(told)) }
        timer?.cancel()
        timer = step.lookAt.map { due in
          Task { @MainActor [weak self] in
            try? await Task.sleep(for: .milliseconds(max(due - time, 0)))
            if !Task.isCancelled { self?.look() }
          }
        }
      }

      func end() { timer?.cancel() }
    }

    /// The entries of consent platforms at one moment.
    private var keys: [DeviceKey] {
      defaults.dictionaryRepresentation().compactMap { name, value in
        guard DeviceKey.prefixes.contains(where: name.hasPrefix) else { return nil }
        switch value {
        case let text as String: return DeviceKey(name, .string(text))
        case let number as NSNumber: return DeviceKey(name, .number(number.intValue))
        // Neither a text nor a number: nothing that an entry may be.
        default: return DeviceKey(name, .number(.min))
        }
      }
    }
  }
#endif
