# SPDX-License-Identifier: MIT
"""Holds the tables and checks of `fleet postgres` against ledgers of which is known what happened to them.

Real databases export their entries while they grow; one is forked by a backup. Made-up stores, of which one of
twenty is tampered with, have to be named with the kind of damage and the sequence, and no other. Lines that are
damaged have to be set aside, and everything is loaded twice.

    postgres.py FOLDER STORES    FOLDER holds the built adview-admin
"""
import collections
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import ledgers

SEED = 20261125


class PostgreSQL:
    """A server of its own in a folder, on a socket there, and run by nobody where this is run by root."""

    def __init__(self, folder):
        self.programs = max(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
        self.folder = folder
        self.prefix = []
        os.chmod(folder, 0o755)
        place = os.path.join(folder, "server")
        os.mkdir(place)
        if os.geteuid() == 0:
            shutil.chown(place, "nobody")
            self.prefix = ["runuser", "-u", "nobody", "--"]
        self.place = place
        self.serve("initdb", "-D", f"{place}/data", "-A", "trust", "-U", "adview", "-E", "UTF8", "--locale=C.UTF-8",
                   "--no-sync")
        self.serve("pg_ctl", "-D", f"{place}/data", "-l", f"{place}/log", "-w", "-o",
                   f"-k {place} -c listen_addresses='' -c fsync=off", "start")

    def serve(self, program, *arguments):
        subprocess.run([*self.prefix, os.path.join(self.programs, program), *arguments], check=True,
                       stdout=subprocess.DEVNULL, cwd="/")

    def stop(self):
        self.serve("pg_ctl", "-D", f"{self.place}/data", "-m", "immediate", "stop")

    def psql(self, text, *arguments, check=True):
        return subprocess.run(
            ["psql", "-X", "-q", "-h", self.place, "-U", "adview", "-d", "postgres", *arguments], input=text, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE if not check else None, check=check)

    def rows(self, query):
        text = self.psql(f"SELECT coalesce(json_agg(r), '[]') FROM ({query}) AS r", "-At").stdout
        return json.loads(text)


class Fleet:
    """What `fleet postgres` prints, in a server."""

    def __init__(self, admin, folder):
        self.admin = admin
        self.folder = folder
        self.server = PostgreSQL(folder)
        self.run("schema")
        self.run("checks")

    def run(self, part, *options):
        script = subprocess.run([self.admin, "fleet", "postgres", "--part", part, *options], check=True,
                                stdout=subprocess.PIPE, text=True).stdout
        self.server.psql(script)

    def load(self, lines, name="entries.ndjson"):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(b"".join(line if isinstance(line, bytes) else line.encode() + b"\n" for line in lines))
        began = time.time()
        self.run("load", "--entries", path)
        return time.time() - began

    def counts(self):
        return [self.server.rows(f"SELECT count(*) AS n FROM adview.{table}")[0]["n"]
                for table in ("entries", "other_entries", "heads")]

    def clear(self):
        self.server.psql("TRUNCATE adview.entries, adview.other_entries, adview.heads, adview.set_aside")


class Phone:
    """A real database."""

    def __init__(self, admin, folder, name):
        self.admin = admin
        self.file = os.path.join(folder, f"{name}.sqlite")
        self.run("init")

    def run(self, *arguments):
        return subprocess.run([self.admin, "--db", self.file, *arguments], check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout

    def answer(self, *people):
        for person in people:
            self.run("consent", "set", person, "--accept-all")

    def export(self, *options):
        return self.run("consent", "export", "--entries", "--cursor-file", f"{self.file}.cursor",
                        *options).splitlines(keepends=True)


def take_real(fleet):
    """What phones export is taken whole, and one that was set back is shown as forked."""
    failures = 0
    phones = [Phone(fleet.admin, fleet.folder, f"phone-{number}") for number in range(3)]
    for turn in range(3):
        for number, phone in enumerate(phones):
            phone.answer(*(f"person-{turn}-{each}" for each in range(number + 2)))
            phone.run("consent", "withdraw", f"person-{turn}-0")
            fleet.load(phone.export("--limit", "2") + phone.export(), f"phone-{turn}-{number}.ndjson")
    found = fleet.server.rows("SELECT * FROM adview.findings")
    for phone in phones:
        head = json.loads(phone.run("consent", "head", "--format", "json"))
        told = fleet.server.rows(
            f"SELECT encode(\"computedRoot\", 'hex') AS root FROM adview.checked_heads() "
            f"WHERE store = '\\x{head['store']}' AND size = {head['size']}")
        if [row["root"] for row in told] != [head["root"]]:
            print(f"PostgreSQL: another root than consent head: {told}, {head}")
            failures += 1
    if found:
        print(f"PostgreSQL: whole ledgers are found fault with: {found[:3]}")
        failures += 1
    # One goes on from a backup; the other, which was sent, is lost.
    lost = phones[2]
    lost.run("backup", f"{lost.file}.backup")
    lost.answer("lost-1", "lost-2")
    sent = lost.export()
    os.replace(f"{lost.file}.backup", lost.file)
    for companion in ("-wal", "-shm"):
        if os.path.exists(lost.file + companion):
            os.remove(lost.file + companion)
    os.remove(f"{lost.file}.cursor")
    lost.answer("other-1", "other-2")
    sent += lost.export()
    lost.answer("other-3")
    fleet.load(sent + lost.export())
    forks = fleet.server.rows("SELECT * FROM adview.forks")
    split = fleet.server.rows("SELECT * FROM adview.split_heads")
    head = json.loads(lost.run("consent", "head", "--format", "json"))
    if len(forks) != 1 or len(split) != 1 or {split[0]["root"], split[0]["otherRoot"]} != {
            forks[0]["root"], forks[0]["otherRoot"]} or forks[0]["store"] != head["store"] \
            or forks[0]["entryHash"] != json.loads(sent[0])["entryHash"] \
            or forks[0]["size"] != head["size"] - 1:
        print(f"PostgreSQL: a fork is not shown with both heads: {forks}, {split}")
        failures += 1
    found = {row["kind"] for row in fleet.server.rows("SELECT * FROM adview.findings")}
    if found != {"forked"}:
        print(f"PostgreSQL: the fork is not found: {found}")
        failures += 1
    print(f"PostgreSQL: {len(phones)} real ledgers, {fleet.counts()[0]} entries; 1 fork, {len(split)} split heads",
          flush=True)
    fleet.clear()
    return failures


def find_tampered(fleet, count):
    """Every store that was tampered with is named, and no other."""
    began = time.time()
    lines, expected = ledgers.fleet(count, SEED)
    made = time.time() - began
    took = fleet.load(lines)
    counts = fleet.counts()
    again = fleet.load(lines)
    failures = 0
    if counts != fleet.counts():
        print(f"PostgreSQL: loaded twice, there is something else: {counts}, {fleet.counts()}")
        failures += 1
    began = time.time()
    found = collections.defaultdict(list)
    for row in fleet.server.rows("SELECT * FROM adview.findings"):
        found[row["store"]].append(row)
    checked = time.time() - began
    false = [rows[0] for store, rows in found.items() if store not in expected]
    named = collections.Counter()
    for store, (kind, sequence) in expected.items():
        is_named = any(
            row["kind"] == ledgers.KINDS[kind]
            # What was mended to its end is told by a head that stands somewhere behind it.
            and (row["sequence"] <= sequence if kind in ledgers.BY_HEADS else row["sequence"] == sequence)
            for row in found[store])
        named[kind] += is_named
        if not is_named:
            failures += 1
            if failures < 5:
                print(f"PostgreSQL: {kind} at {sequence} is not named: {found[store][:3]}")
    if false:
        print(f"PostgreSQL: {len(false)} stores are found fault with that are whole: {false[:3]}")
        failures += 1
    print(f"PostgreSQL: {count} made-up stores in {made:.1f} s, {len(lines)} lines, {counts[0]} entries, "
          f"{counts[2]} heads; loaded in {took:.1f} s, again in {again:.1f} s, checked in {checked:.1f} s")
    print(f"PostgreSQL: {sum(named.values())} of {len(expected)} named, {len(false)} false: "
          + ", ".join(f"{kind} {number}" for kind, number in sorted(named.items())), flush=True)
    fleet.clear()
    return failures


def take_wrong(fleet):
    """What is damaged is set aside with its reason, and keeps nothing else from being taken."""
    draw = ledgers.random.Random(SEED)
    store = ledgers.Store(draw)
    store.append(3)
    entry, head = json.loads(store.line(store.entries[0])), json.loads(store.head(0, 3))
    whole = [store.line(each) for each in store.entries] + [store.head(0, 3)]
    wrong = []
    for row in (entry, head):
        text = json.dumps(row).encode()
        wrong += [text[:-40], text + b"}", b"[" + text + b"]", b'{"store":"\xff"}', b"\x00\x01", text + b"\x00"]
        for key in row:
            wrong.append(json.dumps({name: value for name, value in row.items() if name != key}).encode())
            is_text = isinstance(row[key], str)
            for value in (None, True, [], {}, *([7] if is_text else ["7", -7, 1.5, 2 ** 60, 10 ** 400])):
                wrong.append(json.dumps({**row, key: value}).encode())
            if is_text and key not in ("event", "actor", "channel", "reason"):
                wrong += [json.dumps({**row, key: value}).encode()
                          for value in ("x", "2026-02-30T00:00:00.000Z", row[key] + "0", row[key].upper() + "A")]
        wrong += [json.dumps({**row, "form": form}).encode() for form in (2, 99)]
    # What is missing makes it a line of the other kind, or leaves nothing to tell.
    lines = [b"", b"  " + whole[0].encode() + b"\t\r", *wrong, *(line.encode() for line in whole[1:]),
             json.dumps({**entry, "unknown": {"x": ["\t\\ \u00fc"]}}).encode()]
    fleet.load([line + b"\n" for line in lines])
    counts = fleet.counts()
    aside = fleet.server.rows("SELECT stream, reason, count(*) AS n FROM adview.set_aside GROUP BY 1, 2 ORDER BY 1, 2")
    newer = sum(row["n"] for row in aside if "newer than 1" in row["reason"])
    failures = 0
    if counts != [3, 0, 1] or sum(row["n"] for row in aside) != len(wrong) or newer != 4:
        print(f"PostgreSQL: of damaged lines {counts} were taken, {sum(row['n'] for row in aside)} of {len(wrong)} set "
              f"aside, {newer} of a newer form: {aside}")
        failures += 1
    if fleet.server.rows("SELECT * FROM adview.findings"):
        print("PostgreSQL: damaged lines left findings")
        failures += 1
    print(f"PostgreSQL: {len(wrong)} damaged lines set aside with {len(aside)} reasons", flush=True)
    return failures


def refuse_other_form(fleet):
    """Tables of another form are refused, and stay as they are."""
    fleet.server.psql("COMMENT ON TABLE adview.entries IS 'adview fleet form 0'")
    script = subprocess.run([fleet.admin, "fleet", "postgres", "--part", "schema"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    refused = fleet.server.psql(script, check=False)
    if refused.returncode == 0 or "of another form than 1" not in refused.stderr:
        print(f"PostgreSQL: tables of another form are not refused: {refused.stderr}")
        return 1
    return 0


def main():
    admin, count = os.path.join(sys.argv[1], "adview-admin"), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        fleet = Fleet(admin, folder)
        try:
            failures = take_real(fleet) + find_tampered(fleet, count) + take_wrong(fleet) + refuse_other_form(fleet)
        finally:
            fleet.server.stop()
    sys.exit(1 if failures else 0)


main()
