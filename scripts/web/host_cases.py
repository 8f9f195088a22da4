# SPDX-License-Identifier: MIT
"""What the app tells the page and learns from it: links, viewability, thresholds, placeholders."""

import json

from world import case, same


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
        if world.engine.name == "WebKitGTK" and row["cause"] is not None:
            same(page.causes[row["url"]], (row["cause"], True), f"what led to {row['link']}")


@case
def what_nobody_clicked_goes_nowhere(world):
    scripted = world.given["scripted"]
    page = world.open("plain", decide=lambda url: "cancel" if "advertiser" in url else "allow")
    world.render(page)
    # A click that the app's own evaluation would lend its gesture to has to be over.
    page.run(f"""setTimeout(() => {{
      const links = document.querySelector('iframe.creative').contentDocument;
      links.getElementById('top').click();
    }}, 2000); return 0""")
    page.pump(lambda: any(url == scripted["url"] for url, _ in page.navigations), 5)
    same(scripted["decision"], "cancel")
    same(page.run("return location.pathname"), "/template.html")
    if world.engine.name == "WebKitGTK":
        same(page.causes[scripted["url"]], (scripted["cause"], False), "a script that clicks a link")


@case
def a_redirect_of_the_template_is_asked_about(world):
    row = world.given["redirected"]
    page = world.bare("redirected.html?redirect=" + row["url"], loads=False,
                      decide=lambda url: row["decision"] if url == row["url"] else "allow")
    page.pump(lambda: any(url == row["url"] for url, _ in page.navigations), 1)
    same(row["decision"], "cancel")
    if world.engine.name == "WebKitGTK":
        same(page.causes.get(row["url"]), (row["cause"], False))
    same([path for path in world.site.requests if path.startswith("/arrived")], [], "arrivals")


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
    same(added.pop(0), {"action": "begin"}, "a new document")
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


def changes(page, seconds=0.3):
    """The changes that were posted since the last time."""
    page.sleep(seconds)
    found = [change for _, body in page.messages for change in json.loads(body)]
    page.messages.clear()
    return found


def tracked(world, script, **options):
    page = world.bare("placeholders.html", [world.given["scripts"][script]], ["adPlaceholderTracker"], **options)
    page.evaluate(world.given["scripts"]["startTracking"] + "0")
    page.pump(lambda: page.messages)
    return page


@case
def a_scroll_moves_nothing_in_content_coordinates(world):
    page = tracked(world, "contentTracker")
    added = changes(page)
    same([change.get("rect", {}).get("y") for change in added], [None, 400, 1050, 1700, 2350])
    page.run("for (let y = 0; y < 1000; y += 33.3) { scrollTo(0, y); await new Promise(requestAnimationFrame); }")
    same(changes(page), [], "while the page scrolls")
    page.run("document.getElementById('unit-2').style.cssText = 'position: fixed; top: 0'; scrollTo(0, 900)")
    moved = changes(page)
    same((moved[0]["id"], moved[0]["rect"]["y"]), ("unit-2", 900), "what does not scroll along")
    page.run("scrollTo(0, 800)")
    same([(change["id"], change["rect"]["y"]) for change in changes(page)], [("unit-2", 800)])


@case
def a_document_written_anew_is_followed(world):
    page = tracked(world, "placeholderTracker")
    changes(page)
    for script in ("placeholderTracker", "placeholderTracker"):
        page.evaluate(world.given["scripts"][script]["source"] + "0")
    page.evaluate(world.given["scripts"]["startTracking"] + "0")
    same(changes(page), [], "of a second tracker")
    page.run("""
      document.open();
      document.write('<!doctype html><body style="margin:0;height:5000px">' +
        '<div class="ad-placeholder" id="anew" style="width:300px;height:250px"></div>');
      document.close();""")
    same([(change["id"], change["action"]) for change in changes(page, 1.2)],
         [("unit-1", "remove"), ("unit-2", "remove"), ("ad-placeholder-1", "remove"),
          ("ad-placeholder-2", "remove"), ("anew", "add")])
    page.run("scrollTo(0, 100)")
    same([(change["id"], change["rect"]["y"]) for change in changes(page)], [("anew", -100)], "once")
    page.evaluate(world.given["scripts"]["stopTracking"] + "0")
    same([change["action"] for change in changes(page)], ["remove"])


@case
def a_number_of_ours_is_given_again(world):
    page = tracked(world, "placeholderTracker")
    changes(page)
    for _ in range(3):
        page.run("""
          const element = document.createElement('div');
          element.className = 'ad-placeholder';
          document.body.append(element);""")
        same([change["id"] for change in changes(page)], ["ad-placeholder-3"])
        page.run("document.querySelector('.ad-placeholder:last-child').remove()")
        same([(change["id"], change["action"]) for change in changes(page)], [("ad-placeholder-3", "remove")])


@case
def a_reload_begins_a_new_document(world):
    page = tracked(world, "placeholderTracker")
    first = changes(page)
    same(first[0], {"action": "begin"})
    page.load(world.site.address + "placeholders.html?again")
    page.evaluate(world.given["scripts"]["startTracking"] + "0")
    page.pump(lambda: page.messages)
    same(changes(page), first, "all that is there")


@case
def any_id_is_reported_as_it_is(world):
    page = tracked(world, "placeholderTracker")
    changes(page)
    ids = ["b\u00f8ger", "e\u0301", "en annonce", "\U0001f600", "<&'\"", "x" * 200]
    page.run(f"""for (const id of {json.dumps(ids)}) {{
      const element = document.createElement('div');
      element.className = 'ad-placeholder';
      element.id = id;
      document.body.append(element);
    }}""")
    same([change["id"] for change in changes(page)], ids)


@case
def a_global_of_android_takes_the_changes(world):
    page = world.bare("placeholders.html", [world.given["scripts"]["placeholderTracker"]], [])
    page.run("""window.taken = [];
      window.adPlaceholderTracker = { postMessage(text) {
        if (this !== window.adPlaceholderTracker) throw new TypeError('not the object');
        window.taken.push(text);
      } };""")
    page.evaluate(world.given["scripts"]["startTracking"] + "0")
    page.sleep(0.3)
    taken = [change for text in page.run("return window.taken") for change in json.loads(text)]
    same([change["action"] for change in taken], ["begin"] + ["add"] * 4)
