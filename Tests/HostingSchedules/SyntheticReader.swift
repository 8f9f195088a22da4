// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel
package import TestSupport

/// A made-up reader of a page of ads: reads, flicks on, sometimes back, and stops somewhere.
package struct SyntheticReader {
  private var random: SeededRandom
  private let adCount: Int

  package init(_ random: SeededRandom, adCount: Int = 12) {
    self.random = random
    self.adCount = adCount
  }

  package static func unit(_ number: Int) -> AdUnitID { AdUnitID(validated: "slot-\(number)") }

  /// The session of another read of the page.
  package mutating func session(
    under thresholds: LoadingThresholds = .standard, loadedAdsLimit: Int? = nil
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
    for _ in 0..<80 where viewport.y < bottom {
      time += Int64(random.int(200...4_000))
      let way = Double(random.int(150...1_600)) * (random.isOneIn(7) ? -1 : 1)
      let steps = random.int(15...50)
      let from = viewport.y
      for step in 1...steps {
        time += 16
        let share = Double(step) / Double(steps)
        viewport.y = max(from + (way * share * (2 - share)).rounded(), 0)
        writer.append(.viewport(viewport), at: time)
      }
    }
    writer.append(.tick, at: time + Int64(random.int(500...5_000)))
    return try SessionTrack(writer.takeBytes())
  }
}
