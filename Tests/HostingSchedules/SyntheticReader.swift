// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel
package import TestSupport

/// A made-up reader of a page of ads: reads, goes on, sometimes back, and stops somewhere.
package struct SyntheticReader {
  /// How a reader goes on.
  package enum Manner: CaseIterable, Sendable {
    /// By short flicks that do not glide: 0.2 to 0.8 seconds.
    case flicks
    /// By flings that glide as a phone's do: slower by 0.2 % a millisecond.
    case flings
    /// At a speed of its own, for seconds.
    case steadily
  }

  private var random: SeededRandom
  private let adCount: Int

  package init(_ random: SeededRandom, adCount: Int = 12) {
    self.random = random
    self.adCount = adCount
  }

  package static func unit(_ number: Int) -> AdUnitID { AdUnitID(validated: "slot-\(number)") }

  /// The session of another read of the page.
  package mutating func session(
    under thresholds: LoadingThresholds = .standard, loadedAdsLimit: Int? = nil,
    going manner: Manner = .flicks
  ) throws -> SessionTrack {
    var writer = TrackWriter()
    writer.begin(
      under: LoadingTerms(
        thresholds: thresholds, gate: .open(.under(1)), loadedAdsLimit: loadedAdsLimit))
    var viewport = AdRect(x: 0, y: 0, width: 393, height: 852)
    var y = Double(random.int(150...700))
    writer.append(.viewport(viewport), at: 0)
    var frames: [AdFrame] = []
    for number in 0..<adCount {
      frames.append(
        AdFrame(unit: Self.unit(number), frame: AdRect(x: 36, y: y, width: 320, height: 320)))
      y += Double(320 + random.int(250...1_400))
    }
    writer.append(.layout(frames), at: 0)
    var time: Int64 = 0
    let bottom = y * Double(random.int(30...100)) / 100
    let ownSpeed = manner == .steadily ? Double(random.int(100...3_000)) / 1_000 : 0
    for _ in 0..<80 where viewport.y < bottom {
      time += Int64(random.int(200...4_000))
      let from = viewport.y
      for way in ways(manner, at: ownSpeed) {
        time += 16
        viewport.y = max(from + way.rounded(), 0)
        writer.append(.viewport(viewport), at: time)
      }
    }
    writer.append(.tick, at: time + Int64(random.int(500...5_000)))
    return try SessionTrack(writer.takeBytes())
  }

  /// How far the reader has come with each frame, in points, until the next rest.
  private mutating func ways(_ manner: Manner, at ownSpeed: Double) -> [Double] {
    switch manner {
    case .flicks:
      let way = Double(random.int(150...1_600)) * (random.isOneIn(7) ? -1 : 1)
      let steps = random.int(15...50)
      return (1...steps).map { step in
        let share = Double(step) / Double(steps)
        return way * share * (2 - share)
      }
    case .flings:
      var speed = Double(random.int(500...5_000)) / 1_000 * (random.isOneIn(7) ? -1 : 1)
      var ways: [Double] = []
      // A finger for eight frames, then the glide.
      while ways.count < 8 || abs(speed) > 0.03 {
        if ways.count >= 8 { speed *= 0.9685 }
        ways.append((ways.last ?? 0) + speed * 16)
      }
      return ways
    case .steadily:
      let steps = random.int(30...300)
      var way = 0.0
      return (0..<steps).map { step in
        way += ownSpeed * 16 * min(1, Double(step + 1) / 12, Double(steps - step) / 12)
        return way
      }
    }
  }
}
