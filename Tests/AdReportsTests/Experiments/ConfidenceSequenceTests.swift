// SPDX-License-Identifier: MIT
import Testing

@testable import AdReports

@Suite struct ConfidenceSequenceTests {
  /// The radius of `ville.means.AsymptoticCS(alpha, t_opt=500)`, ville 0.1.0, after so many values of
  /// variance 1; its rho is that of a numerical search.
  @Test(arguments: [
    (
      0.05, [0.540684820, 0.334705652, 0.135734801, 0.096892284, 0.024315494]
    ),
    (
      0.05 / 3, [0.588016180, 0.370296633, 0.152600336, 0.108734478, 0.026719204]
    ),
  ]) func `margins are those of the reference`(error: Double, radii: [Double]) {
    let sequence = ConfidenceSequence(error: error, difference: 1)
    for (count, radius) in zip([50.0, 100, 500, 1_000, 20_000], radii) {
      // The reference plans for 500 values of variance 1, whose mean has this one.
      let unit = (1 / 500 / sequence.plannedVariance).squareRoot()
      let margin = sequence.margin(variance: 1 / count, unit: unit)
      #expect((margin - radius).magnitude < 2e-7, "after \(count)")
    }
  }

  @Test func `at the planned size, margin and power together are the planned difference`() {
    let sequence = ConfidenceSequence(error: 0.05, difference: 0.03)
    let margin = sequence.margin(variance: sequence.plannedVariance)
    let power = 1.281551565545 * sequence.plannedVariance.squareRoot()
    #expect((margin + power - 0.03).magnitude < 1e-12)
  }

  @Test func `no other plan is narrower where a plan was made for`() {
    let plan = ConfidenceSequence(error: 0.05, difference: 0.03)
    let margin = plan.margin(variance: plan.plannedVariance)
    for difference in [0.02, 0.025, 0.029, 0.031, 0.04, 0.1] {
      let other = ConfidenceSequence(error: 0.05, difference: difference)
      #expect(other.margin(variance: plan.plannedVariance) > margin)
    }
  }
}
