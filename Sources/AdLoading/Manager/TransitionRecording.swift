// SPDX-License-Identifier: MIT
public import AdModel

/// Takes what a ``LazyLoadingManager`` was told and what it decided, to keep it; the store's recorder
/// does.
///
/// Called on the manager's thread, while a finger may be scrolling: it must not wait for a disk.
public protocol TransitionRecording {
  /// Takes how the manager begins, before anything else.
  func begin(under terms: LoadingTerms)

  /// Takes an event and the transitions that came of it, in the order in which they happened.
  ///
  /// What cannot be kept is the recorder's to count and report.
  /// - Parameter time: When, in milliseconds of the manager's clock.
  func record(_ event: LoadingEvent, at time: Int64, causing transitions: [LoadTransition])
}
