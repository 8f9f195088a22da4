// SPDX-License-Identifier: MIT
#if canImport(Observation)
  public import AdHosting
  public import AdLoading
  public import AdModel
  public import Observation

  /// What a screen shows of a page of ads, for SwiftUI and whoever else observes: it follows its session,
  /// and keeps neither it nor the database.
  ///
  /// ```swift
  /// @State var ads = ObservedPage(page.session, of: [unit])
  /// // Text(ads.gate.isOpen ? "" : "No ads"), ads.states[unit]
  /// ```
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Observable public final class ObservedPage {
    /// How the gate stands.
    public private(set) var gate: LoadGate
    /// How far each unit has come that is followed.
    public private(set) var states: [AdUnitID: LoadState] = [:]
    /// The size of each unit's slot that is followed.
    public private(set) var sizes: [AdUnitID: SlotSize] = [:]
    /// Whether debugging is on, for whoever shows a switch; `InventoryEdit.setDebugging` turns it.
    public private(set) var isDebugging: Bool
    /// Whether the session was closed or is gone; nothing changes any more then.
    public private(set) var isOver = false

    /// Follows a session, on the thread that drives it.
    /// - Parameters:
    ///   - session: The session, which is not kept alive.
    ///   - units: Whose states and sizes are followed.
    public init(_ session: AdSession, of units: [AdUnitID]) {
      gate = session.gate
      isDebugging = session.settings.isDebugging
      session.watch(
        { $0.settings.isDebugging },
        tell: { [weak self] in
          self?.isDebugging = $0
          return self != nil
        })
      session.watch(
        \.gate, end: { [weak self] in self?.isOver = true },
        tell: { [weak self] in
          self?.gate = $0
          return self != nil
        })
      for unit in units {
        session.watch(
          { $0.state(of: unit) },
          tell: { [weak self] in
            self?.states[unit] = $0
            return self != nil
          })
        session.watch(
          { $0.size(of: unit) },
          tell: { [weak self] in
            self?.sizes[unit] = $0
            return self != nil
          })
      }
    }
  }
#endif
