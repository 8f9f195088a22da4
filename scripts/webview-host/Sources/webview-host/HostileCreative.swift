// SPDX-License-Identifier: MIT

/// A creative that means no good, and what has to come of it.
struct HostileCreative {
  /// What a person does to it meanwhile.
  enum Hand { case none, click, press }

  let name: String
  /// What it runs, in a frame of another host than the template's.
  let script: String
  /// What it tells its server where it gets its way; the way of `/beacon/` on the server.
  var mustNotSay: [String] = []
  /// What it tells its server where it is refused, so that the others prove something.
  var mustSay: [String] = []
  var hand = Hand.none
  /// How many addresses are opened outside the app.
  var opened = 0
  /// Whether it posts so much that it is no longer heard.
  var isSilenced = false

  /// Says something to the server.
  private static let say = "function say(word) { fetch('/beacon/' + word, { mode: 'no-cors' }); }"
  /// Posts by the template's handler.
  private static let post = """
    function post(body) { webkit.messageHandlers.nativeBridge.postMessage(body); }
    """

  /// The creative's page.
  var page: String {
    """
    <!doctype html><style>body { margin: 0; height: 250px; background: #c63 }
    a { position: fixed; inset: 0 }</style><body><script>
    \(Self.say) \(Self.post)
    \(script)
    </script>
    """
  }

  /// Keeps something, and tells whether it was there already.
  static let storage = HostileCreative(
    name: "storage",
    script: """
      if (localStorage.kept || document.cookie) say('kept');
      localStorage.kept = 1; document.cookie = 'kept=1; max-age=999999';
      say('stored');
      """, mustNotSay: ["kept"], mustSay: ["stored"])

  static let all: [HostileCreative] = [
    HostileCreative(name: "good", script: "say('here');", mustSay: ["here"]),
    HostileCreative(
      name: "dialogs", script: "alert(1); confirm(1); prompt(1); say('after');",
      mustSay: ["after"]),
    HostileCreative(
      name: "window.open", script: "setInterval(() => window.open('https://shop.example/'), 300);"),
    HostileCreative(
      name: "top.location", script: "setTimeout(() => top.location = 'https://shop.example/', 300);"
    ),
    HostileCreative(
      name: "schemes",
      script:
        "setInterval(() => location = ['tel:1', 'itms-apps://x/'][Math.random() * 2 | 0], 300);"),
    HostileCreative(
      name: "link clicked by script",
      script: """
        var link = document.createElement('a');
        link.href = 'https://shop.example/'; link.target = '_top';
        document.body.append(link); setInterval(() => link.click(), 300);
        """),
    HostileCreative(
      name: "download",
      script: """
        var link = document.createElement('a');
        link.href = 'data:application/zip,x'; link.download = 'x.zip';
        document.body.append(link); setInterval(() => link.click(), 300);
        """),
    HostileCreative(
      name: "beforeunload", script: "onbeforeunload = event => { event.returnValue = 'stay'; };"),
    HostileCreative(
      name: "camera",
      script: """
        navigator.mediaDevices
          ? navigator.mediaDevices.getUserMedia({ video: true, audio: true })
              .then(() => say('granted'), () => say('denied')) : say('denied');
        """, mustNotSay: ["granted"], mustSay: ["denied"]),
    HostileCreative(
      name: "sound",
      script: """
        var context = new AudioContext(), tone = context.createOscillator();
        tone.connect(context.destination); tone.start(); context.resume();
        setInterval(() => say('sound-' + context.state), 500);
        """, mustNotSay: ["sound-running"], mustSay: ["sound-suspended"]),
    HostileCreative(
      name: "fullscreen",
      script: """
        setTimeout(() => document.body.requestFullscreen()
          .then(() => say('full'), () => say('refused')), 300);
        """, mustNotSay: ["full"]),
    HostileCreative(
      name: "five frames deep, with a size",
      script: """
        var depth = 0;
        (function nest(into) {
          if (++depth === 5)
            return into.webkit.messageHandlers.nativeBridge.postMessage(
              { type: 'adSize', width: 390, height: 800 });
          var frame = into.document.createElement('iframe');
          frame.srcdoc = '<script>parent.nested(window)<\\/script>';
          into.nested = nest;
          into.document.body.append(frame);
        })(window);
        """),
    HostileCreative(
      name: "flood",
      script: """
        var line = 'x'.repeat(2000);
        setInterval(() => {
          for (var i = 0; i < 500; i++) post({ type: 'console', level: 'log', message: line });
        }, 10);
        """, isSilenced: true),
    HostileCreative(
      name: "junk",
      script: """
        [1, null, undefined, [], [1], 'text', true, 1e308, NaN, {}, { type: 1 }, { type: [] },
         { type: 'adSize' }, { type: 'adSize', width: '1', height: {} }, new Date(), new Map(),
         new Uint8Array(9), { type: 'x'.repeat(1 << 20) }].forEach(body => { try { post(body); } catch (_) {} });
        """),
    HostileCreative(
      name: "a list that holds itself",
      script:
        "var list = []; list.push(list); for (var i = 0; i < 9; i++) try { post(list); } catch (_) {}",
      isSilenced: true),
    HostileCreative(
      name: "an object that holds itself",
      script: """
        var object = { type: 'adSize', width: 1, height: 1 }; object.self = [object, { object }];
        for (var i = 0; i < 9; i++) try { post(object); } catch (_) {}
        """, isSilenced: true),
    HostileCreative(
      name: "20,000 deep",
      script: """
        var deep = []; for (var i = 0; i < 20000; i++) deep = [deep];
        setTimeout(() => {
          for (var i = 0; i < 9; i++) try { post(deep); } catch (_) {}
        }, 2000);
        """, isSilenced: true),
    HostileCreative(
      name: "300,000 numbers",
      script:
        "var many = Array(3e5).fill(1); for (var i = 0; i < 4; i++) try { post(many); } catch (_) {}",
      isSilenced: true),
    HostileCreative(
      name: "five megabytes of text",
      script: "for (var i = 0; i < 9; i++) try { post('x'.repeat(5e6)); } catch (_) {}",
      isSilenced: true),
    HostileCreative(
      name: "sizes",
      script:
        "setInterval(() => post({ type: 'adSize', width: 300, height: 100 + Math.random() * 500 }), 30);"
    ),
    HostileCreative(
      name: "giant", script: "post({ type: 'adSize', width: 9999, height: 9999 });"),
    HostileCreative(
      name: "forged no fill",
      script: "setInterval(() => post({ type: 'noFill', slotId: 'ad-0', ts: 1 }), 200);"),
    HostileCreative(
      name: "forged impression",
      script: "post({ type: 'impressionViewable', slotId: 'ad-0', ts: 1 });"),
    HostileCreative(
      name: "calls and clicks of its own",
      script: """
        var handlers = webkit.messageHandlers;
        if (handlers.adviewClicks) say('clicks');
        setInterval(() => {
          try {
            handlers.adviewCalls.postMessage({ isFirst: true, answer: null })
              .then(call => { if (call) say('calls'); }, () => {});
          } catch (_) {}
        }, 200);
        document.body.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        setTimeout(() => window.open('https://shop.example/'), 50);
        """, mustNotSay: ["clicks", "calls"]),
    HostileCreative(
      name: "busy frame", script: "setTimeout(() => { for (;;); }, 1500);"),
    HostileCreative(
      name: "memory",
      script: "var all = []; setInterval(() => all.push(new Uint8Array(4e6).fill(1)), 50);"),
    HostileCreative(
      name: "a press is no click",
      script: """
        addEventListener('mousedown', () => { say('pressed'); top.location = 'https://shop.example/'; });
        """, mustSay: ["pressed"], hand: .press),
    HostileCreative(
      name: "a link that is clicked",
      script: """
        document.body.innerHTML = '<a target="_blank" href="https://shop.example/">shop</a>';
        """, hand: .click, opened: 1),
    HostileCreative(
      name: "a click that opens three",
      script: """
        document.body.innerHTML = '<a>shop</a>';
        addEventListener('click', () => {
          for (var i = 0; i < 3; i++) window.open('https://shop.example/' + i);
        });
        """, hand: .click, opened: 1),
  ]
}
