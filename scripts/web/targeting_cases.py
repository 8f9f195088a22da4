# SPDX-License-Identifier: MIT
"""Targeting as the page receives it, byte for byte."""

from world import case, pairs, same


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
    hostile = [["all", "debug"] if key == "all" else [key, values]
               for key, values in pairs(world.given["hostile"])]
    sent = hostile + [["yb_target", "alwayson-standard"]]
    same(world.calls(page, "setTargeting"), sent, "on top of the unit's")
    config = world.open("debugConfig", "?setConfig=1")
    world.when(config, "window.googletag.pubads")
    same(world.calls(config, "setConfig"), [[sent]], "on top of the unit's")
    plain = world.open("plain")
    world.when(plain, "window.googletag.pubads")
    same([c for c in world.calls(plain, "setTargeting") if c[0] == "yb_target"], [])
    same(plain.run("return document.getElementById('debugInfo')"), None)
