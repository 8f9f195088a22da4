// SPDX-License-Identifier: MIT
public import AdHosting
public import AdLoading
public import AdModel

/// What an app hears of the ads of a page, as it happens.
/// Cases may be added: `switch` over it with a `default`.
public enum AdNews: Sendable {
  /// A slot changed its state.
  case changed(LoadTransition)
  /// Something became of a loaded ad: it was rendered, was seen for long enough, was clicked.
  case became(AdEvent, AdUnitID)
  /// A slot has another size; one without height has collapsed.
  case resized(AdUnitID, SlotSize)
  /// The store or the person's consent cannot be used; nothing new loads meanwhile.
  case failed(any Error)
}

/// Hears what becomes of the ads of a session, on the thread that drives it and before its host does what
/// follows.
public protocol AdSessionDelegate: AnyObject {
  /// Takes what happened. It may ask its session anything, and tell it nothing.
  func hear(_ news: AdNews)
}
