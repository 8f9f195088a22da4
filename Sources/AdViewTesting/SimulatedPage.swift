// SPDX-License-Identifier: MIT
public import AdView

/// A page of ads without a screen: does what its session decides, and reports what web views would. What they
/// load is there as soon as a test says so, and shows an ad when it is asked to.
///
/// Not safe to share between threads, as its session is not.
public final class SimulatedPage {
  /// A web view that is not there.
  public struct View {
    /// Whose ad it is for.
    public let unit: AdUnitID
    /// What it was made with.
    public let bundle: InjectionBundle
    /// Whether its page was there.
    public internal(set) var isLoaded = false
    /// How often it was asked to show its ad.
    public internal(set) var renders = 0
  }

  /// What decides.
  public let session: AdSession
  /// The views that live.
  public private(set) var views: [ViewID: View] = [:]
  /// All that the session asked for, in order.
  public private(set) var effects: [PageEffect] = []
  /// How many views were made.
  public private(set) var made = 0

  /// Hosts a session.
  public init(_ session: AdSession) { self.session = session }

  /// Tells the session what happened, and does what it says.
  public func handle(_ event: PageEvent) { perform(session.handle(event)) }
  /// Has the session do what is due.
  public func tick() { perform(session.tick()) }

  /// Shows part of the page: a screen of 393 × 852 points that begins so far down.
  /// - Parameter offset: How far, in points.
  public func scroll(to offset: Double) {
    handle(.viewport(AdRect(x: 0, y: offset, width: 393, height: 852)))
  }

  /// Places ads one below the other, 320 × 320 points each.
  /// - Parameters:
  ///   - top: Where the first begins, in points.
  ///   - distance: From the beginning of one to that of the next, in points.
  public func place(_ units: [AdUnitID], from top: Double = 100, every distance: Double = 1_000) {
    handle(
      .place(
        units.enumerated().map { place, unit in
          AdFrame(
            unit: unit,
            frame: AdRect(x: 36, y: top + Double(place) * distance, width: 320, height: 320))
        }))
  }

  /// Has the pages of all views arrive that have not yet.
  public func finishLoading() {
    for (id, view) in views.sorted(by: { $0.value.unit < $1.value.unit }) where !view.isLoaded {
      views[id]?.isLoaded = true
      for report in [ViewReport.committed, .parsed, .finished] { handle(.view(id, report)) }
    }
  }

  /// Takes an answer of the person, and waits until it is stored.
  /// - Throws: What cannot be evidence; `StoreError` where it could not be stored.
  nonisolated(nonsending) public func record(_ answer: ConsentStatement) async throws {
    perform(try session.record(answer))
    perform(try await session.storeAnswers(within: .seconds(60)))
  }

  /// Does what the session says.
  public func perform(_ effects: [PageEffect]) {
    self.effects += effects
    for effect in effects {
      switch effect {
      case .make(let id, let unit, let bundle):
        views[id] = View(unit: unit, bundle: bundle)
        made += 1
      case .load(let id, _): views[id]?.isLoaded = false
      case .render(let id, _):
        views[id]?.renders += 1
        handle(.view(id, .rendered(nil)))
      case .drop(let id): views[id] = nil
      default: break
      }
    }
  }
}
