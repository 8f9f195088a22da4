// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel
package import TestSupport

/// A random but repeatable run of events: pages of any length, scrolls, flings, resizes, layouts
/// and changes of everything that can change.
///
/// Positions are multiples of ten points, so that edges often touch exactly.
package struct RandomSession {
  package var random: SeededRandom
  package let adCount: Int
  package let pageHeight: Double
  package let usesScreenCoordinates: Bool
  /// Whether it does little but creep up and down the page.
  package let isQuiet: Bool
  package var time: Int64 = 0
  package var viewport: AdRect
  package var frames: [Int: AdRect] = [:]
  package var record: Int64 = 1

  package init(_ random: SeededRandom, adCount: Int, isQuiet: Bool = false) {
    self.random = random
    self.adCount = adCount
    pageHeight = Double(adCount) * [100, 400, 700].randomElement(using: &self.random, or: 400)
    let isScreen = self.random.isOneIn(4)
    usesScreenCoordinates = isScreen && !isQuiet
    self.isQuiet = isQuiet
    viewport = AdRect(x: 0, y: 0, width: 390, height: 800)
  }

  package static func unit(_ number: Int) -> AdUnitID {
    AdUnitID(validated: "div-gpt-ad-\(number)")
  }

  package mutating func tens(_ range: ClosedRange<Double>) -> Double {
    (Double.random(in: range, using: &random) / 10).rounded() * 10
  }

  package mutating func thresholds() -> LoadingThresholds {
    let fetch = tens(0...1200)
    let made = try? LoadingThresholds(
      fetch: fetch, display: tens(0...fetch), unload: tens(0...2400),
      unloadingEnabled: !random.isOneIn(3),
      throttle: [0, 16, 67, 67, 67, 250].randomElement(using: &random, or: 67),
      stabilityDelay: [0, 50, 500, 2000].randomElement(using: &random, or: 2000),
      prediction: [0, 0, 100, 500, 2000].randomElement(using: &random, or: 0))
    return made ?? .standard
  }

  package mutating func frame() -> AdRect {
    AdRect(
      x: random.isOneIn(8) ? 390 : tens(-100...380), y: tens(0...pageHeight),
      width: random.isOneIn(12) ? 0 : tens(10...400),
      height: random.isOneIn(12)
        ? 0 : random.isOneIn(10) ? tens(1000...pageHeight + 1000) : tens(10...600))
  }

  package mutating func layout() -> [AdFrame] {
    (0..<adCount).map { number in
      let rect = frame()
      frames[number] = rect
      return AdFrame(unit: Self.unit(number), frame: rect)
    }
  }

  /// The next event and its time.
  package mutating func next() -> (LoadingEvent, Int64) {
    time += [0, 0, 1, 16, 16, 16, 67, 68, 300, 2500].randomElement(using: &random, or: 16)
    if random.isOneIn(8) {
      let unit = Self.unit(Int.random(in: 0..<adCount, using: &random))
      return (random.isOneIn(6) ? .blank(unit) : .rendered(unit), time)
    }
    if random.isOneIn(20) { return (random.isOneIn(3) ? covered() : cut(), time) }
    if isQuiet, !random.isOneIn(25) { return (creep(), time) }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<60: return (scroll(by: tens(-120...160)), time)
    case ..<66: return (scroll(by: tens(-pageHeight...pageHeight)), time)
    case ..<68: return (.viewport(random.isOneIn(3) ? nil : resized()), time)
    case ..<80:
      let number = Int.random(in: 0..<adCount, using: &random)
      let told = random.isOneIn(3) ? frames[number] : nil
      let rect = told ?? frame()
      frames[number] = rect
      return (.frame(AdFrame(unit: Self.unit(number), frame: rect)), time)
    case ..<84:
      let number = Int.random(in: 0..<adCount, using: &random)
      frames[number] = nil
      return (.removed(Self.unit(number)), time)
    case ..<86: return (.layout(layout()), time)
    case ..<88: return (.thresholds(thresholds()), time)
    case ..<90: return (.remoteThresholds(remote()), time)
    case ..<93: return (consent(), time)
    case ..<94: return (.app(random.isOneIn(3) ? .background : .foreground), time)
    case ..<95:
      return (.loadedAds(atMost: [nil, 1, 2, 3, 8].randomElement(using: &random, or: 2)), time)
    case ..<97:
      let unit = Self.unit(Int.random(in: 0..<adCount, using: &random))
      return (.hold(unit, HoldCause.allCases.randomElement(using: &random) ?? .reloaded), time)
    case ..<99: return (.release(Self.unit(Int.random(in: 0..<adCount, using: &random))), time)
    default: return (.tick, time)
    }
  }

  /// Parts of an ad are clipped or covered, or all of it, or nothing any more.
  private mutating func cut() -> LoadingEvent {
    let unit = Self.unit(Int.random(in: 0..<adCount, using: &random))
    guard !random.isOneIn(3) else { return .parts(unit, nil) }
    return .parts(
      unit,
      (0..<random.int(0...3)).map { _ in
        AdRect(x: tens(0...200), y: tens(0...300), width: tens(0...300), height: tens(0...300))
      })
  }

  private mutating func covered() -> LoadingEvent {
    .obstructions(
      (0..<random.int(0...2)).map { _ in
        AdRect(x: tens(-50...300), y: tens(-50...700), width: tens(0...390), height: tens(0...300))
      })
  }

  private mutating func scroll(by distance: Double) -> LoadingEvent {
    guard usesScreenCoordinates else {
      viewport.y = min(max(viewport.y + distance, -100), pageHeight)
      return .viewport(viewport)
    }
    for number in frames.keys { frames[number]?.y -= distance }
    return .layout(
      frames.sorted { $0.key < $1.key }
        .map { AdFrame(unit: Self.unit($0.key), frame: $0.value) })
  }

  /// A small step, often just to where edges touch, by a hair off, or back dirty.
  private mutating func creep() -> LoadingEvent {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: viewport.y = viewport.y.nextUp
    case 1: viewport.y = viewport.y.nextDown
    case 2: viewport.y += [-0.5, 0.001, -0.001, 0.5].randomElement(using: &random, or: 0)
    case 3: return random.isOneIn(2) ? .viewport(viewport) : .tick
    case 4: if random.isOneIn(4) { viewport.width = 1_190 - viewport.width }
    default:
      let step = tens(-30...30) + (viewport.y > pageHeight / 2 ? -10 : 10)
      viewport.y = ((viewport.y + step) / 10).rounded() * 10
    }
    return .viewport(viewport)
  }

  private mutating func resized() -> AdRect {
    viewport.height = [0, 400, 800, 1200].randomElement(using: &random, or: 800)
    viewport.width = [390, 390, 800].randomElement(using: &random, or: 390)
    viewport.x = [0, 0, 50, -400].randomElement(using: &random, or: 0)
    return viewport
  }

  private mutating func remote() -> RemoteThresholds? {
    guard !random.isOneIn(3) else { return nil }
    return try? RemoteThresholds(fetch: 150, render: random.isOneIn(2) ? 100 : 25)
  }

  private mutating func consent() -> LoadingEvent {
    record += 1
    let permit = LoadPermit.under(
      record, ServingMode.allCases.randomElement(using: &random) ?? .limited)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .gate(.closed(.withdrawn))
    case 1: return .gate(.closed(.expired))
    case 2: return .gate(.closed(.changed))
    case 3: return .consentChanged(permit)
    case 4: return .consentRenewed(permit)
    default: return .gate(.open(permit))
    }
  }
}

extension Array {
  package func randomElement(using random: inout SeededRandom, or fallback: Element) -> Element {
    randomElement(using: &random) ?? fallback
  }
}

extension LoadPermit {
  /// Leave for personalized ads under the record of this number.
  package static func under(_ record: Int64, _ mode: ServingMode = .personalized) -> LoadPermit {
    LoadPermit(record: ConsentRecordID(record), mode: mode)
  }
}
