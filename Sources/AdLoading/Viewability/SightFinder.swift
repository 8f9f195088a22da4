// SPDX-License-Identifier: MIT
package import AdModel

/// When something of a place was visible, or enough of it, in milliseconds; the end is the first
/// moment when it was not.
package struct Sight: Hashable, Sendable {
  package let start: Int64
  package let end: Int64
}

/// Finds when something and when enough of each ad's place is visible, whatever is loaded.
package struct SightFinder: Sendable {
  /// An ad by its number: no text is touched while a page scrolls.
  package struct Ad: Sendable {
    package let rule: ViewabilityRule
    fileprivate(set) var parts: [AdRect]?
    fileprivate(set) var frame: AdRect?
    fileprivate(set) var anySince: Int64?
    fileprivate(set) var enoughSince: Int64?
    package fileprivate(set) var any: [Sight] = []
    package fileprivate(set) var enough: [Sight] = []
  }

  private let videoUnits: Set<AdUnitID>
  /// The numbers of the ads: their places in ``ads``.
  package private(set) var numbers: [AdUnitID: Int] = [:]
  /// The ads, in the order in which they were first placed.
  package private(set) var ads: [Ad] = []
  private var viewport: AdRect?
  private var phase = AppPhase.foreground
  private var parts: [AdUnitID: [AdRect]] = [:]
  private var obstructions: [AdRect] = []

  /// Begins with an empty page.
  /// - Parameter videoUnits: The units that show video, which must be seen longer.
  package init(videoUnits: Set<AdUnitID> = []) { self.videoUnits = videoUnits }

  /// Takes what a loading engine was told, in order of time.
  package mutating func follow(_ event: LoadingEvent, at time: Int64) {
    switch event {
    case .viewport(let rect):
      viewport = rect
      lookAtAll(at: time)
    case .frame(let placed): place(placed, at: time)
    case .layout(let placed): for placed in placed { place(placed, at: time) }
    case .parts(let unit, let rects):
      parts[unit] = rects
      guard let number = numbers[unit] else { return }
      ads[number].parts = rects
      look(number, at: time)
    case .obstructions(let rects):
      obstructions = rects
      lookAtAll(at: time)
    case .removed(let unit):
      parts[unit] = nil
      guard let number = numbers[unit] else { return }
      ads[number].frame = nil
      ads[number].parts = nil
      look(number, at: time)
    case .app(let phase):
      self.phase = phase
      lookAtAll(at: time)
    default: break
    }
  }

  /// Ends all that is in sight.
  package mutating func finish(at time: Int64) {
    viewport = nil
    lookAtAll(at: time)
  }

  private mutating func place(_ placed: AdFrame, at time: Int64) {
    let number = numbers[placed.unit] ?? ads.count
    if number == ads.count {
      numbers[placed.unit] = number
      ads.append(
        Ad(
          rule: videoUnits.contains(placed.unit) ? .video : .display, parts: parts[placed.unit]))
    }
    ads[number].frame = placed.frame
    look(number, at: time)
  }

  private mutating func lookAtAll(at time: Int64) {
    for number in ads.indices { look(number, at: time) }
  }

  private mutating func look(_ number: Int, at time: Int64) {
    var sight = (fraction: 0.0, isEnough: false)
    // Most ads are far away.
    if let viewport, phase == .foreground, let frame = ads[number].frame,
      frame.y < viewport.maxY, viewport.y < frame.maxY
    {
      sight = ads[number].rule.judge(
        creative: frame, viewport: viewport, parts: ads[number].parts, obstructions: obstructions)
    }
    note(sight.fraction > 0, number, \.anySince, \.any, at: time)
    note(sight.isEnough, number, \.enoughSince, \.enough, at: time)
  }

  private mutating func note(
    _ isSeen: Bool, _ number: Int, _ since: WritableKeyPath<Ad, Int64?>,
    _ sights: WritableKeyPath<Ad, [Sight]>, at time: Int64
  ) {
    if isSeen {
      if ads[number][keyPath: since] == nil { ads[number][keyPath: since] = time }
    } else if let start = ads[number][keyPath: since] {
      ads[number][keyPath: sights].append(Sight(start: start, end: time))
      ads[number][keyPath: since] = nil
    }
  }
}
