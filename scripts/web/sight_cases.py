# SPDX-License-Identifier: MIT
"""How much of a placeholder the page says is to be seen, beside what its layout makes of it."""

import json
import os
import random

from world import case, same

WIDTH, HEIGHT, CELL = 1000, 400, 200
PAGES = int(os.environ.get("ADVIEW_SIGHT_PAGES", "100"))


def box(left, top, width, height):
    return (left, top, left + width, top + height)


def within(one, other):
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))


def area(rects, without=()):
    """The area of a union less another, by the cells between all edges."""
    rects = [rect for rect in rects if rect[0] < rect[2] and rect[1] < rect[3]]
    xs = sorted({x for rect in [*rects, *without] for x in (rect[0], rect[2])})
    ys = sorted({y for rect in [*rects, *without] for y in (rect[1], rect[3])})

    def holds(all_rects, x, y):
        return any(r[0] <= x < r[2] and r[1] <= y < r[3] for r in all_rects)

    return sum((right - left) * (bottom - top)
               for left, right in zip(xs, xs[1:]) for top, bottom in zip(ys, ys[1:])
               if holds(rects, left, top) and not holds(without, left, top))


def style(rect, more=""):
    return (f"position:absolute;left:{rect[0]}px;top:{rect[1]}px;width:{rect[2] - rect[0]}px;"
            f"height:{rect[3] - rect[1]}px;{more}")


class Layout:
    """A page of ten placeholders, each in a box of its own, and what is to be seen of each."""

    KINDS = ["whole", "hole", "slide", "accordion", "closed", "details", "invisible", "clear", "faded parent",
             "path", "covered", "two covers", "under"]

    def __init__(self, seed):
        dice = random.Random(seed)
        self.html, self.seen, self.kinds = [], {}, {}
        bars = []
        if dice.random() < 0.4:
            bars.append(box(0, 0, WIDTH, dice.randint(10, 120)))
        if dice.random() < 0.3:
            bars.append(box(dice.randint(0, 500), HEIGHT - dice.randint(10, 150), 400, 150))
        for place in range(10):
            column, row = place % 5, place // 5
            ad = box(column * CELL + dice.randint(-30, 30), row * CELL + dice.randint(-30, 30),
                     dice.randint(80, 180), dice.randint(60, 180))
            kind = dice.choice(self.KINDS)
            clip, covers, more, wrap = box(-9e3, -9e3, 2e4, 2e4), [], "", "{}"
            frame = box(ad[0] + dice.randint(-60, 60), ad[1] + dice.randint(-60, 60),
                        dice.randint(40, 200), dice.randint(40, 200))
            inner = box(ad[0] - frame[0], ad[1] - frame[1], ad[2] - ad[0], ad[3] - ad[1])
            if kind == "hole":
                clip, wrap = frame, f"<div style='{style(frame, 'overflow:hidden')}'>{{}}</div>"
            elif kind == "slide":
                # A carousel that was moved: the placeholder stands in a strip that is shifted.
                shift = dice.randint(0, 100)
                clip = frame
                wrap = (f"<div style='{style(frame, 'overflow:hidden')}'><div style='position:relative;"
                        f"height:100%;transform:translateX(-{shift}px)'>{{}}</div></div>")
                inner = box(inner[0] + shift, inner[1], ad[2] - ad[0], ad[3] - ad[1])
            elif kind in ("accordion", "closed"):
                open_to = 0 if kind == "closed" else dice.randint(20, 160)
                clip = box(frame[0], frame[1], frame[2] - frame[0], open_to)
                wrap = f"<div style='{style(clip, 'overflow:hidden')}'>{{}}</div>"
            elif kind == "details":
                wrap, clip = "<details><summary></summary>{}</details>", box(0, 0, 0, 0)
            elif kind == "invisible":
                more, clip = "visibility:hidden;", box(0, 0, 0, 0)
            elif kind == "clear":
                more, clip = "opacity:0;", box(0, 0, 0, 0)
            elif kind == "faded parent":
                wrap, clip = "<div style='opacity:0'>{}</div>", box(0, 0, 0, 0)
            elif kind == "path":
                cuts = [dice.randint(0, 60) for _ in range(4)]
                wrap = (f"<div style='{style(ad)}clip-path:inset({cuts[0]}px {cuts[1]}px {cuts[2]}px "
                        f"{cuts[3]}px)'>{{}}</div>")
                clip = (ad[0] + cuts[3], ad[1] + cuts[0], ad[2] - cuts[1], ad[3] - cuts[2])
                inner = box(0, 0, ad[2] - ad[0], ad[3] - ad[1])
            if kind in ("covered", "two covers", "under"):
                for _ in range(2 if kind == "two covers" else 1):
                    covers.append(box(ad[0] + dice.randint(-40, 140), ad[1] + dice.randint(-40, 140),
                                      dice.randint(20, 200), dice.randint(20, 200)))
                if kind == "under":
                    more += "z-index:-1;"
            at = inner if "{}" != wrap and kind in ("hole", "slide", "accordion", "closed", "path") else ad
            name = f"p{place}"
            element = f"<div class=ad-placeholder id={name} style='{style(at, more)}background:#9cf'></div>"
            self.html.append(
                f"<div style='position:absolute;isolation:isolate'>{wrap.format(element)}"
                + "".join(f"<div style='{style(cover)}background:#333'></div>" for cover in covers) + "</div>")
            self.seen[name] = (ad, clip, covers)
            self.kinds[name] = kind
        self.html += [f"<div style='{style(bar)}position:fixed;background:#060;z-index:9'></div>"
                      for bar in bars]
        # What a box of the page covers lies over those before it, and so is judged in order.
        later = []
        for name in reversed(list(self.seen)):
            ad, clip, covers = self.seen[name]
            shown = within(within(ad, clip), box(0, 0, WIDTH, HEIGHT))
            self.seen[name] = area([shown], [*covers, *later, *bars]) / area([ad])
            later += covers
            if shown[0] < shown[2] and shown[1] < shown[3]:
                later.append(within(ad, clip))


def told(change):
    rect = change["rect"]
    whole = box(rect["x"], rect["y"], rect["width"], rect["height"])
    screen = box(0, 0, WIDTH, HEIGHT)
    parts = [within(whole, screen)]
    if "visible" in change:
        parts = [within(box(*part), screen) for part in change["visible"]]
    return area(parts) / area([whole])


@case
def a_page_tells_what_is_to_be_seen_of_a_placeholder(world):
    first = int(os.environ.get("ADVIEW_SEED", "1"))
    page = world.bare("placeholders.html", [world.given["scripts"]["placeholderTracker"]],
                      ["adPlaceholderTracker"], size=(WIDTH, HEIGHT))
    same(page.run("return [innerWidth, innerHeight]"), [WIDTH, HEIGHT], "the viewport")
    page.run("document.body.innerHTML = ''")
    page.evaluate(world.given["scripts"]["startTracking"] + "0")
    worst, wrong, half, blind, count = 0, [], 0, 0, 0
    for seed in range(first, first + PAGES):
        layout = Layout(seed)
        page.run("document.body.innerHTML = ''; await new Promise(done => setTimeout(done, 50))")
        page.messages.clear()
        page.run(f"""
          document.body.innerHTML = {json.dumps("".join(layout.html))};
          for (let frames = 0; frames < 14; frames++) await new Promise(requestAnimationFrame);""")
        page.sleep(0.05)
        state = {}
        for _, body in page.messages:
            for change in json.loads(body):
                if change["action"] in ("add", "update"):
                    state[change["id"]] = told(change)
        for name, seen in layout.seen.items():
            count += 1
            # A box without area, in a closed part of the page, is nowhere.
            found = state.get(name, 0)
            off = abs(found - seen)
            worst = max(worst, off)
            half += (found >= 0.5) != (seen >= 0.5)
            blind += found >= 0.5 and seen == 0
            if off > 0.03:
                wrong.append((seed, name, layout.kinds[name], round(found, 3), round(seen, 3)))
    cost = page.run("""
      const start = performance.now(), element = document.querySelector('.ad-placeholder');
      for (let at = 0; at < 1600; at++) document.elementFromPoint(at % 40 * 20, at / 40 * 15);
      return performance.now() - start""")
    world.note(f"{count} placeholders from seed {first}: worst {worst:.4f}, {half} wrong about half, "
               f"{blind} half told and none seen, {cost:.1f} ms for 1,600 points")
    same(wrong[:5], [], f"{len(wrong)} of {count} beyond 3 %")
    same(blind, 0, "half told, and nothing to be seen")
