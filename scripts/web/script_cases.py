# SPDX-License-Identifier: MIT
"""Our scripts in the template: their order, their names, and that none stops another."""

import json

from world import case, pairs, same


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
def the_ad_renders_once_whatever_becomes_of_the_namespace(world):
    for namespace in ("{}", "Object.freeze({})", "'text'", "null"):
        page = world.open("plain")
        world.when(page, "window.asked && window.googletag.pubads")
        page.run(f"window.stepnetwork = {namespace}")
        same(page.evaluate(world.given["scripts"]["renderTrigger"]), True, f"first, {namespace}")
        page.run("window.stepnetwork = {}")
        same(page.evaluate(world.given["scripts"]["renderTrigger"]), False, f"second, {namespace}")
        same(len(world.calls(page, "triggerManualAdEvent")), 1, f"render calls, {namespace}")


@case
def impressions_count_once_in_a_document_written_anew(world):
    page = world.open("debug")
    world.when(page, "window.asked && window.googletag.pubads")
    for script in world.given["bundles"]["debug"]["scripts"]:
        page.evaluate(script["source"] + "0")
    page.run("""
      window.dispatchEvent(new ErrorEvent('error', { message: 'failed once' }));
      document.open();
      document.write('<!doctype html><title>anew</title><p>anew</p>');
      document.close();
      await new Promise(done => setTimeout(done, 300));
      window.stepnetwork.adUnitId = 'div-gpt-ad-mobile_1';
      window.fire('slotRenderEnded', { isEmpty: false });
      window.fire('slotRenderEnded', { isEmpty: true });
      window.fire('impressionViewable', {});
      console.log('said once');
      await new Promise(done => setTimeout(done, 100));""")
    page.pump(lambda: any(body.get("message") == "said once" for _, body in page.messages))
    kinds = [body["type"] for _, body in page.messages]
    same([kinds.count(kind) for kind in ("noFill", "impressionViewable")], [1, 1], f"messages {kinds}")
    lines = [body["message"] for _, body in page.messages if body["type"] == "console"]
    same([lines.count(line) for line in ("said once", "Uncaught failed once")], [1, 1], f"lines {lines}")


@case
def the_ad_manager_is_asked_where_the_page_has_no_trigger(world):
    page = world.bare("placeholders.html")
    same(page.evaluate(world.given["scripts"]["renderTrigger"]), True)
    same(page.run("""
      let asked = 0;
      // A page that may still make its own trigger is waited for.
      await new Promise(done => setTimeout(done, 4000));
      window.ayManagerEnv.dispatchManualEvent = () => { asked++; };
      window.ayManagerEnv.cmd.forEach(job => job());
      return asked;"""), 1)


@case
def a_page_that_makes_its_trigger_later_is_asked_again(world):
    page = world.bare("placeholders.html")
    same(page.evaluate(world.given["scripts"]["renderTrigger"]), True)
    same(page.run("""
      let asked = 0;
      await new Promise(done => setTimeout(done, 400));
      window.triggerManualAdEvent = () => { asked++; };
      await new Promise(done => setTimeout(done, 600));
      return [asked, typeof window.ayManagerEnv];"""), [1, "undefined"])


@case
def an_ad_tells_how_far_it_has_come_and_once(world):
    page = world.open("plain")
    world.when(page, "window.asked && window.googletag.pubads")
    page.run("""
      window.fire('slotOnload', {});
      window.fire('slotRenderEnded', { isEmpty: false, size: [300, 250] });
      window.fire('slotOnload', {});
      window.fire('slotOnload', {});
      await new Promise(done => setTimeout(done, 600));""")
    page.pump(lambda: any((body or {}).get("type") == "rendered" for _, body in page.messages))
    kinds = [body["type"] for _, body in page.messages]
    told = [kind for kind in kinds if kind in ("parsed", "tagReady", "filled", "rendered")]
    same(told, ["parsed", "tagReady", "filled", "rendered"])
    sizes = [(body["width"], body["height"]) for _, body in page.messages if body["type"] == "filled"]
    same(sizes, [(300, 250)])


@case
def a_page_is_empty_once_none_of_its_slots_has_an_ad_or_waits_for_one(world):
    page = world.open("plain")
    world.when(page, "window.asked && window.googletag.pubads")
    page.run("""
      const names = ['first', 'second'];
      for (const name of names) document.body.appendChild(document.createElement('div')).id = name;
      const fire = (name, event, more) => {
        window.stepnetwork.adUnitId = name;
        window.fire(event, more || {});
      };
      const end = (name, isEmpty) => fire(name, 'slotRenderEnded', { isEmpty });
      for (const name of names) fire(name, 'slotRequested');
      end('first', true);
      end('second', false);
      for (const name of names) fire(name, 'slotRequested');
      end('second', false);
      end('first', true);
      for (const name of names) fire(name, 'slotRequested');
      end('first', true);
      end('second', true);
      fire('first', 'slotRequested');
      document.getElementById('first').remove();
      end('second', true);
      await new Promise(done => setTimeout(done, 100));""")
    page.pump(lambda: sum(body["type"] == "noFill" for _, body in page.messages) > 1)
    told = [body["type"] for _, body in page.messages if body["type"] in ("filled", "noFill")]
    same(told, ["filled", "filled", "noFill", "noFill"])


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


def lines(page, body, seconds=0.2):
    """The console lines that come of a piece of script."""
    page.messages.clear()
    page.run(body)
    page.sleep(seconds)
    return [body["message"] for _, body in page.messages if body["type"] == "console"]


@case
def values_are_logged_as_a_console_shows_them(world):
    page = world.open("debug")
    world.when(page, "window.asked")
    table = [
        ("new Map([['a', {b: 1}]])", 'Map(1) {"a" => {"b":1}}'), ("new Set(['x', 2])", 'Set(2) {"x",2}'),
        ("/a+/gi", "/a+/gi"), ("new URL('https://a.example/b?c')", "https://a.example/b?c"),
        ("new Uint8Array(3)", "Uint8Array(3) [0,0,0]"), ("[1, , 3]", "[1,empty,3]"),
        ("[[[[[1]]]]]", "[[[[[…]]]]]"), ("{a: [1, {b: 'c'}]}", '{"a":[1,{"b":"c"}]}'),
        ("10n ** 30n", "1" + "0" * 30), ("2n ** 100000n", "[large integer]"),
        ("Object.create(null)", "{}"), ("[undefined, null, NaN]", "[undefined,null,NaN]"),
        ("{get bad() { throw 1 }, good: 2}", '{"bad":[not readable],"good":2}'),
        ("Array(60).fill(7)", "[" + "7," * 50 + "… 10 more]"),
        ("'%d%% of %s %j', '7.5', {a: 1}", '7% of {"a":1} %j'), ("'%s %s', 'one'", "one %s"),
        ("'a', 1, true", "a 1 true"), ("'', 'b'", " b"), ("'100%%'", "100%%"),
    ]
    for source, expected in table:
        same(lines(page, f"console.log({source})", 0.05), [expected], source)


@case
def an_error_keeps_its_name_and_its_text(world):
    page = world.open("debug")
    world.when(page, "window.asked")
    for source, head in (("function loadAd() { console.error(new Error('loadAd')) } loadAd()", "Error: loadAd"),
                         ("console.error(new TypeError(''))", "TypeError"),
                         ("console.error(new RangeError('over\\nlines'))", "RangeError: over\nlines"),
                         ("const e = new Error('x'); e.name = 'Ours'; console.error(e)", "Ours: x"),
                         ("console.error({inner: new Error('deep')})", '{"inner":Error: deep')):
        got = lines(page, source, 0.05)
        same([line[:len(head)] for line in got], [head], source)
        same("\n" in got[0][len(head):], True, f"a stack after {source}")


@case
def logging_costs_no_more_than_its_line(world):
    # The engine's own console takes a second for some of these, so there is none.
    page = world.open("debug", "?console={}")
    world.when(page, "window.asked")
    for source in ("new Uint8Array(1e7)", "new Array(1e6)", "new Array(1e6).fill('x'.repeat(1000))",
                   "'x'.repeat(5e6)", "{a: 'x'.repeat(5e6)}", "new Map(Array.from({length: 1e5}, (_, i) => [i, i]))",
                   "(() => { let o = {}; for (let d = 0; d < 5; d++) { const p = {};"
                   " for (let i = 0; i < 50; i++) p['k' + i] = o; o = p; } return o; })()"):
        page.messages.clear()
        took = page.run(f"""
          const value = {source}, began = performance.now();
          console.debug(value);
          return performance.now() - began;""")
        page.sleep(0.1)
        got = [body["message"] for _, body in page.messages if body["type"] == "console"]
        same(len(got), 1, source)
        same(len(got[0]) <= 4001, True, f"length of {source}")
        world.note(f"console {source[:40]}: {took:.1f} ms")
        same(took < 400, True, f"{took:.0f} ms for {source}")


@case
def a_page_without_a_console_gets_no_error_of_ours(world):
    for console in ("undefined", "null", "{}"):
        page = world.open("debug", f"?console={console}")
        world.when(page, "window.asked && window.googletag.pubads")
        same(page.run("return window.errors"), [], f"errors with console {console}")
        same(page.run("return document.getElementById('adUnitInfo') !== null"), True)
        # One of ours that fails there says nothing, and raises nothing.
        unit = [script["source"] for script in world.given["bundles"]["debug"]["scripts"]
                if script["name"] == "adUnitId"][0]
        page.run(f"""Object.defineProperty(window, 'stepnetwork', {{ value: Object.freeze({{}}) }});
          const script = document.createElement('script');
          script.textContent = {json.dumps(unit)};
          document.head.append(script);""")
        same(page.run("return window.errors"), [], f"errors of a failing script with console {console}")
