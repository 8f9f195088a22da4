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
