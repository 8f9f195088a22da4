# SPDX-License-Identifier: MIT
"""The page about an inventory, searched."""

from world import case, same

SHOWN = "return [...document.querySelectorAll('[data-find]')].filter(entry => entry.offsetParent)" \
    ".map(entry => (entry.querySelector('h3') || entry).firstChild.textContent.trim())"


def find(page, words):
    page.run("const field = document.getElementById('find'); field.value = %r;"
             "field.dispatchEvent(new Event('input'));" % words)
    return page.run(SHOWN)


@case
def the_inventory_report_finds_what_is_typed(world):
    page = world.bare("inventory.html", size=(1180, 900))
    hostile = "</script><img/src=x/onerror=alert(1)>"
    everything = ["top", "bottom", hostile, "side", "7"]
    same(page.run(SHOWN), everything, "at first")
    same(find(page, "side"), ["side"], "an id")
    same(find(page, "PAUSED"), ["bottom", "7"], "a status, in any case")
    same(find(page, "section=sport,news front 300x250"), ["top", "bottom", hostile], "several words")
    same(page.run("return document.getElementById('found').textContent"), "3 found")
    page.screenshot(world.folder / f"inventory-{world.engine.name}.png")
    same(find(page, "hint"), ["side"], "what lint says")
    same(find(page, "nowhere"), [], "nothing")
    same(page.run("return document.getElementById('found').textContent"), "nothing found")
    same(page.run("return [...document.querySelectorAll('section[data-find-in]')].every(s => s.hidden)"),
         True, "sections without entries")
    same(find(page, "  "), everything, "everything again")
    same(page.run("return document.querySelectorAll('img').length"), 0, "no name became markup")
    page.run("const script = document.createElement('script'); script.textContent = 'window.ran = 1';"
             "document.body.append(script);")
    same(page.run("return window.ran === undefined"), True, "a script that the policy does not name")
