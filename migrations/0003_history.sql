-- History: what every ad did in every session, and which consent record allowed each load.
--
-- Times are milliseconds since 1970, geometry is in points. A batch of the recorder is stored with
-- its counts in one transaction, so a session never holds half of one.

-- One run of the lazy-loading manager over one page. Numbers are never used twice, so a recorder
-- cannot write into a session that came after its own was deleted.
CREATE TABLE sessions (
  session INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (
    length(id) BETWEEN 1 AND 128
    AND length(id) = length(CAST(id AS BLOB))
    AND id NOT GLOB '*[^!-~]*'
  ),
  page TEXT NOT NULL CHECK (length(CAST(page AS BLOB)) BETWEEN 1 AND 128),
  app_version TEXT NOT NULL CHECK (length(CAST(app_version AS BLOB)) <= 128),
  device TEXT NOT NULL CHECK (length(CAST(device AS BLOB)) <= 128),
  started_at INTEGER NOT NULL,
  -- The time of the newest transition, or of the orderly end.
  last_at INTEGER NOT NULL CHECK (last_at >= started_at),
  -- 0 while the session runs, and for good where its process was killed.
  closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
  -- Whether somebody measured viewability, so that a missing verdict means something.
  measured INTEGER NOT NULL CHECK (measured IN (0, 1)),
  transitions INTEGER NOT NULL DEFAULT 0 CHECK (transitions >= 0),
  -- Transitions that were dropped or refused, and how many stretches of sequence numbers they left.
  lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0),
  gaps INTEGER NOT NULL DEFAULT 0 CHECK (gaps BETWEEN 0 AND lost),
  -- The most units that were loaded at once.
  peak INTEGER NOT NULL DEFAULT 0 CHECK (peak >= 0)
) STRICT;

CREATE INDEX sessions_by_start ON sessions (started_at);

-- Clustered by unit and time, which is how history is asked. States: 0 notLoaded, 1 fetched,
-- 2 displayed, 3 unloaded. Causes: 0 enteredFetchZone, 1 enteredDisplayZone, 2 leftUnloadZone,
-- 3 reenteredFetchZone, 4 consentWithdrawn, 5 consentExpired, 6 consentChanged. Modes:
-- 0 personalized, 1 nonPersonalized, 2 limited.
CREATE TABLE transitions (
  unit INTEGER NOT NULL REFERENCES unit_ids (unit),
  at INTEGER NOT NULL,
  session INTEGER NOT NULL REFERENCES sessions (session),
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  from_state INTEGER NOT NULL,
  to_state INTEGER NOT NULL,
  cause INTEGER NOT NULL,
  consent INTEGER REFERENCES consent_entries (sequence),
  mode INTEGER CHECK (mode BETWEEN 0 AND 2),
  frame_x REAL NOT NULL,
  frame_y REAL NOT NULL,
  frame_width REAL NOT NULL,
  frame_height REAL NOT NULL,
  viewport_x REAL NOT NULL,
  viewport_y REAL NOT NULL,
  viewport_width REAL NOT NULL,
  viewport_height REAL NOT NULL,
  PRIMARY KEY (unit, at, session, sequence),
  CONSTRAINT transition_is_legal CHECK (
    CASE to_state
      WHEN 0 THEN from_state = 3 AND cause = 3
      WHEN 1 THEN from_state = 0 AND cause = 0
      WHEN 2 THEN from_state = 1 AND cause = 1
      WHEN 3 THEN from_state IN (1, 2) AND cause IN (2, 4, 5, 6)
      ELSE 0
    END
  ),
  CONSTRAINT load_names_its_consent CHECK ((to_state = 1) = (consent IS NOT NULL)),
  CONSTRAINT only_loads_have_a_mode CHECK (to_state = 1 OR mode IS NULL)
) STRICT, WITHOUT ROWID;

-- For timelines, exports and deleting a session.
CREATE UNIQUE INDEX transitions_by_session ON transitions (session, sequence);

-- For lists of all units; state and cause are in it, so that filtering reads nothing else.
CREATE INDEX transitions_by_time ON transitions (at, session, sequence, to_state, cause);

-- When a displayed ad had been visible enough for long enough to count as seen.
CREATE TABLE viewable_impressions (
  unit INTEGER NOT NULL REFERENCES unit_ids (unit),
  at INTEGER NOT NULL,
  session INTEGER NOT NULL REFERENCES sessions (session),
  PRIMARY KEY (unit, at, session)
) STRICT, WITHOUT ROWID;

CREATE INDEX viewable_impressions_by_session ON viewable_impressions (session);

-- The batches in the order in which they were stored, which exports follow: a cursor into them
-- misses nothing, however many sessions write at once.
CREATE TABLE batches (
  batch INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions (session),
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  last_sequence INTEGER NOT NULL CHECK (last_sequence >= first_sequence)
) STRICT;

CREATE INDEX batches_by_session ON batches (session);
