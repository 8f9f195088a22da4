# SPDX-License-Identifier: MIT
"""What enters a web view, run in a real engine against our template page.

Usage: cases.py webkit|chromium FOLDER [CASE...]

FOLDER holds cases.json, as the tests of AdInjection write it, and gets the messages that came back
and screenshots. The cases stand in the files beside this one, by subject.
"""

import pathlib
import sys
import traceback

from page_server import Site
from world import CASES, World

# Each adds its cases when it is imported.
import consent_cases
import host_cases
import preview_cases
import receipt_cases
import report_cases
import script_cases
import sight_cases
import targeting_cases


def main():
    which, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if which == "webkit":
        from webkit_engine import Engine
    else:
        from chromium_engine import Engine
    engine, site, failed = Engine(), Site(folder), 0
    world = World(engine, site, folder)
    chosen = [run for run in CASES if not sys.argv[3:] or run.__name__ in sys.argv[3:]]
    for run in chosen:
        try:
            run(world)
        except Exception as error:
            failed += 1
            print(f"{engine.name}: {run.__name__} failed: {error}")
            if not isinstance(error, AssertionError):
                traceback.print_exc()
        world.done()
    engine.close()
    site.close()
    print(f"{engine.name} {engine.version}: {len(chosen) - failed} of {len(chosen)} cases pass")
    sys.exit(1 if failed else 0)


main()
