// SPDX-License-Identifier: MIT
public import AdModel

/// Takes what a ``LazyLoadingManager`` decided, to keep it; the store's recorder does.
public protocol TransitionRecording {
  /// Takes transitions in the order in which they happened.
  ///
  /// Called on the manager's thread, while a finger may be scrolling: it must not wait for a disk.
  /// Transitions that cannot be kept are the recorder's to count and report.
  /// - Parameter transitions: At least one transition.
  func record(_ transitions: [Transition])
}
