# SPDX-License-Identifier: MIT
"""Asks DuckDB about the transitions of a database of ours, per unit.

The transitions are first copied into DuckDB's own file format; that is not counted. Prints the
version, the median seconds for the time displayed alone, the median seconds for what `history
stats` tells, and the milliseconds displayed, fetches, late displays and churn of all units.
"""
import csv
import os
import sqlite3
import statistics
import sys
import tempfile
import time

import duckdb

COLUMNS = "unit, at, session, sequence, to_state, mode, visible"
TIME_DISPLAYED = """
SELECT unit, sum("until" - "at") FROM (
  SELECT unit, to_state, "at",
    lead("at") OVER (PARTITION BY session, unit ORDER BY sequence) AS "until"
  FROM transitions
) AS t WHERE to_state = 2 GROUP BY unit
"""
ALL_STATISTICS = """
SELECT unit, count(DISTINCT session),
  sum("until" - "at") FILTER (to_state = 2),
  count(*) FILTER (to_state = 1),
  count(*) FILTER (to_state = 2 AND visible = 1),
  count(*) FILTER (to_state = 1 AND state_before_last = 3 AND "at" - at_before_last <= 30000),
  count(*) FILTER (to_state = 2), count(*) FILTER (to_state = 3),
  count(*) FILTER (to_state = 1 AND next_state IS DISTINCT FROM 2),
  count(*) FILTER (to_state = 1 AND mode = 0), count(*) FILTER (to_state = 1 AND mode = 1),
  count(*) FILTER (to_state = 1 AND mode = 2),
  quantile_disc("at" - at_last, [0.5, 0.95, 0.99]) FILTER (to_state = 2)
FROM (
  SELECT *, lead("at") OVER ad AS "until", lead(to_state) OVER ad AS next_state,
    lag("at") OVER ad AS at_last, lag("at", 2) OVER ad AS at_before_last,
    lag(to_state, 2) OVER ad AS state_before_last
  FROM transitions WINDOW ad AS (PARTITION BY session, unit ORDER BY sequence)
) AS t GROUP BY unit
"""


def measured(database, question):
    """The median seconds of a question, and its answer."""
    rounds = []
    for _ in range(7):
        start = time.perf_counter()
        answer = database.execute(question).fetchall()
        rounds.append(time.perf_counter() - start)
    return statistics.median(rounds), answer


with tempfile.TemporaryDirectory() as folder:
    rows = os.path.join(folder, "transitions.csv")
    with open(rows, "w", newline="", encoding="utf-8") as file, sqlite3.connect(sys.argv[1]) as source:
        writer = csv.writer(file)
        writer.writerow(COLUMNS.split(", "))
        writer.writerows(source.execute(f"SELECT {COLUMNS} FROM transitions"))
    database = duckdb.connect(os.path.join(folder, "transitions.duckdb"))
    database.execute(f"CREATE TABLE transitions AS SELECT * FROM read_csv('{rows}')")
    database.execute("CHECKPOINT")
    alone, _ = measured(database, TIME_DISPLAYED)
    everything, answer = measured(database, ALL_STATISTICS)
    database.close()

print(duckdb.__version__)
print(alone)
print(everything)
print(" ".join(str(sum(int(row[column]) for row in answer)) for column in range(2, 6)))
