// SPDX-License-Identifier: MIT
public import AdModel

/// What a host reports of a web view. Cases may be added: `switch` over it with a `default`.
public enum ViewReport: Equatable, Sendable {
  /// The view has begun to show a page.
  case committed
  /// The page was read to its end. Hosts whose engine does not say leave it to the page's own word.
  case parsed
  /// The page is complete.
  case finished
  /// The creative is there, where the host knows better than the page; its size in points, if known.
  case rendered(CreativeSize?)
  /// A page could not be loaded, before or after it was committed.
  case failed(LoadFailure)
  /// The process of the view's page has ended.
  case terminated
  /// The page posted a message to one of the bundle's handlers, from its main frame or from another:
  /// what frames of advertisers post is counted and passed over.
  case message(handler: String, body: JSONValue, isMainFrame: Bool)
  /// A frame of the page posted a message that is beyond what `JSONValue.init(reading:)` reads.
  case excessiveMessage
  /// The page asked by its call handler what it is to do, which counts like a message.
  case asked
  /// What came of ``PageEffect/ask(_:_:)``; `nil` where that is nothing.
  case answered(String?)
  /// The person clicked in the view: by a finger that did not scroll, a key or an assistive technology.
  case clicked
  /// A link of the ad was opened outside the app.
  case left
}

/// Why a page was not loaded, as far as that matters.
/// Cases may be added: `switch` over it with a `default`.
public enum LoadFailure: String, CaseIterable, Hashable, Sendable {
  /// The newest load was called off: the navigation policy refused it, or it was an answer that shows
  /// nothing. A host says nothing of older loads.
  case cancelled
  /// Anything else: no network, no such host, a bad answer.
  case failed
}
