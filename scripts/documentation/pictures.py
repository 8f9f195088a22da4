# SPDX-License-Identifier: MIT
"""The pictures of README and articles, drawn by adview-admin from small inventories."""
import json
import pathlib
import subprocess
import tempfile


class Inventory:
    """A database of a moment, and the program in its folder."""

    def __init__(self, admin):
        self.admin = admin

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.run("init")
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def run(self, *words):
        done = subprocess.run(
            [str(self.admin), "--db", "pictures.sqlite", *words], cwd=self.folder.name, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"error: 'adview-admin {' '.join(words)}' ended with {done.returncode}:\n{done.stderr}")
        return done.stdout

    def write(self, name, text):
        (pathlib.Path(self.folder.name) / name).write_text(text)


def page(admin):
    """A page on a phone, with the zones in which its ads are fetched and displayed."""
    with Inventory(admin) as inventory:
        for place, size in enumerate(["300x250", "320x320", "300x250", "320x100", "300x250", "320x320"]):
            width, height = size.split("x")
            inventory.run(
                "unit", "add", f"ad-{place + 1}", "--page", "article", "--position", str(place), "--size", size,
                "--initial-width", width, "--initial-height", height,
            )  # fmt: skip
        inventory.run("page", "set", "article", "--unloading", "yes")
        return inventory.run(
            "layout", "page", "article", "--feed-pattern", "1,5,8,11,15,18/20", "--items", "14", "--item-height", "120",
            "--screen-at", "900", "--svg", "-",
        )  # fmt: skip


def grid(inventory):
    shapes = [(480, 360), (300, 400), (320, 180), (500, 500), (200, 300), (640, 360), (360, 360), (400, 300)]
    items = [{"width": width, "height": height} for width, height in shapes]
    items[3:3] = [{"width": 320, "height": 100, "isAd": True}]
    inventory.write(
        "grid.json",
        json.dumps({"containerWidth": 393, "meta": {"itemMinWidth": 50, "adMaxResizePercent": 40}, "items": items}),
    )
    return inventory.run("layout", "masonry", "grid.json", "--method", "optimal", "--svg", "-")


def drawn(top, admin):
    """The pictures of the articles, by their names."""
    with Inventory(admin) as inventory:
        inventory.write("feed.json", json.dumps({"adsAt": [5, 7, 8], "every": 10, "batches": [10, 10]}))
        for place in (1, 2):
            inventory.run("unit", "add", f"div-gpt-ad-mobile_{place + 2}", "--page", "article", "--position", str(place))
        inventory.run("consent", "set", "user-17", "--accept-all")
        inventory.write("scroll.ndjson", (top / "scripts/demo-scroll.ndjson").read_text())
        inventory.run("simulate", "scroll.ndjson", "--page", "article", "--record", "--subject", "user-17", "--as", "demo")
        return {
            "feed.svg": inventory.run("layout", "feed", "feed.json", "--svg", "-"),
            "grid.svg": grid(inventory),
            "timeline.svg": inventory.run("history", "timeline", "demo", "--svg", "-"),
        }
