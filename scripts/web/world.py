# SPDX-License-Identifier: MIT
"""What every case works with: pages in an engine, and ways to compare."""

import json
import os

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

    def bare(self, page, scripts=(), handlers=("nativeBridge",), loads=True, **options):
        """A page without a bundle; one that is not meant to load is not waited for."""
        page_view = self.engine.page(scripts, handlers, **options)
        self.pages.append(page_view)
        try:
            page_view.load(self.site.address + page)
        except AssertionError:
            if loads:
                raise
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

    def note(self, text):
        """A measurement, shown where the caller asks for it."""
        if os.environ.get("ADVIEW_WEB_NOTES"):
            print(f"{self.engine.name}: {text}")

    def done(self):
        for page in self.pages:
            page.close()
        self.pages.clear()
