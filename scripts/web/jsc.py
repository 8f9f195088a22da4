# SPDX-License-Identifier: MIT
"""Every generated script in JavaScriptCore alone: it parses, targeting arrives unchanged, and the
preview's loading rule decides as the engine does.

Usage: jsc.py CASES.json RULE.json
"""

import json
import sys

import gi

gi.require_version("JavaScriptCore", "4.1")
from gi.repository import JavaScriptCore  # noqa: E402

STUB = """
var window = globalThis, received = [];
var googletag = { cmd: { push: function (job) { job(); } }, pubads: function () {
  return { setTargeting: function (key, value) { received.push([key, value]); } };
} };
"""

SET_CONFIG = """
googletag.setConfig = function (config) {
  Object.keys(config.targeting).forEach(function (key) {
    received.push([key, Object.getOwnPropertyDescriptor(config.targeting, key).value]);
  });
};
"""


def parse(name, source):
    verdict, error = JavaScriptCore.Context().check_syntax(
        source, -1, JavaScriptCore.CheckSyntaxMode.SCRIPT, name, 1)
    if verdict != JavaScriptCore.CheckSyntaxResult.SUCCESS:
        raise SystemExit(f"error: {name} does not parse: {error.get_message()}")


def received(script):
    """What setTargeting or setConfig was given, as pairs."""
    context = JavaScriptCore.Context()
    source = STUB + (SET_CONFIG if script["dialect"] == "setConfig" else "") + script["source"]
    context.evaluate(source + "\nvar result = JSON.stringify(received);", -1)
    if (error := context.get_exception()) is not None:
        raise SystemExit(f"error: targeting script fails: {error.get_message()}")
    return json.loads(context.get_value("result").to_string())


FOLLOW = """
var found = [], follower = loadingRule(given.data, given.data.units.map(function () {
  return 'notLoaded';
}));
given.steps.forEach(function (step) { found = found.concat(follower.scroll(step[0], step[1])); });
found = found.concat(follower.scroll(given.end, given.steps[given.steps.length - 1][1]));
var result = JSON.stringify(found);
"""


def hold_rule(file):
    """The preview's rule makes the transitions that the engine made; returns how many."""
    with open(file, encoding="utf-8") as text:
        given = json.load(text)
    count = 0
    for case in given["cases"]:
        context = JavaScriptCore.Context()
        context.evaluate(f"{given['rule']}\nvar given = {json.dumps(case)};\n{FOLLOW}", -1)
        if (error := context.get_exception()) is not None:
            raise SystemExit(f"error: the loading rule fails: {error.get_message()}")
        found = json.loads(context.get_value("result").to_string())
        if found != case["transitions"]:
            at = next(i for i, pair in enumerate(zip(found + [None], case["transitions"] + [None]))
                      if pair[0] != pair[1])
            raise SystemExit(f"error: the loading rule differs, seed {case['seed']}, transition {at}: "
                             f"{found[at:at + 1]} instead of {case['transitions'][at:at + 1]}")
        count += len(found)
    return len(given["cases"]), count


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    parsed = 0
    for bundle in cases["bundles"].values():
        for script in bundle["scripts"]:
            parse(script["name"], script["source"])
            parsed += 1
    for name, script in cases["scripts"].items():
        parse(name, script if isinstance(script, str) else script["source"])
        parsed += 1
    strings = 0
    for script in cases["random"]["scripts"]:
        parse("targeting", script["source"])
        # An object's keys that are whole numbers come first in JavaScript, in ascending order.
        sent = sorted([entry["key"], entry["values"][0]] for entry in script["entries"])
        if sorted(received(script)) != sent:
            raise SystemExit(f"error: targeting changed on its way, seed {cases['random']['seed']}")
        strings += 2 * len(sent)
        parsed += 1
    print(f"JavaScriptCore: {parsed} scripts parse, {strings} random strings arrive unchanged "
          f"(seed {cases['random']['seed']})")
    print("JavaScriptCore: {} random scrolls, {} transitions as the engine's".format(
        *hold_rule(sys.argv[2])))


main()
