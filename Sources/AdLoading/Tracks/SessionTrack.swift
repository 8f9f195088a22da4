// SPDX-License-Identifier: MIT
package import AdModel

/// All that a loading engine was told in a session, in order and with its times: enough to run the
/// session again.
package struct SessionTrack: Hashable, Sendable {
  /// One event and its time.
  package struct Step: Hashable, Sendable {
    /// When, in milliseconds since the session began.
    package let time: Int64
    /// What the engine was told.
    package let event: LoadingEvent
  }

  /// What held before the first event.
  package let terms: LoadingTerms
  /// The events in order; the last may be no more than time that passed.
  package let steps: [Step]

  /// Reads a track.
  /// - Parameter bytes: What a ``TrackWriter`` wrote, all of it or up to any time at which bytes were
  ///   taken out of it.
  /// - Throws: ``TrackError``; no bytes make it do anything else.
  package init(_ bytes: [UInt8]) throws(TrackError) {
    var reader = TrackReader(bytes)
    terms = try reader.header()
    steps = try reader.steps()
  }

  /// What the session did: its engine, told the same again.
  package var transitions: [LoadTransition] {
    var engine = LoadingEngine(under: terms)
    return steps.flatMap { engine.handleFinite($0.event, at: $0.time) }
  }
}

/// Follows the bytes of a track; the mirror of ``TrackWriter``.
private struct TrackReader {
  private var bytes: TrackByteReader
  private var now: Int64 = 0
  private var viewport: AdRect?
  private var scroll = TrackMotion()
  private var units: [AdUnitID] = []
  private var frames: [AdRect] = []
  private var lastLayout: [Int] = []
  private var shift = TrackMotion()
  private var shifted: Int64 = 0
  private var lastFrame = AdRect(x: 0, y: 0, width: 0, height: 0)

  init(_ bytes: [UInt8]) { self.bytes = TrackByteReader(bytes) }

  mutating func header() throws(TrackError) -> LoadingTerms {
    let version = try bytes.byte()
    guard version == TrackWriter.version else {
      throw TrackError(0, "it is of version \(version), which this program does not know")
    }
    now = try bytes.signed()
    let thresholds = try thresholds()
    let remote = try bytes.byte() == 0 ? nil : try remoteThresholds()
    let gate = try gate()
    let most = try loadedAds()
    let (held, videoUnits) = (try unitSet(), try unitSet())
    return LoadingTerms(
      thresholds: thresholds, remoteThresholds: remote, gate: gate, loadedAdsLimit: most,
      held: held, videoUnits: videoUnits)
  }

  mutating func steps() throws(TrackError) -> [SessionTrack.Step] {
    var steps: [SessionTrack.Step] = []
    while !bytes.isAtEnd {
      let first = try bytes.byte()
      if first < 0x80 {
        pass(first == 0x7F ? try bytes.number() : UInt64(first))
        steps.append(SessionTrack.Step(time: now, event: try scrolled()))
        continue
      }
      guard let operation = TrackOperation(rawValue: first) else {
        throw fault("\(first) is no event")
      }
      if operation == .scrollGrain || operation == .layoutGrain {
        try refine(operation)
      } else {
        pass(try bytes.number())
        steps.append(SessionTrack.Step(time: now, event: try event(operation)))
      }
    }
    return steps
  }

  private func fault(_ reason: String) -> TrackError { TrackError(bytes.place, reason) }

  private mutating func pass(_ elapsed: UInt64) {
    let (time, overflow) = now.addingReportingOverflow(Int64(clamping: elapsed))
    now = overflow ? LoadingEngine.latestTime : min(time, LoadingEngine.latestTime)
  }

  private mutating func refine(_ operation: TrackOperation) throws(TrackError) {
    let grain = Int64(clamping: try bytes.number())
    let isPart =
      operation == .scrollGrain ? scroll.refine(to: grain) : shift.refine(to: grain)
    guard isPart else { throw fault("a grain of \(grain) cannot be") }
  }

  private mutating func scrolled() throws(TrackError) -> LoadingEvent {
    guard var rect = viewport else { throw fault("a scroll without a viewport") }
    guard let steps = scroll.move(beyond: try bytes.signed()) else {
      throw fault("a scroll beyond all places")
    }
    rect.y = TrackBytes.position(steps)
    viewport = rect
    return .viewport(rect)
  }

  private mutating func event(_ operation: TrackOperation) throws(TrackError) -> LoadingEvent {
    switch operation {
    case .viewport:
      let rect = try rect(from: viewport ?? lastFrame)
      viewport = rect
      TrackBytes.steps(rect.y).map { scroll.stand(at: $0) }
      return .viewport(rect)
    case .noViewport:
      viewport = nil
      return .viewport(nil)
    case .frame: return .frame(try placed().frame)
    case .layout: return .layout(try layout())
    case .shiftedLayout: return .layout(try shiftedLayout())
    case .removed: return .removed(units[try unit()])
    case .thresholds: return .thresholds(try thresholds())
    case .remoteThresholds: return .remoteThresholds(try remoteThresholds())
    case .noRemoteThresholds: return .remoteThresholds(nil)
    case .gate: return .gate(try gate())
    case .consentChanged: return .consentChanged(try permit())
    case .consentRenewed: return .consentRenewed(try permit())
    case .app: return .app(try bytes.choice(AppPhase.self))
    case .loadedAds: return .loadedAds(atMost: try loadedAds())
    case .hold:
      let unit = units[try unit()]
      return .hold(unit, try bytes.choice(HoldCause.self))
    case .release: return .release(units[try unit()])
    case .rendered: return .rendered(units[try unit()])
    case .blank: return .blank(units[try unit()])
    case .parts:
      let unit = units[try unit()]
      return .parts(unit, try bytes.byte() == 0 ? nil : try rects())
    case .obstructions: return .obstructions(try rects())
    case .tick, .scrollGrain, .layoutGrain: return .tick
    }
  }

  private mutating func rects() throws(TrackError) -> [AdRect] {
    var rects: [AdRect] = []
    for _ in 0..<(try count()) {
      rects.append(try rect(from: AdRect(x: 0, y: 0, width: 0, height: 0)))
    }
    return rects
  }

  // MARK: Layouts

  private mutating func layout() throws(TrackError) -> [AdFrame] {
    var placed: [AdFrame] = []
    lastLayout = []
    for _ in 0..<(try count()) {
      let (number, frame) = try self.placed()
      lastLayout.append(number)
      placed.append(frame)
    }
    (shift, shifted) = (TrackMotion(), 0)
    return placed
  }

  private mutating func shiftedLayout() throws(TrackError) -> [AdFrame] {
    guard let sum = shift.move(beyond: try bytes.signed()) else {
      throw fault("a layout beyond all places")
    }
    let steps = sum - shifted
    shifted = sum
    return lastLayout.map { number in
      frames[number].y = TrackBytes.position((TrackBytes.steps(frames[number].y) ?? 0) &+ steps)
      return AdFrame(unit: units[number], frame: frames[number])
    }
  }

  private mutating func placed() throws(TrackError) -> (number: Int, frame: AdFrame) {
    let number = try unit()
    let frame = try rect(from: number < frames.count ? frames[number] : lastFrame)
    while frames.count <= number { frames.append(frame) }
    frames[number] = frame
    lastFrame = frame
    return (number, AdFrame(unit: units[number], frame: frame))
  }

  // MARK: Parts

  /// How many of something follow: never more than there are bytes.
  private mutating func count() throws(TrackError) -> Int {
    let count = try bytes.number()
    guard count <= UInt64(bytes.left) else { throw fault("it ends within a list") }
    return Int(count)
  }

  private mutating func unitSet() throws(TrackError) -> Set<AdUnitID> {
    var set: Set<AdUnitID> = []
    for _ in 0..<(try count()) { set.insert(units[try unit()]) }
    return set
  }

  private mutating func unit() throws(TrackError) -> Int {
    let number = try bytes.number()
    if number < UInt64(units.count) { return Int(number) }
    guard number == UInt64(units.count) else { throw fault("unit \(number) was never named") }
    do {
      units.append(try AdUnitID(try bytes.text()))
    } catch let error as TrackError {
      throw error
    } catch {
      throw fault("a unit has a name that none can have")
    }
    return units.count - 1
  }

  private mutating func rect(from base: AdRect) throws(TrackError) -> AdRect {
    var rect = base
    for side in AdRect.sides {
      rect[keyPath: side] = try bytes.double(from: base[keyPath: side])
    }
    guard rect.isFinite else { throw fault("a rectangle reaches beyond all numbers") }
    return rect
  }

  private mutating func thresholds() throws(TrackError) -> LoadingThresholds {
    let distances = [
      try bytes.double(from: 0), try bytes.double(from: 0), try bytes.double(from: 0),
    ]
    let isUnloading = try bytes.byte() != 0
    let (throttle, delay) = (try bytes.signed(), try bytes.signed())
    let prediction = try bytes.signed()
    do throws(InvalidValue) {
      return try LoadingThresholds(
        fetch: distances[0], display: distances[1], unload: distances[2],
        unloadingEnabled: isUnloading, throttle: throttle, stabilityDelay: delay,
        prediction: prediction)
    } catch {
      throw fault("\(error)")
    }
  }

  private mutating func remoteThresholds() throws(TrackError) -> RemoteThresholds {
    let (fetch, render) = (try bytes.double(from: 0), try bytes.double(from: 0))
    do throws(InvalidValue) {
      return try RemoteThresholds(fetch: fetch, render: render)
    } catch {
      throw fault("\(error)")
    }
  }

  private mutating func gate() throws(TrackError) -> LoadGate {
    let code = try bytes.byte()
    if code == 0 { return .open(try permit()) }
    for cause in LoadGate.ClosedCause.allCases where cause.trackCode == code {
      return .closed(cause)
    }
    throw fault("\(code) stands for no gate")
  }

  private mutating func permit() throws(TrackError) -> LoadPermit {
    let record = ConsentRecordID(try bytes.signed())
    return LoadPermit(record: record, mode: try bytes.choice(ServingMode.self))
  }

  private mutating func loadedAds() throws(TrackError) -> Int? {
    let most = try bytes.signed()
    return most < 0 ? nil : Int(clamping: most)
  }
}
