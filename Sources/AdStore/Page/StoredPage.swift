// SPDX-License-Identifier: MIT
package import AdConsent
package import AdLoading
package import AdModel
import AdSQLite

/// A page as the store has it at one moment: what a session, an export and a simulation start from.
package struct StoredPage: Sendable {
  /// A unit with everything that it sends.
  package struct Unit: Equatable, Sendable {
    /// The unit.
    package let unit: InventoryUnit
    /// Its targeting, with that of its page and of the app.
    package let targeting: [TargetingEntry]
  }

  /// Why there is no page.
  package enum Failure: Error, Hashable, Sendable {
    /// It was removed from the inventory.
    case gone
    /// The store could not be read.
    case unreadable(StoreError)
  }

  /// What the page goes by, whatever it is called.
  let number: Int64
  /// The page, with what the arm has otherwise.
  package let page: InventoryPage
  /// The arm of the experiment that runs on the page, where this store is in one.
  package let arm: ExperimentArm?
  /// Its units in the order of their ids, without those that are archived unless they were asked for.
  package let units: [Unit]
  /// What it loads, and by which thresholds.
  package let plan: LoadingPlan
  /// The settings, and what the person allows.
  package let terms: StoredTerms

  /// What becomes of a slot for which there is no ad.
  package var noFill: NoFillBehavior { page.noFill ?? terms.settings.noFill }

  /// The same page where only the ledger has grown.
  fileprivate func under(_ terms: StoredTerms) -> StoredPage {
    StoredPage(number: number, page: page, arm: arm, units: units, plan: plan, terms: terms)
  }
}

extension InventoryRepository {
  /// Reads a page in one transaction.
  /// - Parameters:
  ///   - subject: The person whose consent holds; nil where nobody's does.
  ///   - arm: The arm that holds whatever the store's own is; nil for that.
  ///   - adjust: Has other settings hold than the store's.
  /// - Returns: The page as of one moment.
  /// - Throws: ``StoreError`` with `noSuchPage`.
  package func page(
    _ id: PageID, in arm: ExperimentArm? = nil, for subject: SubjectKey?, at time: Timestamp,
    adjusting adjust: (inout InventorySettings) throws -> Void = { _ in }
  ) throws -> StoredPage {
    try read { inventory in
      try inventory.page(
        id, in: arm, terms: inventory.terms(for: subject, at: time, adjusting: adjust))
    }
  }

  /// Reads a page again in one transaction, by its number: it may be called otherwise by now.
  /// - Parameters:
  ///   - arm: The arm that holds whatever the store's own is; nil for that.
  ///   - isForced: Whether it is read even where neither inventory nor consent has changed since.
  ///   - adjust: Has other settings hold than the store's.
  /// - Returns: The page; nil where nothing has changed.
  /// - Throws: Why there is none.
  package func page(
    after known: StoredPage, in arm: ExperimentArm? = nil, isForced: Bool, for subject: SubjectKey?,
    at time: Timestamp,
    adjusting adjust: (inout InventorySettings) -> Void
  ) throws(StoredPage.Failure) -> StoredPage? {
    do {
      return try read { inventory in
        let moment = try inventory.moment()
        if !isForced, moment == known.terms.moment { return nil }
        let terms = try inventory.terms(
          for: subject, at: time, knowing: known.terms, adjusting: adjust)
        if !isForced, moment.change == known.terms.moment.change { return known.under(terms) }
        guard let page = try inventory.storedPage(numbered: known.number) else {
          throw StoredPage.Failure.gone
        }
        return try inventory.page((known.number, page), in: arm, terms: terms)
      }
    } catch let failure as StoredPage.Failure {
      throw failure
    } catch {
      throw .unreadable(StoreError(any: error))
    }
  }
}

extension InventorySnapshot {
  /// Reads a page under terms that were read before.
  /// - Throws: ``StoreError`` with `noSuchPage`.
  package func page(
    _ id: PageID, in arm: ExperimentArm? = nil, withArchived: Bool = false, terms: StoredTerms
  ) throws -> StoredPage {
    try page(existingPage(id), in: arm, withArchived: withArchived, terms: terms)
  }

  /// Reads a unit with everything that it sends.
  /// - Throws: ``StoreError`` with `noSuchUnit`.
  package func effectiveUnit(_ id: AdUnitID) throws -> StoredPage.Unit {
    let entry = try entry(id)
    return StoredPage.Unit(
      unit: entry.unit, targeting: try effectiveTargeting(of: entry).entries)
  }

  fileprivate func page(
    _ stored: (number: Int64, page: InventoryPage), in arm: ExperimentArm?,
    withArchived: Bool = false, terms: StoredTerms
  ) throws -> StoredPage {
    let held = try inForce(stored, chosen: arm)
    var filter = InventoryFilter(page: stored.page.id)
    if withArchived { filter.statuses = InventoryUnit.Status.allCases }
    var units: [StoredPage.Unit] = []
    try forEachEffectiveEntry(matching: filter) { unit, targeting in
      units.append(StoredPage.Unit(unit: unit, targeting: targeting.entries))
    }
    return StoredPage(
      number: held.number, page: held.page, arm: held.arm, units: units,
      plan: try loadingPlan(of: (held.number, held.page), terms.settings), terms: terms)
  }
}
