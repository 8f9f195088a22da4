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
