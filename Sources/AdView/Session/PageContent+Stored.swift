// SPDX-License-Identifier: MIT
package import AdHosting
import AdInjection
import AdModel
package import AdStore

extension PageContent {
  /// What the store says of a page.
  package init(_ stored: StoredPage) {
    self.init(
      plan: stored.plan, units: stored.units.map { Unit($0.unit, targeting: $0.targeting) },
      noFill: stored.noFill, feedPattern: stored.page.feedPattern,
      options: stored.terms.bundles)
  }
}
