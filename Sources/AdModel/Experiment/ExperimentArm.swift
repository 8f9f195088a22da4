// SPDX-License-Identifier: MIT

/// The arm of an experiment in which a session runs.
public struct ExperimentArm: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The experiment.
  public let experiment: ExperimentID
  /// The arm.
  public let arm: ArmID

  /// Names an arm of an experiment.
  public init(_ experiment: ExperimentID, _ arm: ArmID) {
    self.experiment = experiment
    self.arm = arm
  }

  /// Both in one line, as `arm wide of near-fetch`.
  public var description: String { "arm \(arm) of \(experiment)" }
}
