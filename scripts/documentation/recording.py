# SPDX-License-Identifier: MIT
"""The README's first session as a recording in asciinema's form, made by running it, and a page that plays it. What
was typed and how long one may read is made up; what the program printed is not."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

TITLE = "A first session with adview-admin"
# What articles link; the site has it at its root.
ADDRESS = "https://adview.invalid/first-session.html"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH, HEIGHT = 112, 32
TYPING, READING, LOOKING = 0.035, 0.9, 0.11  # seconds a letter, a command, and a line of output


def commands(readme):
    for block in BLOCK.finditer(readme.read_text()):
        for line in block[1].splitlines():
            if line.startswith("$ "):
                yield line[2:]


def cast(top, program):
    """The recording: a line of JSON for its head, and one for each thing that appears."""
    head = {"version": 2, "width": WIDTH, "height": HEIGHT, "title": TITLE, "env": {"TERM": "xterm-256color"}}
    lines, time = [json.dumps(head)], 0.5

    def show(text):
        lines.append(json.dumps([round(time, 3), "o", text], ensure_ascii=False))

    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(top / "scripts/demo-scroll.ndjson", pathlib.Path(folder) / "scroll.ndjson")
        path = pathlib.Path(folder) / "bin"
        path.mkdir()
        (path / "adview-admin").symlink_to(program)
        environment = {"PATH": f"{path}:{os.environ['PATH']}", "HOME": folder, "ADVIEW_ACTOR": "ann", "LC_ALL": "C.UTF-8"}
        for line in commands(top / "README.md"):
            show("\x1b[1;32m$\x1b[0m ")
            for letter in line:
                time += TYPING
                show(letter)
            time += 0.4
            show("\r\n")
            ran = subprocess.run(
                ["/bin/sh", "-c", f"{{ {line}\n}} 2>&1"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
            )
            if ran.returncode not in (0, 77):  # 77: consent refuses, as the session shows
                raise SystemExit(f"error: '{line}' ended with {ran.returncode}:\n{ran.stdout}")
            for text in ran.stdout.splitlines():
                time += 0.03
                show(f"{text}\r\n")
            time += READING + LOOKING * len(ran.stdout.splitlines())
    return "\n".join(lines) + "\n"


def page(recording):
    """A page that plays a recording, and needs nothing else."""
    form = (pathlib.Path(__file__).parent / "player.html").read_text()
    inside = json.dumps(recording, ensure_ascii=False).replace("<", "\\u003c")
    return form.replace("TITLE", TITLE).replace("RECORDING", inside)
