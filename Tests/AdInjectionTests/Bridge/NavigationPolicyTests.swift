// SPDX-License-Identifier: MIT
import AdInjection
import Testing

@Suite struct NavigationPolicyTests {
  struct Row: CustomTestStringConvertible {
    let target: String
    let newWindow: NavigationDecision
    let mainFrame: NavigationDecision
    let frame: NavigationDecision
    let popup: NavigationDecision

    init(
      _ target: String, _ newWindow: NavigationDecision, _ mainFrame: NavigationDecision,
      _ frame: NavigationDecision, _ popup: NavigationDecision
    ) {
      self.target = target
      self.newWindow = newWindow
      self.mainFrame = mainFrame
      self.frame = frame
      self.popup = popup
    }

    var testDescription: String { target }
  }

  /// Target, then what a clicked link to it does in a new window, the main frame, another frame and
  /// a popup; the template is on `https://ads.example.com/t.html`, and so is the frame.
  static let table: [Row] = [
    Row("https://ads.example.com/other", .openExternally, .allow, .allow, .openExternally),
    Row("http://ads.example.com/", .openExternally, .allow, .allow, .openExternally),
    Row("https://ADS.Example.COM./", .openExternally, .allow, .allow, .openExternally),
    Row("https://ads.example.com:443/", .openExternally, .allow, .allow, .openExternally),
    Row("https://ads.example.com:0443/", .openExternally, .allow, .allow, .openExternally),
    Row("https://ads.example.com:/", .openExternally, .allow, .allow, .openExternally),
    Row("http://ads.example.com:80/", .openExternally, .allow, .allow, .openExternally),
    Row("https:ads.example.com/", .openExternally, .allow, .allow, .openExternally),
    Row("https:\\\\ads.example.com\\x", .openExternally, .allow, .allow, .openExternally),
    Row("  https://ads.\texample.com/\n", .openExternally, .allow, .allow, .openExternally),
    Row("https://ads%2Eexample.com/", .openExternally, .allow, .allow, .openExternally),
    Row("https://ads\u{3002}example.com/", .openExternally, .allow, .allow, .openExternally),
    Row("https://user:pw@ads.example.com/", .openExternally, .allow, .allow, .openExternally),

    leaving("https://advertiser.example/"),
    leaving("https://example.com/"),
    leaving("https://ads.example.com.evil.example/"),
    leaving("https://ads.example.com@evil.example/"),
    leaving("https://evil.example\\@ads.example.com/"),
    leaving("https://evil.example/?@ads.example.com"),
    leaving("https://evil.example#ads.example.com"),
    leaving("https://ads.example.com:8443/"),
    leaving("http://ads.example.com:443/"),
    leaving("https://[2001:db8::1]/"),

    leaving("mailto:a@b.example"), leaving("tel:+4512345678"), leaving("sms:+4512345678"),
    leaving("ITMS-APPS://apps.apple.com/app/id1"), leaving("itms-appss://apps.apple.com/app/id1"),

    stopped("file:///etc/passwd"), stopped("filesystem:https://a.example/x"),
    stopped("view-source:https://a.example/"), stopped("applewebdata://x/"),
    stopped("webkit-fake-url://x/"), stopped("ws://a.example/"), stopped("ftp://a.example/"),
    stopped("prefs:root=WIFI"), stopped("vbscript:x"), stopped("feed:javascript:alert(1)"),
    stopped("adclose://dismiss"), stopped("shortcuts://run-shortcut?name=x"),
    stopped("market://details?id=x"), stopped("intent://x#Intent;scheme=y;end"),

    Row("about:blank", .openPopup, .allow, .allow, .allow),
    Row("about:srcdoc", .openPopup, .allow, .allow, .allow),
    Row("data:text/html,x", .cancel, .cancel, .allow, .cancel),
    Row("blob:https://ads.example.com/1", .cancel, .cancel, .allow, .cancel),
    stopped("javascript:alert(1)"), stopped(" java\nscript:alert(1)"),
    stopped("JavaScript:alert(1)"),

    Row("", .openPopup, .cancel, .cancel, .cancel),
    stopped("/relative"), stopped("//ads.example.com/"), stopped("https://"),
    stopped("https://:443/"), stopped("https://ads.example.com:99999/"),
    stopped("https://ads.example.com:4x3/"), stopped("https://a b.example/"),
    stopped("https://a%00b.example/"), stopped("https://a%2/"), stopped("1https://a.example/"),
    stopped("https://1.2.3.256/"), stopped("https://1.2.3.4.5/"), stopped("https://a.0x1g.1/"),
    stopped("https://[1::2::3]/"), stopped("https://[::1"), stopped("https://[:::]/"),
  ]

  private static func leaving(_ target: String) -> Row {
    Row(target, .openExternally, .openExternally, .openExternally, .openExternally)
  }

  private static func stopped(_ target: String) -> Row {
    Row(target, .cancel, .cancel, .cancel, .cancel)
  }

  static let popup = NavigationRequest.Place.popup(age: 4_000)

  @Test(arguments: table, [.newWindow, .mainFrame, .frame, popup] as [NavigationRequest.Place])
  func `each target stays, leaves or is stopped as the table says`(
    row: Row, place: NavigationRequest.Place
  ) {
    let clicked =
      switch place {
      case .newWindow: row.newWindow
      case .mainFrame: row.mainFrame
      case .frame: row.frame
      case .popup: row.popup
      }
    #expect(decision(row.target, place) == clicked)
    let isWeb = row.target.hasPrefix("http")
    let unclicked: NavigationDecision =
      switch (place, clicked) {
      case (.popup, _): clicked
      case (.frame, .openExternally) where isWeb: .allow
      case (_, .openExternally), (_, .openPopup): .cancel
      default: clicked
      }
    #expect(decision(row.target, place, gesture: .absent) == unclicked)
  }

  @Test(
    arguments: [nil, "", "about:blank", "not a url", "https://ads.example.com:x/"] as [String?])
  func `a view without a host of its own has its main frame open to nothing`(initialURL: String?) {
    for target in ["https://a.example/", "https://ads.example.com/t.html"] {
      #expect(decision(target, .mainFrame, initialURL: initialURL) == .openExternally)
      #expect(decision(target, .mainFrame, gesture: .absent, initialURL: initialURL) == .cancel)
      #expect(decision(target, .frame, gesture: .absent, initialURL: initialURL) == .allow)
    }
  }

  @Test(
    arguments: [
      (nil, false), (-1, false), (0, true), (NavigationPolicy.clickWindow, true),
      (NavigationPolicy.clickWindow + 1, false),
    ] as [(Int64?, Bool)])
  func `a touch in the last second counts as a click where the engine does not tell`(
    sinceClick: Int64?, isClick: Bool
  ) {
    for cause in [NavigationRequest.Cause.link, .other] {
      for (gesture, clicked) in [
        (NavigationRequest.Gesture.unknown, isClick), (.absent, false), (.present, true),
      ] {
        let verdict = NavigationPolicy.decide(
          NavigationRequest(
            target: "https://a.example/", place: .newWindow, cause: cause, gesture: gesture,
            sinceClick: sinceClick, initialURL: nil))
        #expect(verdict.isClick == clicked)
        #expect(verdict.decision == (clicked ? .openExternally : .cancel))
      }
    }
  }

  @Test(arguments: [NavigationRequest.Gesture.unknown, .absent])
  func `a redirect was clicked if what it answers was`(gesture: NavigationRequest.Gesture) {
    func redirect(_ target: String, followsClick: Bool) -> NavigationDecision {
      NavigationPolicy.decide(
        NavigationRequest(
          target: target, place: .mainFrame, cause: .redirect, gesture: gesture, sinceClick: 5,
          followsClick: followsClick, initialURL: "https://ads.example.com/t.html")
      ).decision
    }
    #expect(redirect("https://a.example/", followsClick: false) == .cancel)
    #expect(redirect("itms-apps://x", followsClick: false) == .cancel)
    #expect(redirect("https://a.example/", followsClick: true) == .openExternally)
    #expect(redirect("https://ads.example.com/v2.html", followsClick: false) == .allow)
  }

  @Test func `a frame stays with its own host, and what scripts load in it stays`() {
    let page = "https://ads.example.com/t.html"
    func frame(
      _ target: String, _ cause: NavigationRequest.Cause, from source: String?
    ) -> NavigationVerdict {
      NavigationPolicy.decide(
        NavigationRequest(
          target: target, place: .frame, cause: cause, gesture: .present, initialURL: page,
          sourceURL: source))
    }
    let shop = "https://shop.example/2"
    #expect(frame(shop, .link, from: "https://shop.example/1").decision == .allow)
    #expect(frame(shop, .link, from: "about:srcdoc").decision == .openExternally)
    #expect(frame(shop, .link, from: nil).decision == .openExternally)
    #expect(frame(shop, .other, from: nil).decision == .allow)
    #expect(frame(shop, .redirect, from: nil).decision == .allow)
  }

  @Test(
    arguments: [
      (-1, .cancel), (0, .openExternally), (NavigationPolicy.popupLifetime, .openExternally),
      (NavigationPolicy.popupLifetime + 1, .cancel),
    ] as [(Int64, NavigationDecision)])
  func `a popup's address is clicked for while it may wait for one`(
    age: Int64, expected: NavigationDecision
  ) {
    let place = NavigationRequest.Place.popup(age: age)
    #expect(decision("https://a.example/", place, gesture: .absent) == expected)
  }

  @Test func `a host may let further schemes leave`() {
    var request = NavigationRequest(
      target: "OurApp://offer", place: .mainFrame, gesture: .present, initialURL: nil)
    #expect(NavigationPolicy.decide(request).decision == .cancel)
    request.leavingSchemes = ["ourapp"]
    #expect(NavigationPolicy.decide(request).decision == .openExternally)
  }

  /// Published in RFC 5952, RFC 3492 and the WHATWG URL standard's examples, and what engines say
  /// of the spellings of 127.0.0.1.
  @Test(arguments: [
    ("127.0.0.1", "127.1"), ("127.0.0.1", "0x7f.0.0.1"), ("127.0.0.1", "2130706433"),
    ("127.0.0.1", "0177.0.0.01"), ("127.0.0.1", "0X7F000001"), ("127.0.0.1", "127.0.0.1."),
    ("[2001:db8::1]", "[2001:0DB8:0:0:0:0:0:1]"), ("[::1]", "[0:0:0:0:0:0:0.0.0.1]"),
    ("[::]", "[0::0]"), ("[::ffff:1.2.3.4]", "[::ffff:102:304]"),
    ("[2001:db8:0:0:1::]", "[2001:db8:0:0:1:0:0:0]"),
    ("xn--bcher-kva.example", "B\u{FC}cher.example"), ("xn--fa-hia.de", "fa\u{DF}.de"),
    (
      "xn--ihqwcrb4cv8a8dqg056pqjye",
      "\u{4ED6}\u{4EEC}\u{4E3A}\u{4EC0}\u{4E48}\u{4E0D}\u{8BF4}\u{4E2D}\u{6587}"
    ),
    ("xn--3b-ww4c5e180e575a65lsy2b", "3\u{5E74}B\u{7D44}\u{91D1}\u{516B}\u{5148}\u{751F}"),
  ])
  func `a host is the same in every spelling`(one: String, other: String) {
    #expect(
      decision("https://\(other)/", .mainFrame, initialURL: "https://\(one)/t.html") == .allow)
    #expect(
      decision("https://\(other)x/", .mainFrame, initialURL: "https://\(one)/t.html") != .allow)
  }

  private func decision(
    _ target: String, _ place: NavigationRequest.Place,
    gesture: NavigationRequest.Gesture = .present,
    initialURL: String? = "https://ads.example.com/t.html"
  ) -> NavigationDecision {
    NavigationPolicy.decide(
      NavigationRequest(
        target: target, place: place, cause: .link, gesture: gesture, initialURL: initialURL,
        sourceURL: initialURL)
    ).decision
  }
}
