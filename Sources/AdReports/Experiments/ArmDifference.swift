// SPDX-License-Identifier: MIT
package import AdModel

/// By how much a figure of an arm differs from that of the control.
package struct ArmDifference: Sendable {
  /// What the difference says.
  package enum Finding: String, CaseIterable, Hashable, Sendable {
    /// The arm is better, however often somebody has looked.
    case better
    /// The arm is worse.
    case worse
    /// It may be chance.
    case open
    /// One side has too little to count.
    case unknown
  }

  /// So many stores each arm must have before anything is found: the intervals hold for many.
  package static let leastStores = 30

  package let metric: ExperimentMetric
  /// The figure of the control; nil where there is none.
  package let control: ArmFigure?
  /// The figure of the arm.
  package let arm: ArmFigure?
  /// Between what the difference lies at a single look, at 95 of 100.
  package let interval: Interval?
  /// The same of the change as a share of the control's figure.
  package let changeInterval: Interval?
  /// Between what the difference lies at all looks; nil where there are too few stores.
  package let sequence: Interval?
  /// How much of what the planned difference needs is known, of 1; nil where there is no figure.
  package let information: Double?

  /// Compares two arms.
  /// - Parameter planned: The sequence for the planned difference, as a share of the control's figure.
  package init(
    _ metric: ExperimentMetric, control sum: ArmSum, arm other: ArmSum,
    planned: ConfidenceSequence
  ) {
    self.metric = metric
    control = sum.figure(of: metric)
    arm = other.figure(of: metric)
    guard let control, let arm, control.variance + arm.variance > 0 else {
      interval = nil
      changeInterval = nil
      sequence = nil
      information = nil
      return
    }
    let difference = arm.value - control.value
    let variance = control.variance + arm.variance
    let widths = ArmFigure.widths
    interval = Interval(difference, margin: widths * variance.squareRoot())
    if control.value > 0, arm.value > 0 {
      // Of the logarithm, for a figure cannot become less than nothing.
      let error =
        (arm.variance / arm.value / arm.value + control.variance / control.value / control.value)
        .squareRoot()
      let (ratio, factor) = (arm.value / control.value, RealFunctions.exp(widths * error))
      changeInterval = Interval(low: ratio / factor - 1, high: ratio * factor - 1)
    } else {
      changeInterval = nil
    }
    // Of nothing, nothing is a share.
    let unit = control.value > 0 ? control.value : arm.value
    let isEnough = unit > 0 && min(sum.storeCount, other.storeCount) >= Self.leastStores
    sequence =
      isEnough
      ? Interval(difference, margin: planned.margin(variance: variance, unit: unit)) : nil
    information = planned.plannedVariance * unit * unit / variance
  }

  /// The difference: the arm's figure less the control's; nil where one has none.
  package var difference: Double? {
    guard let control, let arm else { return nil }
    return arm.value - control.value
  }

  /// The change as a share of the control's figure; nil where that is nothing.
  package var change: Double? {
    guard let control, let difference, control.value > 0 else { return nil }
    return difference / control.value
  }

  /// What it says.
  package var finding: Finding {
    guard let sequence else { return .unknown }
    if sequence.low > 0 { return metric.lessIsBetter ? .worse : .better }
    if sequence.high < 0 { return metric.lessIsBetter ? .better : .worse }
    return .open
  }
}

extension Interval {
  fileprivate init(_ middle: Double, margin: Double) {
    self.init(low: middle - margin, high: middle + margin)
  }
}
