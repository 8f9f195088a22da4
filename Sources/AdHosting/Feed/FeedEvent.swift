// SPDX-License-Identifier: MIT
public import AdLayout

/// What happens to a page's feed. Cases may be added: `switch` over it with a `default`.
public enum FeedEvent: Hashable, Sendable {
  /// So many items more are to be shown. While nobody sees the page, they come without ads.
  case items(Int)
  /// An ad's row came on screen or left it, by the number of its place. Without these, the history
  /// knows of no ad of the feed that anybody saw it.
  case row(Int, isOnScreen: Bool)
  /// An ad's row is gone for good, by the number of its place.
  case removed(Int)
  /// The ad SDK reports of a banner, by its number.
  case banner(Int, BannerPool.Event)
}

/// What an app is to do about its feed, in the order in which it is told.
/// Cases may be added: `switch` over it with a `default`.
public enum FeedEffect: Hashable, Sendable {
  /// Show these entries behind those that are shown.
  case append([FeedSlots.Entry])
  /// Ask for an ad for a banner; make the banner where its number is new.
  case load(banner: Int)
  /// Show a banner at an ad's place.
  case place(banner: Int, slot: Int)
  /// Show that a banner's state is another.
  case changed(banner: Int, BannerPool.State)
  /// Take a banner out of its place, if it stands in one, and give it back for good.
  case drop(banner: Int)
}
