# SPDX-License-Identifier: MIT
"""Asks DuckDB how long ads were displayed per unit, over the transitions of a database of ours.

The transitions are first copied into DuckDB's own file format; that is not counted. Prints the
version, the median seconds of the question, and the milliseconds of all units together.
"""
import csv
import os
import sqlite3
import statistics
import sys
import tempfile
import time

import duckdb

COLUMNS = "unit, at, session, sequence, to_state"
QUESTION = """
SELECT unit, sum("until" - "at") FROM (
  SELECT unit, to_state, "at",
    lead("at") OVER (PARTITION BY session, unit ORDER BY sequence) AS "until"
  FROM transitions
) AS t WHERE to_state = 2 GROUP BY unit
"""

with tempfile.TemporaryDirectory() as folder:
    rows = os.path.join(folder, "transitions.csv")
    with open(rows, "w", newline="", encoding="utf-8") as file, sqlite3.connect(sys.argv[1]) as source:
        writer = csv.writer(file)
        writer.writerow(COLUMNS.split(", "))
        writer.writerows(source.execute(f"SELECT {COLUMNS} FROM transitions"))
    database = duckdb.connect(os.path.join(folder, "transitions.duckdb"))
    database.execute(f"CREATE TABLE transitions AS SELECT * FROM read_csv('{rows}')")
    database.execute("CHECKPOINT")

    rounds = []
    for _ in range(7):
        start = time.perf_counter()
        answer = database.execute(QUESTION).fetchall()
        rounds.append(time.perf_counter() - start)
    database.close()

print(duckdb.__version__)
print(statistics.median(rounds))
print(sum(int(time) for _, time in answer))
