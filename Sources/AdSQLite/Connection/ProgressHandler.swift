// SPDX-License-Identifier: MIT

/// The question that a running or a waiting statement asks from time to time.
final class ProgressHandler {
  let shouldContinue: () -> Bool

  init(_ shouldContinue: @escaping () -> Bool) { self.shouldContinue = shouldContinue }
}
