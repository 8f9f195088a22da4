// SPDX-License-Identifier: MIT
import AdInjection
import AdModel

/// A web view of a slot, as the page keeps it.
struct HostedView: Sendable {
  /// What a view was made of, kept apart from it: views are changed in every step of a scroll, and what is
  /// changed is moved.
  private final class Making: Sendable {
    let unit: AdUnitID
    let bundle: InjectionBundle

    init(_ unit: AdUnitID, _ bundle: InjectionBundle) {
      self.unit = unit
      self.bundle = bundle
    }
  }

  /// What a page told of an ad, which counts once each.
  private struct ToldAd: Sendable {
    var isFilled = false
    var isRendered = false
    var isCounted = false
  }

  /// How many documents of a view are given the whole time to render: a redirect or two.
  private static let mostDocuments = 3

  private let making: Making
  var unit: AdUnitID { making.unit }
  var bundle: InjectionBundle { making.bundle }
  /// Where the view was sent, and where its server sent it on.
  private(set) var url: String
  var life = WebViewLife()
  /// How visible the ad was last; each document is told as soon as it can be.
  private(set) var visibility: ViewabilityReport?
  /// When the person clicked last, where that has led nowhere yet.
  var lastClick: Int64?
  /// Whether its media may play, which they may while something of the ad is on the screen.
  private(set) var isPlaying = false
  /// What its pages may still post.
  var messages: MessageAllowance
  /// Whether its page ever answered what it was asked: only of such a one silence says something.
  var hasAnswered = false
  /// Whether it posted too much, so that nobody listens any more.
  var isSilenced = false
  /// The size of the newest ad as its tag tells it.
  private(set) var filledSize: CreativeSize?
  /// What its pages told of the newest ad.
  private var toldAd = ToldAd()
  /// How often its pages were asked to render.
  private var triggers = 0
  /// Whether the newest navigation of the main frame counted as clicked.
  private var isClicked = false

  init(unit: AdUnitID, bundle: InjectionBundle, url: String, at time: Int64) {
    messages = MessageAllowance(at: time)
    making = Making(unit, bundle)
    self.url = url
  }

  /// Takes that a page is asked to render.
  /// - Returns: Whether its time to do so begins anew.
  mutating func takeTrigger() -> Bool {
    triggers += 1
    return triggers <= Self.mostDocuments
  }

  /// Takes that another document or ad is there, of which its page has told nothing.
  mutating func begin() { toldAd = ToldAd() }

  /// Takes that the page's tag had an ad.
  /// - Returns: Whether it is another than the one before.
  mutating func takeFilled(_ size: CreativeSize?) -> Bool {
    filledSize = size
    if toldAd.isFilled, !toldAd.isRendered { return false }
    toldAd = ToldAd(isFilled: true)
    return true
  }

  /// Takes that the page says its creative is there: once of each ad of its tag, and of each document.
  mutating func takeRendered() -> Bool {
    defer { toldAd.isRendered = true }
    return !toldAd.isRendered
  }

  /// Takes that the page's tag counts the impression, once of each ad.
  mutating func takeCounted() -> Bool {
    defer { toldAd.isCounted = true }
    return !toldAd.isCounted
  }

  /// Takes how visible the ad is.
  /// - Returns: The call that tells its page, nil where the page is told once it takes calls; and whether
  ///   its media may play from now on, nil where that is as before.
  mutating func follow(
    _ report: ViewabilityReport
  ) -> (call: PageCall?, play: Bool?) {
    visibility = report
    let wasPlaying = isPlaying
    isPlaying = report.visibleFraction > 0
    return (
      life.takesScripts ? PageCall.viewability(report, contract: making.bundle.contract) : nil,
      isPlaying == wasPlaying ? nil : isPlaying
    )
  }

  /// Decides about a navigation, completed with what is known of the view.
  mutating func decide(_ request: NavigationRequest, at time: Int64) -> NavigationDecision {
    var request = request
    request.initialURL = url
    request.sinceClick = lastClick.map { time - $0 }
    request.followsClick = isClicked
    // Before a page has come, no script of one can lead elsewhere: another address is the answer of a
    // server, which is followed.
    if request.place == .mainFrame, life.state == .loading,
      NavigationPolicy.isWebPage(request.target)
    {
      url = request.target
      return .allow
    }
    let verdict = NavigationPolicy.decide(request)
    if request.place == .mainFrame { isClicked = verdict.isClick }
    // A click leads out once.
    if [.openExternally, .openPopup].contains(verdict.decision) { lastClick = nil }
    return verdict.decision
  }
}
