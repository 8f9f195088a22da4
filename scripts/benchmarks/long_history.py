# SPDX-License-Identifier: MIT
"""Measures a history of ten million transitions: the file, 'history stats' and 'history report'.

A day's sessions of people who scroll through a dense feed are recorded, with their scroll, and copied for
as many days as it takes. Ends with 1 where the file is larger than 600 MB for ten million, statistics take
longer than 2 s, or the report longer than 10 s.

    long_history.py FOLDER [TRANSITIONS [FILE]]    FOLDER holds a released adview-admin and fleet-history;
                                                   FILE is kept, and measured again where it is there
"""
import os
import sqlite3
import subprocess
import sys
import tempfile
import time

SESSIONS = 24
SEED = 20261123
DAY = 86_400_000
# What hangs on a session, each with what has to be other in a copy.
TABLES = {
    "session_units": {}, "session_transitions": {}, "session_events": {}, "session_rules": {},
    "session_scripts": {}, "session_consents": {},
    "transition_geometry": {}, "tracks": {}, "batches": {"batch": "batch + {n} * {batches}"},
    "sessions": {
        "id": "id || '-{n}'", "started_at": "started_at + {n} * {day}",
        "last_at": "last_at + {n} * {day}"}}


def fill(file, programs, transitions):
    """Records one day, and copies it until there are so many transitions."""
    subprocess.run(
        [os.path.join(programs, "fleet-history"), file, str(SESSIONS), str(SEED), "dense"], check=True)
    database = sqlite3.connect(file)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("PRAGMA cache_size = -400000")
    def number(query):
        return database.execute(query).fetchone()[0]
    of_a_day = number("SELECT count(*) FROM session_transitions")
    sessions = number("SELECT max(session) FROM sessions")
    batches = number("SELECT max(batch) FROM batches")
    print(f"a day: {SESSIONS} sessions, {of_a_day / SESSIONS:.0f} transitions and "
          f"{number('SELECT sum(length(content)) FROM tracks') / SESSIONS:.0f} bytes of scroll each",
          flush=True)
    columns = {table: [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
               for table in TABLES}
    for day in range(1, -(-transitions // of_a_day)):
        for table, others in TABLES.items():
            others = {"session": "session + {n} * {sessions}", **others}
            values = ", ".join(
                others.get(column, column).format(n=day, sessions=sessions, batches=batches, day=DAY)
                for column in columns[table])
            database.execute(
                f"INSERT INTO {table} ({', '.join(columns[table])}) SELECT {values} FROM {table} "
                f"WHERE session <= {sessions}")
        if day % 20 == 0:
            database.commit()
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def measure(programs, file, *arguments):
    """The seconds that a command takes, those of the processor, and its memory in MB."""
    began = time.time()
    process = subprocess.Popen(
        [os.path.join(programs, "adview-admin"), "--db", file, *arguments], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    took = time.time() - began
    if status:
        sys.exit(f"{' '.join(arguments)} ended with {status}")
    print(f"{' '.join(arguments[:2])}: {took:.2f} s, {usage.ru_utime + usage.ru_stime:.2f} s of "
          f"processors, {usage.ru_maxrss / 1024:.0f} MB", flush=True)
    return took


def main():
    programs = sys.argv[1]
    transitions = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
    with tempfile.TemporaryDirectory() as folder:
        file = sys.argv[3] if len(sys.argv) > 3 else os.path.join(folder, "long.sqlite")
        if not os.path.exists(file):
            began = time.time()
            fill(file, programs, transitions)
            print(f"filled in {time.time() - began:.0f} s", flush=True)
        size = os.path.getsize(file)
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        count = database.execute("SELECT count(*) FROM session_transitions").fetchone()[0]
        database.close()
        print(f"{count} transitions, {size / 1e6:.0f} MB, {size / count:.0f} bytes each", flush=True)
        failed = size > 60 * count
        # The file is in memory from the second on.
        stats = [measure(programs, file, "history", "stats") for _ in range(2)]
        failed |= min(stats) > 2
        failed |= measure(
            programs, file, "history", "report", "--out", os.path.join(folder, "report.html")) > 10
    sys.exit(1 if failed else 0)


main()
