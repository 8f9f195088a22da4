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
  private var isClicked = false

  init(unit: AdUnitID, bundle: InjectionBundle, url: String) {
    self.unit = unit
    self.bundle = bundle
    self.url = url
  }

  /// Takes how visible the ad is.
  /// - Returns: The script that tells its page; nil where the page is told once it takes scripts.
  mutating func script(telling report: ViewabilityReport) -> String? {
    guard life.takesScripts else {
      untold = report
      return nil
    }
    return ViewabilityScript.update(report, contract: bundle.contract)
  }

  /// Decides about a navigation, completed with what is known of the view.
  mutating func decide(_ request: NavigationRequest, at time: Int64) -> NavigationDecision {
    var request = request
    request.initialURL = url
    request.sinceTouch = lastTouch.map { time - $0 }
    request.followsClick = isClicked
    // Before a page has come, no script of one can lead elsewhere: another address is an answer.
    if request.place == .mainFrame, request.cause == .other, request.target != url,
      life.state == .loading
    {
      request.cause = .redirect
    }
    let verdict = NavigationPolicy.decide(request)
    if request.place == .mainFrame { isClicked = verdict.isClick }
    return verdict.decision
  }
}
