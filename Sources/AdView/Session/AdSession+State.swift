// SPDX-License-Identifier: MIT
public import AdHosting
public import AdLoading
public import AdModel
public import AdStore

// How the page stands.
extension AdSession {
  /// Whether an answer of a server is an ad's page.
  public func accepts(status: Int) -> Bool { page.accepts(status: status) }

  /// The state of a slot; one that was never placed is `notLoaded`.
  public func state(of unit: AdUnitID) -> LoadState { page.state(of: unit) }
  /// The size of a slot.
  public func size(of unit: AdUnitID) -> SlotSize { page.size(of: unit) }
  /// Where a slot was placed last, label included, in points; nil for one that has no place.
  public func frame(of unit: AdUnitID) -> AdRect? { page.frame(of: unit) }
  /// The size of a slot that is described so, whether or not the session was told of it.
  public func size(for slot: AdSlot) -> SlotSize { page.size(for: slot) }
  /// The label of a slot that is described so.
  public func label(for slot: AdSlot) -> AdLabel { page.label(for: slot) }
  /// The label of a slot.
  public func label(of unit: AdUnitID) -> AdLabel { page.label(of: unit) }
  /// What a person sees of a loaded ad now; nil for one that is not loaded.
  public func geometry(of unit: AdUnitID) -> AdGeometry? { page.geometry(of: unit) }
  /// The web view of a slot, where it has one.
  public func view(of unit: AdUnitID) -> ViewID? { page.view(of: unit) }
  /// What the web view of a slot covers of its creative; nil for all of it.
  public func clip(of unit: AdUnitID) -> ViewportClip? { page.clip(of: unit) }
  /// How the gate stands.
  public var gate: LoadGate { page.gate }
  /// How many web views live.
  public var liveViews: Int { page.liveViews }
  /// What the page asks of the app's budget of web views.
  public var demand: ViewBudget.Demand { page.demand }
  /// What of the host's reports and frames changed nothing, by reason.
  public var ignored: [IgnoredReport: Int] { page.ignored }
  /// The placed units that the inventory does not have on this page, which are loaded all the same:
  /// they may be mistyped.
  public var unknownUnits: Set<AdUnitID> { page.unknownUnits }
  /// The settings that the session goes by: the store's, with those of its options.
  public var settings: InventorySettings { stored.terms.settings }
  /// How storing the answers of people goes, in this process.
  public var unstored: UnstoredReport { ConsentRepository(database).unstored }
  /// How the recorder of the history is doing.
  public var report: RecorderReport { recorder.report }
}
