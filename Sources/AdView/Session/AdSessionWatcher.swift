// SPDX-License-Identifier: MIT

/// Somebody who waits for something of a session.
struct AdSessionWatcher {
  /// Looks at the session; false where nobody wants to hear any more.
  let look: (AdSession) -> Bool
  /// Called as the session is closed or gone.
  let end: () -> Void
}
