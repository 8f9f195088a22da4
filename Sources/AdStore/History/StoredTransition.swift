// SPDX-License-Identifier: MIT

/// A transition as `session_transitions` has it.
struct StoredTransition {
  let session: Int64
  let unit: Int64
  let sequence: Int64
  /// Milliseconds since the session began.
  let elapsed: Int64
  let kind: TransitionKind
  let consent: Int64?
}
