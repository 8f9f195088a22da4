// SPDX-License-Identifier: MIT
import AdModel

/// Writes down what a loading engine is told, so that ``SessionTrack`` can tell it again: an even
/// scroll takes two bytes a sample.
///
/// Nothing is rounded: positions in halves, thirds and sixty-fourths of a point are short, all others
/// are kept as they are. What changes nothing is left out: time that passes, and a viewport that
/// stays where it was.
package struct TrackWriter: Sendable {
  /// The first byte of every track.
  static let version: UInt8 = 1

  private let origin: Int64
  private var terms: LoadingTerms?
  private var hasHeader = false
  private var bytes: [UInt8] = []
  /// The time of the last event that was written.
  private var now: Int64 = 0
  /// Until when time passed since then.
  private var idleUntil: Int64?
  private var viewport: AdRect?
  /// Whether the viewport stands where `scroll` says.
  private var isScrolling = false
  private var scroll = TrackMotion()
  private var numbers: [AdUnitID: Int] = [:]
  private var units: [AdUnitID] = []
  private var frames: [AdRect] = []
  private var lastLayout: [Int] = []
  private var shift = TrackMotion()
  private var shifted: Int64 = 0
  private var lastFrame = AdRect(x: 0, y: 0, width: 0, height: 0)

  /// Whether the track tells all that happened; it does not where nobody said how it began, or two
  /// engines told of themselves.
  package private(set) var isWhole = true

  /// Makes a writer.
  /// - Parameter origin: The time that counts as 0, in milliseconds.
  package init(origin: Int64 = 0) { self.origin = origin }

  /// How many bytes wait to be taken.
  package var count: Int { bytes.count }

  /// Takes how the engine begins, before its first event.
  package mutating func begin(under terms: LoadingTerms) {
    if self.terms == nil, isWhole { self.terms = terms } else { isWhole = false }
  }

  /// Takes an event.
  /// - Parameter time: When, in milliseconds; a time before the last event's counts as that one.
  /// - Complexity: O(1); O(ads) for a layout.
  @inline(__always)
  package mutating func append(_ event: LoadingEvent, at time: Int64) {
    if hasHeader, isScrolling, idleUntil == nil, case .viewport(let rect?) = event,
      appendScroll(to: rect, at: since(time))
    {
      return
    }
    appendAny(event, at: time)
  }

  /// Takes out what was written since the last time, with all the time that has passed.
  package mutating func takeBytes() -> [UInt8] {
    flushIdleTime()
    defer { bytes = [] }
    return bytes
  }

  /// Gives up: what was written is not all any more.
  package mutating func abandon() {
    isWhole = false
    bytes = []
  }

  // MARK: Events

  private mutating func appendAny(_ event: LoadingEvent, at time: Int64) {
    guard isWhole, let terms else {
      isWhole = false
      return
    }
    if !hasHeader { writeHeader(terms, at: time) }
    let time = max(since(time), idleUntil ?? now)
    if event == .tick || event == .viewport(viewport) {
      idleUntil = time
      return
    }
    // Word of consent comes before what is due in the same millisecond: it tells whether that ran.
    if event.isConsent, idleUntil == time { flushIdleTime() }
    idleUntil = nil
    write(event, at: time)
  }

  private func since(_ time: Int64) -> Int64 {
    let (elapsed, overflow) = time.subtractingReportingOverflow(origin)
    return overflow ? now : min(elapsed, LoadingEngine.latestTime)
  }

  private mutating func writeHeader(_ terms: LoadingTerms, at time: Int64) {
    hasHeader = true
    now = .min
    now = since(time)
    bytes.append(Self.version)
    TrackBytes.append(signed: now, to: &bytes)
    write(terms.thresholds)
    bytes.append(terms.remoteThresholds == nil ? 0 : 1)
    if let remote = terms.remoteThresholds { write(remote) }
    write(terms.gate)
    TrackBytes.append(signed: terms.loadedAdsLimit.map(Int64.init) ?? -1, to: &bytes)
    for units in [terms.held, terms.videoUnits] {
      TrackBytes.append(UInt64(units.count), to: &bytes)
      for unit in units.sorted() { write(unit) }
    }
  }

  private mutating func flushIdleTime() {
    // Also at the time of the last event: without a throttle, more may have been due then.
    guard let time = idleUntil else { return }
    idleUntil = nil
    start(.tick, at: time)
  }

  @inline(__always)
  private mutating func appendScroll(to rect: AdRect, at time: Int64) -> Bool {
    guard isWhole, let viewport, rect.y != viewport.y, rect.x == viewport.x,
      rect.width == viewport.width, rect.height == viewport.height,
      let steps = TrackBytes.steps(rect.y)
    else { return false }
    let time = max(time, now)
    if let grain = scroll.grain(to: steps) {
      _ = scroll.refine(to: grain)
      bytes.append(TrackOperation.scrollGrain.rawValue)
      TrackBytes.append(UInt64(grain), to: &bytes)
    }
    let elapsed = UInt64(time - now)
    bytes.append(UInt8(min(elapsed, 0x7F)))
    if elapsed >= 0x7F { TrackBytes.append(elapsed, to: &bytes) }
    TrackBytes.append(signed: scroll.move(to: steps), to: &bytes)
    now = time
    self.viewport = rect
    return true
  }

  private mutating func start(_ operation: TrackOperation, at time: Int64) {
    bytes.append(operation.rawValue)
    TrackBytes.append(UInt64(time - now), to: &bytes)
    now = time
  }

  private mutating func write(_ event: LoadingEvent, at time: Int64) {
    switch event {
    case .tick: start(.tick, at: time)
    case .viewport(nil):
      start(.noViewport, at: time)
      (viewport, isScrolling) = (nil, false)
    case .viewport(let rect?):
      if isScrolling, appendScroll(to: rect, at: time) { return }
      start(.viewport, at: time)
      write(rect, from: viewport ?? lastFrame)
      viewport = rect
      let steps = TrackBytes.steps(rect.y)
      isScrolling = steps != nil
      steps.map { scroll.stand(at: $0) }
    case .frame(let placed):
      start(.frame, at: time)
      _ = write(placed)
    case .layout(let frames):
      if let steps = commonShift(of: frames) { return writeShift(by: steps, frames, at: time) }
      start(.layout, at: time)
      TrackBytes.append(UInt64(frames.count), to: &bytes)
      lastLayout = frames.map { write($0) }
      // One that names an ad twice moves it twice; the next is told in full.
      if Set(lastLayout).count < lastLayout.count { lastLayout = [] }
      (shift, shifted) = (TrackMotion(), 0)
    case .removed(let unit):
      start(.removed, at: time)
      write(unit)
    case .thresholds(let thresholds):
      start(.thresholds, at: time)
      write(thresholds)
    case .remoteThresholds(nil): start(.noRemoteThresholds, at: time)
    case .remoteThresholds(let remote?):
      start(.remoteThresholds, at: time)
      write(remote)
    case .gate(let gate):
      start(.gate, at: time)
      write(gate)
    case .consentChanged(let permit):
      start(.consentChanged, at: time)
      write(permit)
    case .consentRenewed(let permit):
      start(.consentRenewed, at: time)
      write(permit)
    case .app(let phase):
      start(.app, at: time)
      bytes.append(phase.trackCode)
    case .loadedAds(let most):
      start(.loadedAds, at: time)
      TrackBytes.append(signed: most.map(Int64.init) ?? -1, to: &bytes)
    case .hold(let unit, let cause):
      start(.hold, at: time)
      write(unit)
      bytes.append(cause.trackCode)
    case .release(let unit):
      start(.release, at: time)
      write(unit)
    case .rendered(let unit):
      start(.rendered, at: time)
      write(unit)
    case .blank(let unit):
      start(.blank, at: time)
      write(unit)
    case .parts(let unit, let parts):
      start(.parts, at: time)
      write(unit)
      bytes.append(parts == nil ? 0 : 1)
      if let parts { write(parts) }
    case .obstructions(let rects):
      start(.obstructions, at: time)
      write(rects)
    }
  }

  private mutating func write(_ rects: [AdRect]) {
    TrackBytes.append(UInt64(rects.count), to: &bytes)
    for rect in rects { write(rect, from: AdRect(x: 0, y: 0, width: 0, height: 0)) }
  }

  // MARK: Layouts

  /// How far all ads of a layout moved up or down since the last one, which named the same ads in the
  /// same order; nil where they did anything else.
  private func commonShift(of frames: [AdFrame]) -> Int64? {
    guard frames.count == lastLayout.count, !frames.isEmpty else { return nil }
    var common: Int64?
    for (placed, number) in zip(frames, lastLayout) {
      let (frame, before) = (placed.frame, self.frames[number])
      guard units[number] == placed.unit, frame.x == before.x, frame.width == before.width,
        frame.height == before.height, let new = TrackBytes.steps(frame.y),
        let old = TrackBytes.steps(before.y), new - old == common ?? (new - old)
      else { return nil }
      common = new - old
    }
    // Far from the origin the sum of all shifts would leave the places that can be told.
    return common.flatMap { (shifted + $0).magnitude < 1 << 50 ? $0 : nil }
  }

  private mutating func writeShift(by steps: Int64, _ placed: [AdFrame], at time: Int64) {
    shifted += steps
    if let grain = shift.grain(to: shifted) {
      _ = shift.refine(to: grain)
      bytes.append(TrackOperation.layoutGrain.rawValue)
      TrackBytes.append(UInt64(grain), to: &bytes)
    }
    start(.shiftedLayout, at: time)
    TrackBytes.append(signed: shift.move(to: shifted), to: &bytes)
    for (placed, number) in zip(placed, lastLayout) { frames[number] = placed.frame }
  }

  private mutating func write(_ placed: AdFrame) -> Int {
    let number = write(placed.unit)
    let isKnown = number < frames.count
    write(placed.frame, from: isKnown ? frames[number] : lastFrame)
    while frames.count <= number { frames.append(placed.frame) }
    frames[number] = placed.frame
    lastFrame = placed.frame
    return number
  }

  // MARK: Parts

  @discardableResult
  private mutating func write(_ unit: AdUnitID) -> Int {
    if let number = numbers[unit] {
      TrackBytes.append(UInt64(number), to: &bytes)
      return number
    }
    TrackBytes.append(UInt64(units.count), to: &bytes)
    TrackBytes.append(unit.rawValue, to: &bytes)
    numbers[unit] = units.count
    units.append(unit)
    return units.count - 1
  }

  private mutating func write(_ rect: AdRect, from base: AdRect) {
    for side in AdRect.sides {
      TrackBytes.append(rect[keyPath: side], from: base[keyPath: side], to: &bytes)
    }
  }

  private mutating func write(_ thresholds: LoadingThresholds) {
    for distance in [thresholds.fetch, thresholds.display, thresholds.unload] {
      TrackBytes.append(distance, from: 0, to: &bytes)
    }
    bytes.append(thresholds.unloadingEnabled ? 1 : 0)
    TrackBytes.append(signed: thresholds.throttle, to: &bytes)
    TrackBytes.append(signed: thresholds.stabilityDelay, to: &bytes)
    TrackBytes.append(signed: thresholds.prediction, to: &bytes)
  }

  private mutating func write(_ remote: RemoteThresholds) {
    TrackBytes.append(remote.fetch, from: 0, to: &bytes)
    TrackBytes.append(remote.render, from: 0, to: &bytes)
  }

  private mutating func write(_ gate: LoadGate) {
    switch gate {
    case .open(let permit):
      bytes.append(0)
      write(permit)
    case .closed(let cause): bytes.append(cause.trackCode)
    }
  }

  private mutating func write(_ permit: LoadPermit) {
    TrackBytes.append(signed: permit.record.rawValue, to: &bytes)
    bytes.append(permit.mode.trackCode)
  }
}

extension AdRect {
  /// The four numbers in the order in which a track has them.
  static var sides: [WritableKeyPath<AdRect, Double>] { [\.x, \.y, \.width, \.height] }
}
