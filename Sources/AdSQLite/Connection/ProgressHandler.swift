// SPDX-License-Identifier: MIT

/// The question that a running or a waiting statement asks from time to time.
final class ProgressHandler {
  /// How many steps lie between two questions.
  let steps: Int32
  let shouldContinue: () -> Bool

  init(every steps: Int32, _ shouldContinue: @escaping () -> Bool) {
    self.steps = steps
    self.shouldContinue = shouldContinue
  }
}
