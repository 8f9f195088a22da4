// SPDX-License-Identifier: MIT
import Testing

@testable import AdReports

@Suite struct ShareCheckTests {
  /// Of `scipy.stats.chisquare`, 1.17.1.
  @Test(arguments: [
    ([520, 480], [1, 1], 1.6, 0.205903210732, true),
    ([5210, 4790], [1, 1], 17.64, 2.66914980318e-05, false),
    ([120, 90, 101], [1, 1, 1], 4.443729904, 0.108406746832, true),
    ([505, 1020, 240], [200, 400, 100], 0.715297450, 0.699318684888, true),
    ([10, 11, 9, 14], [5, 5, 5, 5], 1.272727273, 0.735619215964, true),
  ]) func `chi-squared and how often chance brings it are those of the reference`(
    stores: [Int], shares: [Int], chiSquared: Double, probability: Double, fits: Bool
  ) throws {
    let check = ShareCheck(stores: stores, shares: shares)
    let result = try #require(check.result)
    #expect((result.chiSquared - chiSquared).magnitude < 1e-9)
    #expect((result.probability / probability - 1).magnitude < 1e-9)
    #expect(check.fits == fits)
  }

  /// Of `scipy.stats.chi2.isf(0.001, degrees)`.
  @Test(arguments: [
    (1, 10.827566171), (2, 13.815510558), (3, 16.266236196), (4, 18.466826953), (5, 20.515005652),
  ]) func `the greatest that fits is that of the reference`(degrees: Int, expected: Double) {
    #expect((ShareCheck.greatest(degrees: degrees) - expected).magnitude < 1e-8)
  }

  @Test(arguments: [
    ([], []), ([7], [1]), ([4, 1], [1, 1]), ([0, 0], [1, 1]), ([40, 3], [99, 1]),
  ])
  func `too few stores are not judged`(stores: [Int], shares: [Int]) {
    let check = ShareCheck(stores: stores, shares: shares)
    #expect(check.result == nil && check.fits)
  }
}
