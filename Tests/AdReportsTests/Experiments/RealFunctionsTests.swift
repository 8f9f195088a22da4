// SPDX-License-Identifier: MIT
import Testing

@testable import AdReports

/// The values are those of Python 3.11's math and of scipy 1.17.1.
@Suite struct RealFunctionsTests {
  private static func isNear(_ value: Double, _ expected: Double) -> Bool {
    (value - expected).magnitude <= 1e-12 * expected.magnitude
  }

  @Test(arguments: [
    (1e-5, -1.1512925464970229e+01), (0.3, -1.2039728043259361e+00),
    (1.5, 4.0546510810816438e-01), (2, 6.9314718055994529e-01), (10, 2.3025850929940459e+00),
    (123456.789, 1.1723646487185881e+01), (1, 0),
  ]) func `logarithms are those of the C library`(of value: Double, _ expected: Double) {
    #expect(Self.isNear(RealFunctions.log(value), expected))
  }

  @Test(arguments: [
    (-700, 9.8596765437597708e-305), (-20.5, 1.2501528663867426e-09),
    (-1, 3.6787944117144233e-01), (0, 1), (0.1, 1.1051709180756477e+00),
    (3.3, 2.7112638920657883e+01), (300, 1.9424263952412558e+130),
  ]) func `powers of e are those of the C library`(of value: Double, _ expected: Double) {
    #expect(Self.isNear(RealFunctions.exp(value), expected))
  }

  @Test func `what has no value is told as C tells it`() {
    #expect(RealFunctions.log(0) == -.infinity)
    #expect(RealFunctions.log(-1).isNaN)
    #expect(RealFunctions.log(.infinity) == .infinity)
    #expect(RealFunctions.exp(-1e9) == 0 && RealFunctions.exp(1e9) == .infinity)
    #expect(RealFunctions.exp(.nan).isNaN)
  }
}

@Suite struct NormalDistributionTests {
  /// Of `scipy.stats.norm.sf`.
  @Test(arguments: [
    (0.0, 0.5), (0.5, 3.085375387259869e-01), (1.959963984540054, 2.5e-02),
    (2.8, 2.555130330427932e-03), (3.5, 2.326290790355250e-04), (6, 9.865876450376946e-10),
  ]) func `the tail is that of the reference`(above value: Double, _ expected: Double) {
    #expect((NormalDistribution.above(value) / expected - 1).magnitude < 1e-11)
  }

  /// Of `scipy.stats.norm.isf`.
  @Test(arguments: [
    (0.5, 0), (0.4, 0.253347103136), (0.1, 1.281551565545), (0.025, 1.959963984540),
    (0.005, 2.575829303549), (0.0005, 3.290526731492), (1e-6, 4.753424308823),
  ]) func `so is where a share of it lies`(share: Double, _ expected: Double) {
    #expect((NormalDistribution.quantile(above: share) - expected).magnitude < 1e-11)
  }
}
