// SPDX-License-Identifier: MIT
import AdInjection
import AdModel

/// A web view of a slot, as the page keeps it.
struct HostedView: Sendable {
  let unit: AdUnitID
  let bundle: InjectionBundle
  let url: String
  var life = WebViewLife()
  /// What the page is told of its visibility as soon as it can be.
  var untold: ViewabilityReport?
  var lastTouch: Int64?
  /// Whether the newest navigation of the main frame counted as clicked.
  var isClicked = false

  init(unit: AdUnitID, bundle: InjectionBundle, url: String) {
    self.unit = unit
    self.bundle = bundle
    self.url = url
  }
}
