// SPDX-License-Identifier: MIT
public import AdLoading
public import AdModel

/// What happens to a hosted page. Geometry is in points, in one coordinate system. What is large and comes
/// seldom is kept apart: the many events of a scroll are passed on as they are.
/// Cases may be added: `switch` over it with a `default`.
public enum PageEvent: Sendable {
  /// The visible part is here now; `nil` while the page is not shown.
  case viewport(AdRect?)
  /// A layout pass placed these slots, labels included; those not named stay where they are.
  case place([AdFrame])
  /// A slot is gone, a recycled cell's for example. Its ad stays for as long as nothing else needs the
  /// room, and is there again should the slot be placed again. What was told of a unit that the inventory
  /// does not have on this page is forgotten once a hundred others are gone since. A layout that followed its
  /// size comes before, as ``place(_:)``: the page is scrolled for what it moved only then.
  case remove(AdUnitID)
  /// Of a slot, label included, only these parts are neither clipped nor covered, in points from its top
  /// left corner; `nil` where all of it could be seen. An ad of which nothing could be seen, in a closed
  /// accordion for example, is not asked for.
  case parts(AdUnitID, [AdRect]?)
  /// Whether a slot is only expected: its row, of a lazy stack or a recycling list, does not exist at the
  /// moment, and its place is where it is going to be, as far as that is known. Its ad is loaded as it
  /// comes near, and nobody sees anything of it before the row is there.
  case expected(AdUnitID, Bool)
  /// These things lie over the viewport, as the app says.
  case obstructions([Obstruction])
  /// These things lie over the viewport, as the host found by itself: beside what the app says, and but
  /// for what lies within something that the app says covers nothing.
  case covers([Obstruction])
  /// The app describes a slot; it holds from the slot's next load on.
  indirect case describe(AdSlot)
  /// The content page posted where its placeholders are.
  case placeholders(String)
  /// The content page begins anew: its placeholders of before are gone.
  case contentPageReloaded
  /// The app came to the foreground or went to the background.
  case app(AppPhase)
  /// Memory is low: what is off screen goes at once, whether or not anybody sees the page, and half of the
  /// live views have to do from now on.
  case memoryWarning
  /// The app's budget leaves the page so many live views: see ``ViewBudget``.
  case views(atMost: Int)
  /// The inventory or its settings say this now.
  indirect case content(PageContent)
  /// Consent stands so now.
  indirect case consent(PageConsent)
  /// An ad is to be loaded anew.
  case reload(AdUnitID)
  /// Something happened to the page's own feed.
  indirect case feed(FeedEvent)
  /// A web view reports something.
  indirect case view(ViewID, ViewReport)
  /// Nothing but time has passed.
  case tick
}

extension PageEvent {
  /// Whether it says how consent stands.
  var isConsent: Bool { if case .consent = self { true } else { false } }
  /// Whether a layout still waits for the scroll that follows it.
  var leavesLayoutHeld: Bool {
    switch self {
    case .viewport, .place, .tick, .consent: true
    default: false
    }
  }
  /// Whether it moves the viewport.
  var isViewport: Bool { if case .viewport = self { true } else { false } }
}
