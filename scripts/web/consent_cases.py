# SPDX-License-Identifier: MIT
"""Consent as the page is told it, and what is loaded without any."""

import json

from world import case, same


@case
def didomi_gets_its_status_and_hides_the_notice(world):
    page = world.open("plain")
    world.when(page, "window.googletag.pubads && window.calls.some(c => c[0] === 'setUserStatus')")
    same(world.calls(page, "setUserStatus"), [[world.given["status"]]])
    same(page.run("return document.getElementById('notice').hidden"), True, "notice hidden")
    same(world.calls(page, "setPrivacySettings"), [[{"nonPersonalizedAds": True}]])


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
    for version, known in ((0, True), (2, True), (1, False), (3, False), ("2", True), ("1", False)):
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


GPP = "return new Promise(done => window.__gpp(%s, (value, ok) => done([value, ok]), %s))"


@case
def an_opt_out_reaches_a_page_with_the_didomi_sdk(world):
    page = world.open("optOut")
    world.when(page, "window.calls.some(call => call[0] === 'setUserStatus')")
    same(page.run(GPP % ("'getField'", "'usca.SaleOptOut'")), [1, True])
    same(page.run(GPP % ("'getField'", "'usca.SensitiveDataProcessing'")), [[0] * 9, True])
    section, known = page.run(GPP % ("'getSection'", "'usca'"))
    same((known, section[1]), (True, {"GpcSegmentType": 1, "Gpc": True}), "one object a segment")
    same(page.run("return new Promise(done => window.__uspapi('getUSPData', '1', value => done(value)))"),
         {"version": 1, "uspString": "1YYN"})
    world.when(page, "window.calls.some(call => call[0] === 'setPrivacySettings')")
    same(world.calls(page, "setPrivacySettings"),
         [[{"nonPersonalizedAds": True, "restrictDataProcessing": True}]])


@case
def hostile_questions_raise_no_error(world):
    page = world.open("standalone")
    errors = page.run("""
      const errors = [];
      window.addEventListener('error', event => errors.push(event.message));
      const hostile = [{toString: 1}, [[]], {}, null, '__proto__', NaN, {length: -1}, [{toString: 1}]];
      for (const api of ['__tcfapi', '__gpp', '__uspapi'])
        for (const command of ['removeEventListener', 'getField', 'getSection', 'hasSection',
                               'getTCData', 'addEventListener', {toString: 1}, null, 1])
          for (const parameter of hostile)
            for (const version of [2, {toString: 1}])
              window.postMessage({[api + 'Call']: {command, version, parameter, callId: 1}}, '*');
      await new Promise(done => setTimeout(done, 300));
      return errors;""")
    same(errors, [])


@case
def a_script_that_runs_twice_in_a_window_acts_once(world):
    page = world.open("optOut")
    world.when(page, "window.calls.some(call => call[0] === 'setUserStatus')")
    scripts = world.given["bundles"]["optOut"]["scripts"]
    source = [script["source"] for script in scripts if script["name"] == "consent"][0]
    answers = page.run(f"""
      const script = document.createElement('script');
      script.textContent = {json.dumps(source)};
      document.head.appendChild(script);
      let answers = 0;
      window.addEventListener('message', event => {{
        if (event.data && event.data.__uspapiReturn) answers += 1;
      }});
      window.postMessage({{__uspapiCall: {{command: 'getUSPData', version: 1, callId: 7}}}}, '*');
      await new Promise(done => setTimeout(done, 300));
      return answers;""")
    same(answers, 1, "answers to one question")
    same(len(world.calls(page, "setUserStatus")), 1, "statuses")
    same(len(world.calls(page, "setPrivacySettings")), 1, "settings")
    same(page.run("return document.querySelectorAll('iframe[name=__gppLocator]').length"), 1)


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
