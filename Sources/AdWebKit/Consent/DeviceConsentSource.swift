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
    private var watch = DeviceConsentWatch()
    private var timer: Task<Void, Never>?
    private let observations = Observations()

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
    ) {
      let token = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: defaults, queue: .main
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.look(handler) }
      }
      observations.tokens.append(token)
      look(handler)
    }

    private func look(_ handler: @escaping @MainActor (Result<[ToldConsent], any Error>) -> Void) {
      let time = clock.milliseconds()
      let step = watch.look(
        at: DeviceConsent(keys), time: time, now: clock.timeOfDay(), under: law)
      if let told = step.told { handler(.success(told)) }
      timer?.cancel()
      timer = step.lookAt.map { due in
        Task { @MainActor [weak self] in
          try? await Task.sleep(for: .milliseconds(max(due - time, 0)))
          if !Task.isCancelled { self?.look(handler) }
        }
      }
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
