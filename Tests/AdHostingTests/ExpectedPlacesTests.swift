// SPDX-License-Identifier: MIT
import AdHosting
import AdModel
import TestSupport
import Testing

/// Where the ads of a lazy stack are whose rows do not exist.
@Suite struct ExpectedPlacesTests {
  private static let ads = (0..<6).map { AdUnitID(validated: "ad-\($0)") }
  private var places = ExpectedPlaces()

  init() { places.expect([Self.ads[0]: 500, Self.ads[1]: 1_500, Self.ads[2]: 2_500]) }

  @Test func `without any row they are where the app expects them, and move with the stack`() {
    #expect(
      places.places(beside: [:], stackAt: -300)
        == [Self.ads[0]: 200, Self.ads[1]: 1_200, Self.ads[2]: 2_200])
    #expect(places.units == [Self.ads[0], Self.ads[1], Self.ads[2]])
  }

  @Test mutating func `a row corrects those below it by its own error, and none above it`() {
    let rows = [Self.ads[1]: 1_300.0]
    places.meet(rows, stackAt: -400)
    #expect(
      places.places(beside: rows, stackAt: -400) == [Self.ads[0]: 100, Self.ads[2]: 2_300])
    // Told again, it corrects nothing twice.
    places.meet(rows, stackAt: -400)
    #expect(
      places.places(beside: rows, stackAt: -400) == [Self.ads[0]: 100, Self.ads[2]: 2_300])
  }

  @Test mutating func `of several rows the one just above says how wrong a guess is`() {
    let rows = [Self.ads[0]: 510.0, Self.ads[1]: 1_700.0]
    places.meet(rows, stackAt: 0)
    #expect(places.places(beside: rows, stackAt: 0) == [Self.ads[2]: 2_700])
  }

  @Test mutating func `a row that is gone is remembered where it was`() {
    places.meet([Self.ads[0]: 640], stackAt: 0)
    #expect(places.places(beside: [:], stackAt: -5_000)[Self.ads[0]] == -4_360)
  }

  @Test mutating func `what the app says anew counts, and the same once more does not`() {
    places.meet([Self.ads[0]: 640], stackAt: 0)
    places.expect([Self.ads[0]: 500, Self.ads[1]: 1_500, Self.ads[2]: 2_500])
    #expect(places.places(beside: [:], stackAt: 0)[Self.ads[0]] == 640)
    places.expect([Self.ads[0]: 900])
    #expect(places.places(beside: [:], stackAt: 0) == [Self.ads[0]: 900])
  }

  @Test mutating func `what is no number, and who is not expected, changes nothing`() {
    places.expect([Self.ads[0]: .nan, Self.ads[1]: 100])
    #expect(places.units == [Self.ads[1]])
    places.meet([Self.ads[1]: .infinity, Self.ads[5]: 7], stackAt: 0)
    places.meet([Self.ads[1]: 300], stackAt: .nan)
    #expect(places.places(beside: [:], stackAt: 0) == [Self.ads[1]: 100])
  }

  @Test
  func `down a stack whose rows are all guessed wrong, the next ad is known by the row before it`()
  {
    Fuzz.forEachSeed(300) { seed, random in
      // Each ad is as far below the one before it as the app thinks, but for the first one's error.
      var places = ExpectedPlaces()
      let gap = Double(random.int(400...2_000))
      let error = Double(random.int(-300...300))
      let guessed = Self.ads.enumerated().map { ($0.element, Double($0.offset + 1) * gap) }
      places.expect(Dictionary(uniqueKeysWithValues: guessed))
      for (index, unit) in Self.ads.enumerated() {
        let stack = -Double(random.int(0...9_000))
        let truth = Double(index + 1) * gap + error
        if index > 0, let known = places.places(beside: [:], stackAt: stack)[unit],
          abs(known - (truth + stack)) > 1e-6
        {
          Issue.record("seed \(seed): \(unit) at \(known), is at \(truth + stack)")
        }
        places.meet([unit: truth + stack], stackAt: stack)
      }
    }
  }
}
