# SPDX-License-Identifier: MIT
"""What enters a web view, run in a real engine against our template page.

Usage: cases.py webkit|chromium FOLDER [CASE...]

FOLDER holds cases.json, as the tests of AdInjection write it, and gets the messages that came back
and screenshots.
"""

import json
import pathlib
import sys
import traceback

from page_server import Site

CASES = []


def case(function):
    CASES.append(function)
    return function


def same(actual, expected, what="value"):
    if actual != expected:
        raise AssertionError(f"{what}: expected {json.dumps(expected)}, got {json.dumps(actual)}")


def pairs(targeting):
    return [[entry["key"], entry["values"][0] if len(entry["values"]) == 1 else entry["values"]]
            for entry in targeting]


class World:
    """What every case works with."""

    def __init__(self, engine, site, folder):
        self.engine, self.site, self.folder = engine, site, folder
        self.given = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
        self.pages = []

    def open(self, bundle, query="", **options):
        """A page with a bundle, loaded; refused as a host must refuse it."""
        bundle = self.given["bundles"][bundle]
        if not bundle["loadable"]:
            return None
        page = self.engine.page(bundle["scripts"], bundle["messageHandlers"], **options)
        self.pages.append(page)
        page.load(self.site.address + "template.html" + query)
        return page

    def bare(self, page, scripts=(), handlers=("nativeBridge",), **options):
        page_view = self.engine.page(scripts, handlers, **options)
        self.pages.append(page_view)
        page_view.load(self.site.address + page)
        return page_view

    def calls(self, page, name):
        return [call[1:] for call in page.run("return window.calls") if call[0] == name]

    def when(self, page, condition, seconds=5.0):
        """Waits for the page; raises when it takes too long."""
        if not page.run(f"""
          for (let end = Date.now() + {seconds * 1000}; Date.now() < end;) {{
            if ({condition}) return true;
            await new Promise(done => setTimeout(done, 10));
          }}
          return false;"""):
            raise AssertionError(f"never: {condition}")

    def render(self, page):
        self.when(page, "window.asked && window.googletag.pubads")
        same(page.evaluate(self.given["scripts"]["renderTrigger"]), True, "first trigger")
        same(page.evaluate(self.given["scripts"]["renderTrigger"]), False, "second trigger")
        self.when(page, "window.rendered")

    def done(self):
        for page in self.pages:
            page.close()
        self.pages.clear()


@case
def scripts_run_in_order_at_their_times(world):
    page = world.open("debug")
    world.when(page, "window.asked")
    start = page.run("return window.atStart")
    same(start["didomi"], 1, "queued for Didomi before the page's first script")
    same(start["onViewability"], "function", "viewability before the page's first script")
    same(start.get("adUnitId"), None, "ad unit id before the page's first script")
    same(page.run("return window.atContentLoaded.adUnitId ?? null"), None, "unit at DOMContentLoaded")
    same(page.run("return window.stepnetwork.adUnitId"), "div-gpt-ad-mobile_1")


@case
def nothing_but_the_agreed_names_is_left_behind(world):
    own = {"stepnetwork", "googletag", "didomiOnReady", "__tcfapi", "__gpp", "__uspapi", "__tcfapiLocator",
           "__gppLocator", "__uspapiLocator", "0", "1", "2"}
    names = "return Object.getOwnPropertyNames(window)"
    without = set(world.bare("template.html").run(names))
    for bundle in ("debug", "standalone", "setConfig"):
        page = world.open(bundle)
        world.when(page, "window.asked")
        left = set(page.run(names)) - without - own - {"asked", "triggerManualAdEvent", "event"}
        same(sorted(left), [], f"names left by {bundle}")


@case
def didomi_gets_its_status_and_hides_the_notice(world):
    page = world.open("plain")
    world.when(page, "window.googletag.pubads && window.calls.some(c => c[0] === 'setUserStatus')")
    same(world.calls(page, "setUserStatus"), [[world.given["status"]]])
    same(page.run("return document.getElementById('notice').hidden"), True, "notice hidden")
    same(world.calls(page, "setPrivacySettings"), [[{"nonPersonalizedAds": True}]])


@case
def set_targeting_receives_the_stored_strings(world):
    page = world.open("plain")
    world.when(page, "window.googletag.pubads")
    same(world.calls(page, "setTargeting"), pairs(world.given["hostile"]))
    same(world.calls(page, "error"), [])


@case
def set_config_receives_the_stored_strings(world):
    page = world.open("setConfig", "?setConfig=1")
    world.when(page, "window.googletag.pubads")
    same(world.calls(page, "setConfig"), [[pairs(world.given["hostile"])]])
    fallback = world.open("setConfig")
    world.when(fallback, "window.googletag.pubads")
    same(world.calls(fallback, "setTargeting"), pairs(world.given["hostile"]), "without setConfig")


@case
def random_strings_arrive_unchanged(world):
    page = world.bare("template.html?setConfig=1")
    world.when(page, "window.googletag.pubads")
    for script in world.given["random"]["scripts"]:
        page.run("window.calls.length = 0")
        page.evaluate(script["source"] + "0")
        name, sent = script["dialect"], pairs(script["entries"])
        got = world.calls(page, name)
        same(sorted(got[0][0] if name == "setConfig" else got), sorted(sent), name)


@case
def debug_targeting_comes_with_the_debug_panel_only(world):
    page = world.open("debug")
    world.when(page, "window.googletag.pubads")
    same(world.calls(page, "setTargeting")[0], ["yb_target", "alwayson-standard"])
    plain = world.open("plain")
    world.when(plain, "window.googletag.pubads")
    same([c for c in world.calls(plain, "setTargeting") if c[0] == "yb_target"], [])
    same(plain.run("return document.getElementById('debugInfo')"), None)


@case
def a_failing_page_stops_no_script(world):
    page = world.open("debug", "?throw=1")
    world.when(page, "window.asked && window.googletag.pubads")
    same(page.run("return document.getElementById('adUnitInfo').textContent"),
         "Ad unit: div-gpt-ad-mobile_1")


@case
def a_failing_script_stops_no_other(world):
    bundle = world.given["bundles"]["plain"]
    broken = [dict(bundle["scripts"][0], source="window.didomiOnReady = 1; let a = ; "),
              dict(bundle["scripts"][0], source="throw new Error('first')"), *bundle["scripts"]]
    page = world.bare("template.html", broken)
    world.when(page, "window.asked && window.googletag.pubads")
    same(world.calls(page, "setTargeting"), pairs(world.given["hostile"]))


@case
def the_ad_renders_once_and_the_panel_shows_its_size(world):
    page = world.open("debug")
    world.render(page)
    same(len(world.calls(page, "triggerManualAdEvent")), 1, "render calls")
    same(page.run("return document.getElementById('adSizeInfo').textContent"), "Size: 300 × 250")
    page.run("document.querySelector('#GoogleButton a').click()")
    same(world.calls(page, "openConsole"), [[]])
    page.screenshot(world.folder / f"debug-{world.engine.name}.png")


@case
def the_ad_manager_is_asked_where_the_page_has_no_trigger(world):
    page = world.bare("placeholders.html")
    same(page.evaluate(world.given["scripts"]["renderTrigger"]), True)
    same(page.run("""
      let asked = 0;
      window.ayManagerEnv.dispatchManualEvent = () => { asked++; };
      window.ayManagerEnv.cmd.forEach(job => job());
      return asked;"""), 1)


@case
def messages_come_back(world):
    page = world.open("debug")
    world.render(page)
    page.run("""
      const circle = { name: 'circle' }; circle.self = circle;
      const hostile = { get bad() { console.log('inner'); throw 1; } };
      console.warn('warned', { a: [1, null] });
      console.log('%s is %d%%%c', 'half', 50.5, 'color: red');
      console.info(circle, new Error('broken').message, document.body, Symbol('s'), undefined);
      console.error(hostile);
      console.debug('x'.repeat(5000));
      const post = body => window.webkit.messageHandlers.nativeBridge.postMessage(body);
      post({ type: 'adSize', width: -1, height: 250 });
      post({ type: 'adSize', width: '300', height: 250 });
      post({ type: 'adSize', width: [300], height: 250 });
      window.fire('impressionViewable', {});
      window.fire('slotVisibilityChanged', { inViewPercentage: 51 });
      setTimeout(() => { throw new Error('late'); }, 0);
      await new Promise(done => setTimeout(done, 50));""")
    page.pump(lambda: any((body or {}).get("type") == "slotVisibilityChanged" for _, body in page.messages))
    bodies = [body for _, body in page.messages]
    (world.folder / f"messages-{world.engine.name}.json").write_text(json.dumps(bodies), encoding="utf-8")
    lines = [[body["level"], body["message"]] for body in bodies if body["type"] == "console"]
    for line in (["warn", 'warned {"a":[1,null]}'], ["log", "half is 50%"],
                 ["info", '{"name":"circle","self":[circular]} broken <body> Symbol(s) undefined'],
                 ["error", '{"bad":[not readable]}'], ["debug", "x" * 4000 + "…"]):
        if line not in lines:
            raise AssertionError(f"no console line {line}: {lines}")
    same(["log", "inner"] in lines, False, "a line that was logged while logging")
    same(any(level == "error" and "Uncaught" in text for level, text in lines), True, "uncaught error")
    same(sum("half" in text for _, text in lines), 1, "lines sent twice")


@case
def standalone_consent_answers_in_the_page(world):
    page = world.open("standalone")
    same(page.run("return window.atStart.tcfapi"), "function", "before the page's first script")
    ask = "const ask = (...all) => new Promise(done => window.__tcfapi(all[0], all[1], " \
          "(value, ok) => done([value, ok]), all[2]));"
    expected = world.given["tcData"]
    value, ok = page.run(ask + "return ask('addEventListener', 2)")
    same(ok, True)
    same((value["listenerId"], value["eventStatus"], value["cmpStatus"]), (1, "tcloaded", "loaded"))
    same({key: value[key] for key in expected}, expected, "TCData")
    same(page.run(ask + "return ask('removeEventListener', 2, 1)"), [True, True])
    same(page.run(ask + "return ask('removeEventListener', 2, 1)"), [False, False], "removed before")
    for version, known in ((0, True), (2, True), (1, False), (3, False), ("2", False)):
        answer = page.run(ask + f"return ask('getTCData', {json.dumps(version)})")
        same(answer[1], known, f"version {version!r}")
        same(answer[0] is None, not known, f"version {version!r}")
    same(page.run(ask + "return (await ask('getTCData', undefined))[1]"), True, "version left out")
    vendors = page.run(ask + "return (await ask('getTCData', 2, [11, 1, 28]))[0].vendor.consents")
    same(vendors, {"1": False, "11": True, "28": True}, "vendors asked for")
    same(page.run(ask + "return ask('getTCData', 2, [0])"), [None, False], "an impossible vendor")
    ping = page.run(ask + "return (await ask('ping', 2))[0]")
    same((ping["cmpLoaded"], ping["cmpStatus"], ping["gdprApplies"]), (True, "loaded", True))
    in_app = page.run(ask + "return (await ask('getInAppTCData', 2))[0]")
    same({key: in_app[key] for key in world.given["inAppTCData"]}, world.given["inAppTCData"])
    for unknown in ("getVendorList", "constructor", "__proto__"):
        same(page.run(ask + f"return ask({json.dumps(unknown)}, 2)"), [None, False], unknown)
    same(page.run(ask + "(await ask('getTCData', 2))[0].vendor.consents[11] = false;"
                        "return (await ask('getTCData', 2))[0].vendor.consents[11]"), True, "a copy")
    same(page.run("return new Promise(done => window.__uspapi('getUSPData', 1, value => done(value)))"),
         {"version": 1, "uspString": "1YNN"})
    gpp = "return new Promise(done => window.__gpp(%s, (value, ok) => done([value, ok]), %s))"
    same(page.run(gpp % ("'ping'", "null"))[0]["signalStatus"], "ready")
    same(page.run(gpp % ("'hasSection'", "'uspv1'")), [True, True])
    same(page.run(gpp % ("'hasSection'", "'usnat'")), [False, True])
    same(page.run(gpp % ("'getField'", "'uspv1.Notice'")), ["Y", True])
    same(page.run(gpp % ("'getSection'", "'usnat'")), [None, False])


@case
def standalone_consent_answers_an_iframe(world):
    page = world.open("standalone")
    world.render(page)
    ask = "return document.querySelector('iframe.creative').contentWindow.ask(%s)"
    for as_text in ("false", "true"):
        got = page.run(ask % f"'__tcfapi', {{command: 'getTCData', version: 2}}, {as_text}")
        same(got["text"], as_text == "true", "answered in the form of the question")
        same((got["answer"]["callId"], got["answer"]["success"]), ("call-1", True))
        same(got["answer"]["returnValue"]["vendor"], world.given["tcData"]["vendor"])
    got = page.run(ask % "'__tcfapi', {command: 'getTCData', version: 1}, false")
    same((got["answer"]["success"], got["answer"]["returnValue"]), (False, None))
    got = page.run(ask % "'__gpp', {command: 'ping'}, false")
    same(got["answer"]["returnValue"]["gppString"], f"DBACNY~{world.given['tcData']['tcString']}~1YNN")
    got = page.run(ask % "'__uspapi', {command: 'getUSPData', version: 1}, true")
    same(got["answer"]["returnValue"]["uspString"], "1YNN")


@case
def both_hand_offs_stand_side_by_side(world):
    page = world.open("both")
    world.when(page, "window.calls.some(call => call[0] === 'setUserStatus')")
    same(page.run("return new Promise(done => __tcfapi('getTCData', 2, data => done(data.tcString)))"),
         world.given["tcData"]["tcString"])
    same(page.run("return document.getElementById('notice').hidden"), True, "notice hidden")


@case
def without_consent_nothing_is_loaded_or_asked_for(world):
    before = len(world.site.requests)
    same(world.open("withoutConsent"), None, "a bundle that may not be loaded")
    same(len(world.site.requests), before, "requests")
    asked = len(world.site.ad_requests())
    page = world.bare("template.html")
    page.sleep(0.5)
    same(len(world.site.ad_requests()), asked, "ad requests of a page without our scripts")
    page = world.open("plain")
    world.when(page, "window.asked")
    page.pump(lambda: len(world.site.ad_requests()) > asked)
    same(len(world.site.ad_requests()), asked + 1, "ad requests with consent")


@case
def navigation_follows_the_policy(world):
    rows = world.given["navigation"]
    decisions = {row["url"]: row["decision"] for row in rows}
    for row in rows:
        page = world.open("plain", decide=lambda url: decisions.get(url, "allow"))
        world.render(page)
        x, y = page.run(f"""
          const frame = document.querySelector('iframe.creative');
          const outer = frame.getBoundingClientRect();
          const link = frame.contentDocument.getElementById('{row["link"]}').getBoundingClientRect();
          return [outer.x + link.x + link.width / 2, outer.y + link.y + link.height / 2];""")
        page.navigations.clear()
        page.click(x, y)
        if not page.pump(lambda: (row["url"], row["decision"]) in page.navigations, 3):
            raise AssertionError(f"{row['link']}: not asked about: {page.navigations}")
        page.sleep(0.1)
        same(page.run("return location.pathname"), "/template.html", f"the page after {row['link']}")


@case
def the_page_is_told_what_the_app_measures(world):
    page = world.open("plain")
    page.run("""
      window.told = [];
      window.addEventListener('snviewability', event => window.told.push(['event', event.detail]));
      window.stepnetwork.onViewability(() => { throw new Error('a bad listener'); });
      window.stop = window.stepnetwork.onViewability(report => window.told.push(['callback', report]));""")
    same(page.evaluate(world.given["scripts"]["updateViewability"]), True)
    report = {"visibleFraction": 0.5, "dwellMs": 1000, "viewable": True}
    same(page.run("return window.told"), [["callback", report], ["event", report]])
    same(page.run("return window.stepnetwork.viewability"), report)
    same(page.run("let late; window.stepnetwork.onViewability(r => { late = r; }); return late"), report)
    page.run("window.stop(); window.told.length = 0")
    page.evaluate(world.given["scripts"]["updateViewability"])
    same([kind for kind, _ in page.run("return window.told")], ["event"], "after stopping")
    same(world.bare("placeholders.html").evaluate(world.given["scripts"]["updateViewability"]), False)


@case
def remote_thresholds_are_read_back(world):
    page = world.open("plain", '?lazyLoad={"fetch":150,"render":100,"more":1}')
    same(json.loads(page.evaluate(world.given["scripts"]["remoteThresholds"])), {"fetch": 150, "render": 100})
    same(world.bare("template.html").evaluate(world.given["scripts"]["remoteThresholds"]), None)


@case
def placeholders_are_followed(world):
    page = world.bare("placeholders.html", [world.given["scripts"]["placeholderTracker"]],
                      ["adPlaceholderTracker"])
    batches = []

    def news(seconds=2.0):
        """What changed since the last time, once something did."""
        page.pump(lambda: page.messages, seconds)
        page.sleep(0.3)
        batches[:] = [json.loads(body) for _, body in page.messages]
        page.messages.clear()
        return [change for batch in batches for change in batch]

    same(news(0.3), [], "before the start")
    page.evaluate(world.given["scripts"]["startTracking"] + "0")
    added = news()
    same([(change["id"], change["action"]) for change in added],
         [("unit-1", "add"), ("unit-2", "add"), ("ad-placeholder-1", "add"), ("ad-placeholder-2", "add")])
    same(added[0]["rect"], {"x": 46.5, "y": 400, "width": 300, "height": 250})
    same(len(batches), 1, "messages for the first frame")
    same(news(0.7), [], "while nothing moves")
    page.run("scrollTo(0, 100)")
    same([(change["action"], change["rect"]["y"]) for change in news()],
         [("update", 300), ("update", 950), ("update", 1600), ("update", 2250)])
    page.run("document.getElementById('unit-2').style.height = '300px'")
    same([(change["id"], change["rect"]["height"]) for change in news()],
         [("unit-2", 300), ("ad-placeholder-1", 250), ("ad-placeholder-2", 250)])
    page.run("document.getElementById('unit-2').remove()")
    same(news()[0], {"id": "unit-2", "action": "remove"})
    page.evaluate(world.given["scripts"]["stopTracking"] + "0")
    same(sorted(change["action"] for change in news()), ["remove"] * 3)
    page.run("scrollTo(0, 0)")
    same(news(0.3), [], "after the stop")


@case
def the_bundle_preview_shows_the_unit_at_work(world):
    page = world.bare("preview.html", size=(1280, 1100))
    world.when(page, "document.getElementById('size').textContent.includes('shown')")
    page.sleep(1.5)
    same(page.run("return [...document.querySelectorAll('.ran')].map(cell => cell.className)"),
         ["ran good"] * 6, "scripts that ran")
    targeting = page.run("return [...document.querySelectorAll('#targeting tr')].map(row => row.cells[0].textContent)")
    same(targeting, [entry["key"] for entry in world.given["hostile"]], "targeting keys")
    same(page.run("return document.getElementById('size').textContent"),
         "300 × 250 reported, 300 × 240 shown", "clamped")
    seen = page.run("return [...document.querySelectorAll('#seen tr')].map(row => row.cells[0].textContent)")
    for name in ("__tcfapi", "__gpp", "__uspapi", "Didomi.setUserStatus", "pubads().setPrivacySettings"):
        same(name in seen, True, name)
    messages = page.run("return document.getElementById('messages').textContent")
    for name in ("adSize", "impressionViewable", "slotVisibilityChanged"):
        same(name in messages, True, name)
    same(page.run("return document.querySelector('.label').textContent"), "annonce </div><script>")
    page.screenshot(world.folder / f"preview-{world.engine.name}.png")
    blocked = world.bare("blocked.html")
    same(blocked.run("return document.querySelector('iframe')"), None, "a frame without consent")


@case
def the_page_preview_replays_and_goes_live(world):
    page = world.bare("page.html", size=(1280, 1100))
    states = "return [...document.querySelectorAll('.column .unit')].map(unit => unit.classList[1])"
    same(page.run("return document.querySelector('h1').textContent"), "Page <front>")
    world.when(page, "document.querySelector('.column .unit').classList.contains('displayed')")
    page.run("document.getElementById('play').click(); const time = document.getElementById('time');"
             "time.value = 1300; time.dispatchEvent(new Event('input'));")
    same(page.run(states), ["displayed", "fetched", "notLoaded", "notLoaded"], "at 1.3 s")
    same(page.run("return [...document.querySelectorAll('.column .unit')].map("
                  "unit => unit.querySelectorAll('iframe').length)"), [1, 1, 0, 0], "web views")
    world.when(page, "document.getElementById('messages').rows.length === 1")
    same(page.run("return [...document.getElementById('messages').rows[0].cells].map(cell => cell.textContent)"),
         ["div-gpt-ad-mobile_1", '{"type":"adSize","width":320,"height":320}'])
    same(page.run("return document.getElementById('screen').scrollTop > 100"), True, "scrolled")
    page.screenshot(world.folder / f"page-{world.engine.name}.png")
    page.run("document.getElementById('screen').scrollTop = 1900")
    world.when(page, "document.getElementById('mode').textContent.startsWith('Live')")
    world.when(page, "document.querySelectorAll('.column .displayed').length === 2")
    same(page.run(states), ["displayed", "displayed", "fetched", "notLoaded"], "live")
    page.run("document.getElementById('screen').scrollTop = 4000")
    world.when(page, "document.querySelectorAll('.column .unit')[0].classList.contains('unloaded')")
    same(page.run("return document.querySelector('.column .unit iframe') === null"), False, "others' web views")
    same(page.run("return document.querySelector('.column .unit').querySelector('iframe')"), None, "unloaded")
    page.screenshot(world.folder / f"live-{world.engine.name}.png")


def main():
    which, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if which == "webkit":
        from webkit_engine import Engine
    else:
        from chromium_engine import Engine
    engine, site, failed = Engine(), Site(folder), 0
    world = World(engine, site, folder)
    chosen = [run for run in CASES if not sys.argv[3:] or run.__name__ in sys.argv[3:]]
    for run in chosen:
        try:
            run(world)
        except Exception as error:
            failed += 1
            print(f"{engine.name}: {run.__name__} failed: {error}")
            if not isinstance(error, AssertionError):
                traceback.print_exc()
        world.done()
    engine.close()
    site.close()
    print(f"{engine.name} {engine.version}: {len(chosen) - failed} of {len(chosen)} cases pass")
    sys.exit(1 if failed else 0)


main()
