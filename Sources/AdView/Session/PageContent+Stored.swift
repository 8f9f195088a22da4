// SPDX-License-Identifier: MIT
import AdHosting
import AdInjection
import AdModel
import AdStore

extension PageContent {
  /// What the store says of a page.
  init(_ stored: StoredPage) {
    self.init(
      plan: stored.plan, units: stored.units.map { Unit($0.unit, targeting: $0.targeting) },
      noFill: stored.noFill, feedPattern: stored.page.feedPattern,
      options: stored.terms.bundles)
  }
}
