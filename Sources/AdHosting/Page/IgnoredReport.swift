// SPDX-License-Identifier: MIT

/// Why something that a host or a page reported changed nothing.
/// Cases may be added: `switch` over it with a `default`.
public enum IgnoredReport: String, CaseIterable, Hashable, Sendable {
  /// It came from a view that was dropped.
  case droppedView
  /// It came before the view's page was there.
  case earlyReport
  /// A rectangle was infinite or no number.
  case notFinite
  /// A message was not one of ours, or beyond the limits of one.
  case badMessage
  /// A message came from another frame than the page's own.
  case otherFrame
  /// A message was one too many of its view, or came after that.
  case silencedView
  /// A size was one too many of its document.
  case tooManySizes
  /// It told once more of one ad that its creative is there, or that the tag counts it.
  case repeated
  /// It was about a feed, and the page has none.
  case noFeed
}
