// SPDX-License-Identifier: MIT

/// What a running statement is asked from time to time.
final class ProgressHandler {
  let shouldContinue: () -> Bool

  init(_ shouldContinue: @escaping () -> Bool) { self.shouldContinue = shouldContinue }
}
