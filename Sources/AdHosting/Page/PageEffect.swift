// SPDX-License-Identifier: MIT
public import AdInjection
public import AdLoading
public import AdModel

/// What a host is to do, in the order in which it is told.
/// Cases may be added: `switch` over it with a `default`.
public enum PageEffect: Equatable, Sendable {
  /// Make a web view for a slot with the bundle's settings, handlers and scripts.
  indirect case make(ViewID, AdUnitID, InjectionBundle)
  /// Load a URL.
  case load(ViewID, url: String)
  /// Tell the page something: answer its question, or evaluate the call's script where it has none.
  case tell(ViewID, PageCall)
  /// Have the ad rendered, by a call of its page.
  case render(ViewID, PageCall)
  /// Ask the page something by a call, and report its value, a text or none, as
  /// ``ViewReport/answered(_:)``.
  case ask(ViewID, PageCall)
  /// Let the view's media play, or stop all of them until they may again. Those of a new view may not.
  case play(ViewID, Bool)
  /// Have the view cover what is seen of its creative alone, or all of it again.
  case clip(ViewID, ViewportClip?)
  /// Listen to the view no more: take the bundle's message handlers from it, and no others.
  case silence(ViewID)
  /// Remove all that ads have kept on the device: cookies, storage, caches.
  case clearData
  /// Take the view away and forget it.
  case drop(ViewID)
  /// Give a slot a size; a change of a visible one takes ``SlotSize/animationDuration``, but for one that
  /// begins above the viewport, whose page may be scrolled for it.
  case resize(AdUnitID, SlotSize, isAnimated: Bool)
  /// Scroll the page that a slot is in by so many points, downwards where positive and within what there
  /// is, from where it was before the layout, then tell the viewport: the slot begins above the viewport
  /// and has another height, and what follows it is to stay where it is on the screen.
  case scroll(AdUnitID, by: Double)
  /// Put a slot there, label included: its placeholder in the content page is at this place; `nil`
  /// where the placeholder is gone.
  case move(AdUnitID, AdRect?)
  /// Do something about the page's own feed.
  case feed(FeedEffect)
}
