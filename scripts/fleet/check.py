# SPDX-License-Identifier: MIT
"""Holds the statistics of `fleet clickhouse` and `fleet duckdb` against `history stats`.

A history of 200 units is recorded and exported while it grows. Its rows are sent twice, in random
order, in batches of which some are compressed and some come last; a second device has sessions of the same names. Then every
column of every grouping has to be equal, what is damaged has to be set aside alike, and one phone that
stands for three has to count as three phones do. Tables of an older form are refused, and migrated.

    check.py FOLDER TRANSITIONS [COPIES]    FOLDER holds the built adview-admin and fleet-history

With COPIES, as many devices then have that history, copied in the engines themselves.
"""
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import chdb.session
import duckdb

GROUPINGS = ["unit", "page", "session", "appVersion", "day", "arm"]
SEED = 20261122
# What grows with the number of devices that have one history; all else stays.
SUMS = {
    "sessions", "fetches", "displays", "impressions", "blankDisplays", "wastedFetches", "lateDisplays", "churn", "timeDisplayedMs",
    "unloads", "personalized", "nonPersonalized", "limited", "lost"}


class Device:
    """One database that is recorded, and what it exports on the way."""

    def __init__(self, programs, folder, name, transitions, seed):
        self.admin = os.path.join(programs, "adview-admin")
        self.file = os.path.join(folder, f"{name}.sqlite")
        self.folder = folder
        self.name = name
        self.exports = {"loads": [], "sessions": []}
        began = time.time()
        recording = subprocess.Popen(
            [os.path.join(programs, "fleet-history"), self.file, str(transitions), str(seed)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert recording.stdout.readline() == "half\n"
        self.export()
        recording.stdin.write("\n")
        recording.stdin.close()
        assert recording.wait() == 0
        print(f"{name}: recorded in {time.time() - began:.1f} s", flush=True)
        began = time.time()
        self.export()
        print(f"{name}: exported in {time.time() - began:.1f} s", flush=True)

    def run(self, *arguments):
        return subprocess.run(
            [self.admin, "--db", self.file, *arguments], check=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL).stdout

    def export(self):
        for stream, files in self.exports.items():
            file = os.path.join(self.folder, f"{self.name}-{stream}-{len(files)}.ndjson")
            cursor = os.path.join(self.folder, f"{self.name}-{stream}.cursor")
            with open(file, "wb") as output:
                subprocess.run(
                    [self.admin, "--db", self.file, "history", "export", f"--{stream}",
                     "--cursor-file", cursor], check=True, stdout=output,
                    stderr=subprocess.DEVNULL)
            files.append(file)

    def statistics(self, grouping):
        return json.loads(self.run("history", "stats", "--by", grouping, "--format", "json"))


def batches(devices, stream, rows_each, shuffled):
    """All rows twice, in random order, in batches; every seventh comes last."""
    lines = []
    for device in devices:
        for file in device.exports[stream]:
            with open(file, "rb") as rows:
                lines += rows.readlines()
    print(f"{stream}: {len(lines)} rows", flush=True)
    lines *= 2
    shuffled.shuffle(lines)
    cut = [lines[at:at + rows_each] for at in range(0, len(lines), rows_each)]
    return [b for i, b in enumerate(cut) if i % 7] + [b for i, b in enumerate(cut) if not i % 7]


class ClickHouse:
    title = "ClickHouse"
    verb = "clickhouse"
    received = ""

    def __init__(self, folder):
        self.session = chdb.session.Session(os.path.join(folder, "clickhouse"))

    def run(self, script):
        lines = [line for line in script.splitlines() if not line.startswith("--")]
        for statement in "\n".join(lines).split(";\n"):
            if statement.strip():
                self.session.query(statement)

    def rows(self, query):
        text = str(self.session.query(
            query, "JSONEachRow"))
        def number(value):
            return int(value) if re.fullmatch("-?[0-9]+", value) else value
        return [{key: number(value) if isinstance(value, str) and key not in self.texts else value
                 for key, value in json.loads(line).items()} for line in text.splitlines()]

    texts = {"adUnitId", "page", "session", "appVersion", "day", "arm", "metric", "finding", "store",
             "stream", "reason", "line", "startedAt", "fetchedAt", "lastAt", "servingMode"}


class DuckDB:
    title = "DuckDB"
    verb = "duckdb"
    received = "_received"

    def __init__(self, folder):
        self.connection = duckdb.connect(os.path.join(folder, "fleet.duckdb"))

    def run(self, script):
        self.connection.execute(script)

    def rows(self, query):
        found = self.connection.execute(query)
        names = [column[0] for column in found.description]
        return [dict(zip(names, row)) for row in found.fetchall()]


def compare(engine, expected, grouping):
    began = time.time()
    rows = engine.rows(f"SELECT * FROM adview.stats_by_{grouping}")
    took = time.time() - began
    if grouping == "session":
        # Told apart by their stores.
        rows = [{**row, "session": row["session"].split("/")[1]} for row in rows]
    differences = 0
    key = "adUnitId" if grouping == "unit" else grouping
    if not expected or [row[key] for row in rows] != [row[key] for row in expected]:
        print(f"{engine.title} by {grouping}: other groups: {len(rows)}, {len(expected)}")
        return 1
    columns = list(expected[0])
    for ours, theirs in zip(expected, rows):
        for column in columns:
            if ours[column] != theirs[column]:
                differences += 1
                if differences <= 5:
                    print(f"{engine.title} by {grouping}, {ours}: {column}: {theirs[column]}")
    print(f"{engine.title} by {grouping}: {len(rows)} groups, {len(columns)} columns, "
          f"{differences} differences, {took:.2f} s", flush=True)
    return differences


def multiplied(rows, copies):
    """The statistics of so many devices with one history."""
    return [{key: value * copies if key in SUMS else value for key, value in row.items()}
            for row in rows]


def copy(engine, copies):
    """Gives the history of the one device that is there to so many."""
    began = time.time()
    store = engine.rows("SELECT DISTINCT store FROM adview.sessions")[0]["store"]
    for number in range(1, copies):
        for rows in ("loads", "sessions"):
            engine.run(
                f"INSERT INTO adview.{rows}{engine.received} "
                f"SELECT * REPLACE (one.store || '-{number}' AS store) "
                f"FROM adview.{rows} AS one WHERE one.store = '{store}'")
    print(f"{engine.title}: {copies} devices in {time.time() - began:.1f} s", flush=True)


def wrong(row):
    """Lines that are a little wrong, made of a good row, and whether they are taken all the same."""
    def changed(**fields):
        return json.dumps({**row, **fields}).encode()
    whole = changed(session="whole")
    yield whole, True
    yield whole + b"\r", True
    yield b"  " + whole + b" ", True
    yield b"", None
    yield whole[:-40], False
    yield whole + b"}", False
    yield b"[" + whole + b"]", False
    yield b"null", False
    yield b'{"store":"\xff"}', False
    yield b"\x00\x01", False
    yield changed(session="of more", unknown={"x": [1]}), True
    yield changed(session="text \u00fc \\ ' \" \t;,|"), True
    for key in row:
        less = {name: value for name, value in row.items() if name != key}
        yield json.dumps({**less, **({} if key == "session" else {"session": f"no {key}"})}).encode(), "?"
        for value in (None, 7, -7, 1.5, "7", "", True, [], {}, 2 ** 60, "2026-02-30T00:00:00.000Z",
                      "1899-12-31T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "2026-01-01T00:00:00Z"):
            if key == "session" and isinstance(value, str):
                continue
            yield changed(**{"session": f"{key} {value!r}", key: value}), "?"
    for form in (0, 2, 99):
        yield changed(session=f"form {form}", form=form), form <= 1


def plain(value):
    """A value as both engines may write it."""
    if value is None or isinstance(value, bool):
        return value
    text = str(value)
    return float(text) if re.fullmatch(r"-?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?", text) else text[:23].removesuffix(".000") \
        if re.match("[0-9]{4}-[0-9]{2}-", text) else text


def take_wrong(phone, engines, folder):
    """Both engines take and refuse the same of damaged lines, and lose no good one for them."""
    failures = 0
    files, counts, fields = {}, {}, {}
    for stream, exported in phone.exports.items():
        with open(exported[-1], "rb") as rows:
            row = json.loads(rows.readline())
        lines = list(wrong(row))
        files[stream] = os.path.join(folder, f"wrong-{stream}.ndjson")
        with open(files[stream], "wb") as output:
            output.write(b"\n".join(line for line, _ in lines) + b"\n")
        fields[stream] = list(row)
        # Of one key, one row counts.
        counts[stream] = (sum(taken is not None for _, taken in lines) - 2,
                          [json.loads(line)["session"] for line, taken in lines if taken is True])
    results = []
    for engine in engines:
        engine.run(phone.run(
            "fleet", engine.verb, "--part", "load", "--loads", files["loads"], "--sessions",
            files["sessions"]).decode())
        aside = engine.rows(
            "SELECT stream, reason, line FROM adview.set_aside")
        taken = {}
        for stream, (count, good) in counts.items():
            names = ", ".join(f'"{key}"' for key in fields[stream])
            rows = engine.rows(
                f"SELECT {names} FROM adview.{stream} WHERE session NOT LIKE 'session-%'")
            taken[stream] = sorted(json.dumps({key: plain(value) for key, value in row.items()})
                                   for row in rows)
            refused = sum(row["stream"] == stream for row in aside)
            if refused + len(taken[stream]) != count:
                print(f"{engine.title}, damaged {stream}: {refused} set aside and {len(taken[stream])} "
                      f"taken of {count}")
                failures += 1
            missing = set(good) - {row["session"] for row in rows}
            if missing:
                print(f"{engine.title}, damaged {stream}: not taken: {missing}")
                failures += 1
        # What is no UTF-8 is counted, and not kept.
        results.append((sorted(json.dumps({
            **row, "line": "" if row["reason"] == "it is no JSON object" else row["line"]})
            for row in aside), taken))
    for title, ours, theirs in [("set aside", results[0][0], results[1][0])] + [
            (f"taken {stream}", results[0][1][stream], results[1][1][stream]) for stream in files]:
        differing = [(a, b) for a, b in zip(ours, theirs) if a != b]
        if differing or len(ours) != len(theirs):
            print(f"{title}: {len(ours)} and {len(theirs)} rows, {len(differing)} differ: {differing[:3]}")
            failures += 1
    print(f"damaged lines: {len(results[0][0])} set aside by both, "
          f"{sum(len(rows) for rows in results[0][1].values())} taken", flush=True)
    return failures


def weigh(phone, engines, folder):
    """Sessions of one phone that stands for three count as those of three phones do."""
    read = {stream: [json.loads(line) for name in files for line in open(name)]
            for stream, files in phone.exports.items()}
    shown = []
    for is_weighed in (True, False):
        files = {}
        for stream, rows in read.items():
            files[stream] = os.path.join(folder, f"weighed-{stream}.ndjson")
            with open(files[stream], "w") as output:
                for row in rows:
                    stands = 3 if int(row["session"].split("-")[1]) % 2 else 1
                    copies = [{**row, "weight": stands}] if is_weighed else [
                        {**row, "store": f"{number}{row['store'][1:]}"} for number in range(stands)]
                    output.writelines(json.dumps(one) + "\n" for one in copies)
        for engine in engines:
            for stream in read:
                engine.run(f"TRUNCATE TABLE adview.{stream}{engine.received}")
            engine.run(phone.run(
                "fleet", engine.verb, "--part", "load", "--loads", files["loads"], "--sessions",
                files["sessions"]).decode())
            shown.append([
                {key: value for key, value in row.items() if key != "stores"}
                for grouping in GROUPINGS if grouping != "session"
                for row in engine.rows(f"SELECT * FROM adview.stats_by_{grouping}")])
    one, two, three, four = shown
    differing = [pair for pair in zip(one + two, three + four) if pair[0] != pair[1]]
    print(f"weights: {len(one)} and {len(two)} rows, {len(differing)} differ {differing[:1]}", flush=True)
    return len(differing) or len(one + two) != len(three + four) or not one


def erase(device, engines, folder):
    """What a store sent is gone once it is erased, and does not come back."""
    failures = 0
    with open(device.exports["loads"][-1]) as rows:
        store = json.loads(rows.readline())["store"]
    for engine in engines:
        before = engine.rows("SELECT count(*) AS n FROM adview.loads")[0]["n"]
        engine.run(device.run("fleet", engine.verb, "--part", "erasure", "--store", store).decode())
        for name in device.exports["loads"]:
            engine.run(device.run(
                "fleet", engine.verb, "--part", "load", "--loads", name, "--sessions",
                device.exports["sessions"][-1]).decode())
        left = [engine.rows(f"SELECT count(*) AS n FROM adview.{table} WHERE {where}")[0]["n"]
                for table, where in [
                    ("loads", f"store = '{store}'"), ("sessions", f"store = '{store}'"),
                    ("set_aside", f"line LIKE '%{store}%'")]]
        after = engine.rows("SELECT count(*) AS n FROM adview.loads")[0]["n"]
        print(f"{engine.title}: erasing a store left {left} of its rows, {after} of {before} others",
              flush=True)
        failures += any(left) or not 0 < after < before
    return failures


def refuse_other_form(phone, engine):
    """Tables of another form are refused, and stay as they are."""
    table = "loads" if engine.received == "" else "loads_received"
    engine.run(
        f"ALTER TABLE adview.loads MODIFY COMMENT 'adview fleet form 0'" if engine.received == ""
        else "COMMENT ON TABLE adview.loads_received IS 'adview fleet form 0'")
    try:
        engine.run(phone.run("fleet", engine.verb, "--part", "schema").decode())
    except Exception as error:
        if "of another form than 1" in str(error):
            return 0
        print(f"{engine.title}: {error}")
    print(f"{engine.title}: {table} of another form is not refused")
    return 1


def migrate(phone, engine):
    """Tables of an older form, which lack two fields, get them; rows that were there have none."""
    failures = 0
    for table, column in [("loads", "remedyDistance"), ("sessions", "predictionMs")]:
        engine.run(f'ALTER TABLE adview.{table}{engine.received} DROP COLUMN "{column}"')
    engine.run(phone.run("fleet", engine.verb, "--part", "migration").decode())
    for table, column in [("loads", "remedyDistance"), ("sessions", "predictionMs")]:
        counts = engine.rows(f'SELECT count(*) AS n, count("{column}") AS known FROM adview.{table}')[0]
        if counts["n"] == 0 or counts["known"] != 0:
            print(f"{engine.title}, migrated {table}: {counts}")
            failures += 1
        engine.run(f"TRUNCATE TABLE adview.{table}{engine.received}")
    # Twice changes nothing, and the tables are of this form.
    for part in ("migration", "schema"):
        engine.run(phone.run("fleet", engine.verb, "--part", part).decode())
    engine.run(phone.run("fleet", engine.verb, "--part", "statistics", "--least-stores", "1").decode())
    for number, loads in enumerate(phone.exports["loads"]):
        engine.run(phone.run(
            "fleet", engine.verb, "--part", "load", "--loads", loads, "--sessions",
            phone.exports["sessions"][number]).decode())
    return failures


def judge(phone, engines, folder):
    """An experiment of many stores, made of one device's sessions: the views have to say what
    'experiment show' says of the same rows."""
    files = {}
    for stream, exported in phone.exports.items():
        files[stream] = os.path.join(folder, f"experiment-{stream}.ndjson")
        with open(files[stream], "w") as output:
            for name in exported:
                with open(name) as rows:
                    for line in rows:
                        row = json.loads(line)
                        number = int(row["session"].split("-")[1])
                        if number >= 600:
                            continue
                        store = number * 7 % 150
                        # Some phones were in both arms, and count in none.
                        arm = (store + (store % 50 == 7 and number > 150)) % 2
                        row.update(store=f"{store:032x}", experiment="far-fetch", arm=["today", "wide"][arm])
                        if arm and "adUnitId" in row:
                            row["viewableImpressions"] += row["sequence"] % 2
                        output.write(json.dumps(row) + "\n")
    phone.run(
        "experiment", "add", "far-fetch", "--arm", "today=50", "--arm", "wide=50,fetch=1700", "--goal",
        "viewable", "--guard", "late", "--difference", "5")
    shown = json.loads(phone.run(
        "experiment", "show", "far-fetch", "--sessions", files["loads"], "--sessions", files["sessions"],
        "--format", "json"))
    failures = 0
    for engine in engines:
        engine.run(phone.run(
            "fleet", engine.verb, "--part", "load", "--loads", files["loads"], "--sessions",
            files["sessions"]).decode())
        engine.run(phone.run(
            "fleet", engine.verb, "--part", "statistics", "--least-stores", "1", "--experiment",
            "far-fetch").decode())
        rows = {(row["arm"], row["metric"]): row
                for row in engine.rows('SELECT * FROM adview."experiment_far-fetch"')}
        cells = differences = 0
        for ours in shown["differences"]:
            theirs = rows.get((ours["arm"], ours["metric"]), {})
            expected = {key: value for key, value in ours.items() if key != "role"}
            expected.update(chiSquared=shown["chiSquared"], sharesFit=shown["sharesFit"])
            for key, value in expected.items():
                cells += 1
                other = theirs.get(key)
                is_near = other == value or (
                    isinstance(value, (int, float)) and isinstance(other, (int, float))
                    and abs(other - value) <= 1e-9 * abs(value))
                if not is_near:
                    differences += 1
                    print(f"{engine.title}, {ours['metric']}: {key} is {other}, not {value}")
        print(f"{engine.title}, experiment: {cells} cells, {differences} differences, "
              f"{shown['movedStores']} phones in both arms", flush=True)
        failures += differences or not cells
    return failures


def main():
    programs, transitions = sys.argv[1], int(sys.argv[2])
    copies = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    shuffled = random.Random(SEED)
    failures = 0
    with tempfile.TemporaryDirectory(dir=os.environ.get("ADVIEW_FLEET_FOLDER")) as folder:
        phone = Device(programs, folder, "phone", transitions, SEED)
        other = Device(programs, folder, "tablet", max(transitions // 50, 500), SEED + 1)
        engines = [ClickHouse(folder), DuckDB(folder)]
        for engine in engines:
            engine.run(phone.run("fleet", engine.verb, "--part", "schema").decode())
            engine.run(phone.run("fleet", engine.verb, "--part", "statistics", "--least-stores", "1").decode())

        def load(devices):
            files = {"loads": [], "sessions": []}
            for stream in files:
                for number, lines in enumerate(batches(devices, stream, 100_000, shuffled)):
                    # Every other one is compressed.
                    file = os.path.join(
                        folder, f"{stream}-batch-{number}.ndjson" + (".gz" if number % 2 else ""))
                    with (gzip.open if number % 2 else open)(file, "wb") as output:
                        output.writelines(lines)
                    files[stream].append(file)
            empty = os.path.join(folder, "empty.ndjson")
            open(empty, "w").close()
            for engine in engines:
                began = time.time()
                count = max(len(files["loads"]), len(files["sessions"]))
                for number in range(count):
                    part = [names[number] if number < len(names) else empty
                            for names in files.values()]
                    engine.run(phone.run(
                        "fleet", engine.verb, "--part", "load", "--loads", part[0],
                        "--sessions", part[1]).decode())
                print(f"{engine.title}: loaded in {time.time() - began:.1f} s", flush=True)
            for names in files.values():
                for file in names:
                    os.remove(file)

        load([phone])
        statistics = {}
        for grouping in GROUPINGS:
            began = time.time()
            statistics[grouping] = phone.statistics(grouping)
            print(f"history stats by {grouping}: {time.time() - began:.2f} s", flush=True)
            for engine in engines:
                failures += compare(engine, statistics[grouping], grouping)
        local = json.loads(phone.run(
            "history", "stats", "--by", "day", "--utc-offset", "-05:30", "--format", "json"))
        for engine in engines:
            for offset, expected in (("-05:30", local), ("Z", statistics["day"])):
                engine.run(phone.run(
                    "fleet", engine.verb, "--part", "statistics", "--least-stores", "1", "--utc-offset",
                    offset).decode())
                failures += compare(engine, expected, "day")

        if copies > 1:
            for engine in engines:
                copy(engine, copies)
                # Sessions of one name are told apart by their devices: there are more of them.
                for grouping in GROUPINGS:
                    if grouping != "session":
                        failures += compare(
                            engine, multiplied(statistics[grouping], copies), grouping)
            sys.exit(1 if failures else 0)

        # Sessions of the same names, of another device: nothing may run together.
        sums = {row["adUnitId"]: row["fetches"] for row in phone.statistics("unit")}
        for row in other.statistics("unit"):
            sums[row["adUnitId"]] += row["fetches"]
        load([other])
        for engine in engines:
            both = engine.rows("SELECT adUnitId, fetches FROM adview.stats_by_unit")
            if {row["adUnitId"]: row["fetches"] for row in both} != sums:
                print(f"{engine.title}: two devices with sessions of the same names run together")
                failures += 1
            single = engine.rows("SELECT count(*) AS n FROM adview.stats_by_session")[0]["n"]
            if single != sum(len(device.statistics("session")) for device in (phone, other)):
                print(f"{engine.title}: {single} sessions, for some of the same names run together")
                failures += 1
        failures += take_wrong(phone, engines, folder)
        failures += erase(other, engines, folder)
        failures += judge(phone, engines, folder)
        failures += weigh(phone, engines, folder)
        for engine in engines:
            failures += refuse_other_form(phone, engine)
            failures += migrate(phone, engine)
            for grouping in GROUPINGS:
                failures += compare(engine, statistics[grouping], grouping)
    sys.exit(1 if failures else 0)


main()
