// SPDX-License-Identifier: MIT
import AdInjection
import Testing

@Suite struct NavigationPolicyTests {
  enum Place: CaseIterable { case popup, mainFrame, subframe }

  struct Row: CustomTestStringConvertible {
    let target: String
    let popup: NavigationDecision
    let mainFrame: NavigationDecision
    let subframe: NavigationDecision

    init(
      _ target: String, _ popup: NavigationDecision, _ mainFrame: NavigationDecision,
      _ subframe: NavigationDecision
    ) {
      self.target = target
      self.popup = popup
      self.mainFrame = mainFrame
      self.subframe = subframe
    }

    var testDescription: String { target }
  }

  /// Target, then what a popup, the main frame and another frame do; the template is on
  /// `https://ads.example.com/t.html`.
  static let table: [Row] = [
    Row("https://ads.example.com/other", .openExternally, .allow, .allow),
    Row("http://ads.example.com/", .openExternally, .allow, .allow),
    Row("https://ADS.Example.COM./", .openExternally, .allow, .allow),
    Row("https://ads.example.com:443/", .openExternally, .allow, .allow),
    Row("http://ads.example.com:80/", .openExternally, .allow, .allow),
    Row("https:ads.example.com/", .openExternally, .allow, .allow),
    Row("https:\\\\ads.example.com\\x", .openExternally, .allow, .allow),
    Row("  https://ads.\texample.com/\n", .openExternally, .allow, .allow),
    Row("https://ads%2Eexample.com/", .openExternally, .allow, .allow),
    Row("https://user:pw@ads.example.com/", .openExternally, .allow, .allow),

    Row("https://advertiser.example/", .openExternally, .openExternally, .allow),
    Row("https://example.com/", .openExternally, .openExternally, .allow),
    Row("https://ads.example.com.evil.example/", .openExternally, .openExternally, .allow),
    Row("https://ads.example.com@evil.example/", .openExternally, .openExternally, .allow),
    Row("https://evil.example\\@ads.example.com/", .openExternally, .openExternally, .allow),
    Row("https://evil.example/?@ads.example.com", .openExternally, .openExternally, .allow),
    Row("https://evil.example#ads.example.com", .openExternally, .openExternally, .allow),
    Row("https://ads.example.com:8443/", .openExternally, .openExternally, .allow),
    Row("http://ads.example.com:443/", .openExternally, .openExternally, .allow),
    Row("https://[2001:db8::1]/", .openExternally, .openExternally, .allow),

    Row("mailto:a@b.example", .openExternally, .openExternally, .openExternally),
    Row("tel:+4512345678", .openExternally, .openExternally, .openExternally),
    Row("itms-apps://apps.apple.com/app/id1", .openExternally, .openExternally, .openExternally),
    Row("ADCLOSE://dismiss", .openExternally, .openExternally, .openExternally),

    Row("about:blank", .cancel, .allow, .allow),
    Row("about:srcdoc", .cancel, .allow, .allow),
    Row("data:text/html,x", .cancel, .cancel, .allow),
    Row("blob:https://ads.example.com/1", .cancel, .cancel, .allow),
    Row("javascript:alert(1)", .cancel, .cancel, .cancel),
    Row(" java\nscript:alert(1)", .cancel, .cancel, .cancel),
    Row("JavaScript:alert(1)", .cancel, .cancel, .cancel),

    Row("", .cancel, .cancel, .cancel),
    Row("/relative", .cancel, .cancel, .cancel),
    Row("//ads.example.com/", .cancel, .cancel, .cancel),
    Row("https://", .cancel, .cancel, .cancel),
    Row("https://:443/", .cancel, .cancel, .cancel),
    Row("https://ads.example.com:99999/", .cancel, .cancel, .cancel),
    Row("https://ads.example.com:4x3/", .cancel, .cancel, .cancel),
    Row("https://a b.example/", .cancel, .cancel, .cancel),
    Row("https://a%00b.example/", .cancel, .cancel, .cancel),
    Row("https://a%2/", .cancel, .cancel, .cancel),
    Row("1https://a.example/", .cancel, .cancel, .cancel),
  ]

  @Test(arguments: table, Place.allCases)
  func `each target stays, leaves or is stopped as the table says`(row: Row, place: Place) {
    let expected =
      switch place {
      case .popup: row.popup
      case .mainFrame: row.mainFrame
      case .subframe: row.subframe
      }
    for gesture in [NavigationRequest.Gesture.present, .unknown] {
      #expect(decision(row.target, place, gesture: gesture) == expected)
    }
    #expect(
      decision(row.target, place, gesture: .absent)
        == (expected == .openExternally ? .cancel : expected))
  }

  @Test(arguments: [nil, "about:blank", "not a url"])
  func `without an initial web page no host is another`(initialURL: String?) {
    #expect(decision("https://a.example/", .mainFrame, initialURL: initialURL) == .allow)
    #expect(decision("https://a.example/", .popup, initialURL: initialURL) == .openExternally)
    #expect(decision("adclose://x", .mainFrame, initialURL: initialURL) == .openExternally)
  }

  private func decision(
    _ target: String, _ place: Place, initialURL: String? = "https://ads.example.com/t.html",
    gesture: NavigationRequest.Gesture = .present
  ) -> NavigationDecision {
    NavigationPolicy.decide(
      NavigationRequest(
        target: target, hasTargetFrame: place != .popup, isMainFrame: place == .mainFrame,
        initialURL: initialURL, gesture: gesture))
  }
}
