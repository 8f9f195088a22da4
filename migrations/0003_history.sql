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
  peak INTEGER NOT NULL DEFAULT 0 CHECK (peak >= 0),
  -- Of the track: 0, none was recorded; 1, what is stored is whole; 2, some of it was lost.
  track INTEGER NOT NULL DEFAULT 0 CHECK (track BETWEEN 0 AND 2),
  -- 1: a simulation that was kept, which nobody saw.
  simulated INTEGER NOT NULL DEFAULT 0 CHECK (simulated IN (0, 1)),
  -- Whether transition_geometry has anything of it.
  has_geometry INTEGER NOT NULL DEFAULT 0 CHECK (has_geometry IN (0, 1)),
  -- By what it is grouped with others: a JSON object of a few short texts.
  attributes TEXT NOT NULL DEFAULT '{}' CHECK (length(CAST(attributes AS BLOB)) <= 2048),
  -- The arm of an experiment in which it began; NULL for one that is in none.
  experiment TEXT CHECK (
    length(experiment) BETWEEN 1 AND 128
    AND length(experiment) = length(CAST(experiment AS BLOB))
    AND experiment NOT GLOB '*[^!-~]*'
  ),
  arm TEXT CHECK (
    length(arm) BETWEEN 1 AND 128
    AND length(arm) = length(CAST(arm AS BLOB))
    AND arm NOT GLOB '*[^!-~]*'
  ),
  -- 1: load_seals has a seal over the session as a whole.
  sealed INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1)),
  -- How many phones its phone stands for in what phones send; 0: it is not of the sample, and no export
  -- of loads and sessions has it.
  weight INTEGER NOT NULL DEFAULT 1 CHECK (weight BETWEEN 0 AND 1000),
  CHECK ((experiment IS NULL) = (arm IS NULL))
) STRICT;

-- Nothing happens before its session begins or after it ends, so that the sessions of a time are
-- known without their transitions.
CREATE INDEX sessions_by_start ON sessions (started_at);
CREATE INDEX sessions_by_last ON sessions (last_at);

-- For leaving them out.
CREATE INDEX simulated_sessions ON sessions (session) WHERE simulated = 1;

-- All that may become of an ad, and with what. States: 0 notLoaded, 1 fetched, 2 displayed,
-- 3 unloaded. Causes: 0 enteredFetchZone, 1 enteredDisplayZone, 2 leftUnloadZone,
-- 3 reenteredFetchZone, 4 consentWithdrawn, 5 consentExpired, 6 consentChanged, 7 removed,
-- 8 evicted, 9 processTerminated, 10 loadFailed, 11 noFill, 12 reloaded, 13 unitPaused, 14 notRendered. Modes of a
-- load: 0 personalized, 1 nonPersonalized, 2 limited; NULL: not known. `visible` is whether the
-- place of a displayed ad was in the viewport already.
CREATE TABLE transition_kinds (
  kind INTEGER PRIMARY KEY CHECK (kind BETWEEN 0 AND 31),
  from_state INTEGER NOT NULL,
  to_state INTEGER NOT NULL,
  cause INTEGER NOT NULL,
  mode INTEGER,
  visible INTEGER
) STRICT;

INSERT INTO transition_kinds (kind, from_state, to_state, cause, mode, visible) VALUES
  (0, 0, 1, 0, 0, NULL), (1, 0, 1, 0, 1, NULL), (2, 0, 1, 0, 2, NULL), (3, 0, 1, 0, NULL, NULL),
  (4, 1, 2, 1, NULL, 0), (5, 1, 2, 1, NULL, 1), (6, 3, 0, 3, NULL, NULL),
  (7, 1, 0, 7, NULL, NULL), (8, 2, 0, 7, NULL, NULL), (9, 3, 0, 7, NULL, NULL),
  (10, 1, 3, 2, NULL, NULL), (11, 2, 3, 2, NULL, NULL), (12, 1, 3, 4, NULL, NULL),
  (13, 2, 3, 4, NULL, NULL), (14, 1, 3, 5, NULL, NULL), (15, 2, 3, 5, NULL, NULL),
  (16, 1, 3, 6, NULL, NULL), (17, 2, 3, 6, NULL, NULL), (18, 1, 3, 8, NULL, NULL),
  (19, 2, 3, 8, NULL, NULL), (20, 1, 3, 9, NULL, NULL), (21, 2, 3, 9, NULL, NULL),
  (22, 1, 3, 10, NULL, NULL), (23, 2, 3, 10, NULL, NULL), (24, 1, 3, 11, NULL, NULL),
  (25, 2, 3, 11, NULL, NULL), (26, 1, 3, 12, NULL, NULL), (27, 2, 3, 12, NULL, NULL),
  (28, 1, 3, 13, NULL, NULL), (29, 2, 3, 13, NULL, NULL), (30, 1, 3, 14, NULL, NULL),
  (31, 2, 3, 14, NULL, NULL);

-- The rules of the gate by which loads were allowed, so that a load is judged by them for ever: the
-- settings of the gate, the version of the program's rules and that of its table of laws. No law: the
-- most careful of all that were answered under.
CREATE TABLE gate_rules (
  rules INTEGER PRIMARY KEY,
  policy TEXT NOT NULL,
  limited_ads_since INTEGER NOT NULL,
  applicable_law TEXT NOT NULL,
  silence TEXT NOT NULL,
  version INTEGER NOT NULL,
  law_table INTEGER NOT NULL,
  UNIQUE (policy, limited_ads_since, applicable_law, silence, version, law_table)
) STRICT;

-- By which of them a session went, from which of its transitions on.
CREATE TABLE session_rules (
  session INTEGER NOT NULL REFERENCES sessions (session),
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  rules INTEGER NOT NULL REFERENCES gate_rules (rules),
  PRIMARY KEY (session, first_sequence)
) STRICT, WITHOUT ROWID;

-- The scripts that web views are made with, without the one that tells of consent: a line each, its name, a
-- space and its SHA-256. They are found, and sealed, by the SHA-256 of all lines.
CREATE TABLE told_scripts (
  scripts INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  content TEXT NOT NULL
) STRICT;

-- Which units a session has; what became of them hangs on it. With it the scripts that the unit's first
-- loads were made with, and from which of the session's transitions on, for nearly always they are its
-- only ones. Nothing refers to told_scripts by key, for whoever drops one would look through all rows.
CREATE TABLE session_units (
  session INTEGER NOT NULL REFERENCES sessions (session),
  unit INTEGER NOT NULL REFERENCES unit_ids (unit),
  scripts_from INTEGER CHECK (scripts_from > 0),
  scripts INTEGER,
  PRIMARY KEY (session, unit),
  CHECK ((scripts IS NULL) = (scripts_from IS NULL))
) STRICT, WITHOUT ROWID;

-- Those that a unit's later loads were made with, where they became others.
CREATE TABLE session_scripts (
  session INTEGER NOT NULL,
  unit INTEGER NOT NULL,
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  scripts INTEGER NOT NULL,
  PRIMARY KEY (session, unit, first_sequence),
  FOREIGN KEY (session, unit) REFERENCES session_units (session, unit)
) STRICT, WITHOUT ROWID;

-- What pages were told of consent, from which of a session's transitions on: the record that allowed it,
-- the SHA-256 of the script, and its commitment. An erasure of the person takes hash and salt away.
CREATE TABLE session_consents (
  session INTEGER NOT NULL REFERENCES sessions (session),
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  record INTEGER NOT NULL REFERENCES consent_entries (sequence),
  script BLOB CHECK (length(script) = 32),
  salt BLOB CHECK ((salt IS NULL) = (script IS NULL)),
  commitment BLOB NOT NULL CHECK (length(commitment) = 32),
  PRIMARY KEY (session, first_sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX session_consents_by_record ON session_consents (record) WHERE script IS NOT NULL;

-- The transitions of a unit lie together, session after session, so that its last ones are read at
-- once. Times count from the session's beginning. Loads are the kinds 0 to 3.
CREATE TABLE session_transitions (
  unit INTEGER NOT NULL,
  session INTEGER NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  elapsed INTEGER NOT NULL CHECK (elapsed BETWEEN 0 AND 400000000000000),
  kind INTEGER NOT NULL CONSTRAINT transition_is_legal CHECK (kind BETWEEN 0 AND 31),
  consent INTEGER REFERENCES consent_entries (sequence),
  PRIMARY KEY (unit, session, sequence),
  FOREIGN KEY (session, unit) REFERENCES session_units (session, unit),
  CONSTRAINT load_names_its_consent CHECK ((kind <= 3) = (consent IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- Where ad and viewport were, of transitions that no track tells of.
CREATE TABLE transition_geometry (
  session INTEGER NOT NULL REFERENCES sessions (session),
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  frame_x REAL NOT NULL,
  frame_y REAL NOT NULL,
  frame_width REAL NOT NULL,
  frame_height REAL NOT NULL,
  viewport_x REAL NOT NULL,
  viewport_y REAL NOT NULL,
  viewport_width REAL NOT NULL,
  viewport_height REAL NOT NULL,
  PRIMARY KEY (session, sequence)
) STRICT, WITHOUT ROWID;

-- What may become of a loaded ad, beside the states of its slot. Those of one moment come in this
-- order.
CREATE TABLE ad_event_kinds (
  event INTEGER PRIMARY KEY CHECK (event BETWEEN 0 AND 11),
  name TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO ad_event_kinds (event, name) VALUES
  (0, 'committed'), (1, 'parsed'), (2, 'finished'), (3, 'filled'), (4, 'empty'), (5, 'rendered'),
  (6, 'appeared'), (7, 'viewable'), (8, 'counted'), (9, 'clicked'),
  (10, 'silenced'), (11, 'missed');

-- What became of loaded ads, and when.
CREATE TABLE session_events (
  unit INTEGER NOT NULL,
  session INTEGER NOT NULL,
  elapsed INTEGER NOT NULL CHECK (elapsed BETWEEN 0 AND 400000000000000),
  event INTEGER NOT NULL CHECK (event BETWEEN 0 AND 11),
  -- The session's first one is 1: the order in which they came.
  place INTEGER NOT NULL CHECK (place > 0),
  -- Of an ad that appeared, or was missed: for how long its place had been on the screen without it.
  waited INTEGER CHECK (waited >= 0),
  -- Of a creative that was rendered: its size, where somebody told it.
  width REAL,
  height REAL,
  PRIMARY KEY (unit, session, elapsed, event),
  FOREIGN KEY (session, unit) REFERENCES session_units (session, unit),
  CHECK ((event IN (6, 11)) = (waited IS NOT NULL)),
  CHECK ((width IS NULL) = (height IS NULL) AND (event = 5 OR width IS NULL))
) STRICT, WITHOUT ROWID;

-- The transitions with all that is known of them; the geometry is NULL where the session's track
-- tells it. Joined by way of the list, so that a unit's and a session's rows are found at once.
CREATE VIEW transitions AS
SELECT t.unit, s.started_at + t.elapsed AS at, u.session, t.sequence, k.from_state, k.to_state,
  k.cause, t.consent, k.mode, k.visible, g.frame_x, g.frame_y, g.frame_width, g.frame_height,
  g.viewport_x, g.viewport_y, g.viewport_width, g.viewport_height
FROM session_units AS u
JOIN session_transitions AS t ON t.unit = u.unit AND t.session = u.session
JOIN sessions AS s ON s.session = u.session
JOIN transition_kinds AS k ON k.kind = t.kind
LEFT JOIN transition_geometry AS g ON g.session = u.session AND g.sequence = t.sequence;

-- The same as people read them.
CREATE VIEW loads AS
SELECT i.id AS unit, s.page, s.id AS session, s.app_version,
  strftime('%Y-%m-%dT%H:%M:%fZ', t.at / 1000.0, 'unixepoch') AS time, t.sequence,
  CASE t.from_state WHEN 0 THEN 'notLoaded' WHEN 1 THEN 'fetched' WHEN 2 THEN 'displayed'
    WHEN 3 THEN 'unloaded' END AS from_state,
  CASE t.to_state WHEN 0 THEN 'notLoaded' WHEN 1 THEN 'fetched' WHEN 2 THEN 'displayed'
    WHEN 3 THEN 'unloaded' END AS to_state,
  CASE t.cause WHEN 0 THEN 'enteredFetchZone' WHEN 1 THEN 'enteredDisplayZone'
    WHEN 2 THEN 'leftUnloadZone' WHEN 3 THEN 'reenteredFetchZone' WHEN 4 THEN 'consentWithdrawn'
    WHEN 5 THEN 'consentExpired' WHEN 6 THEN 'consentChanged' WHEN 7 THEN 'removed'
    WHEN 8 THEN 'evicted' WHEN 9 THEN 'processTerminated' WHEN 10 THEN 'loadFailed'
    WHEN 11 THEN 'noFill' WHEN 12 THEN 'reloaded' WHEN 13 THEN 'unitPaused'
    WHEN 14 THEN 'notRendered' END AS cause,
  CASE t.mode WHEN 0 THEN 'personalized' WHEN 1 THEN 'nonPersonalized' WHEN 2 THEN 'limited' END
    AS mode, t.consent, s.experiment, s.arm, s.simulated
FROM transitions AS t
JOIN unit_ids AS i ON i.unit = t.unit
JOIN sessions AS s ON s.session = t.session;

CREATE VIEW viewable_impressions AS
SELECT v.unit, s.started_at + v.elapsed AS at, u.session
FROM session_units AS u
JOIN session_events AS v ON v.unit = u.unit AND v.session = u.session
JOIN sessions AS s ON s.session = u.session
WHERE v.event = 7;

CREATE VIEW ad_events AS
SELECT e.unit, s.started_at + e.elapsed AS at, u.session, k.name AS event, e.waited, e.width,
  e.height
FROM session_units AS u
JOIN session_events AS e ON e.unit = u.unit AND e.session = u.session
JOIN sessions AS s ON s.session = u.session
JOIN ad_event_kinds AS k ON k.event = e.event;

-- A track is everything that the loading engine was told in a session, in order and with its times,
-- in the compact form of SessionTrack: with it a session can be replayed, under its own thresholds
-- or others. It is cut into chunks of at most 980 bytes, numbered from 0, which with the row's head
-- SQLite keeps in the table's own pages.
CREATE TABLE tracks (
  session INTEGER NOT NULL REFERENCES sessions (session),
  chunk INTEGER NOT NULL CHECK (chunk >= 0),
  content BLOB NOT NULL CHECK (length(content) BETWEEN 1 AND 980),
  PRIMARY KEY (session, chunk)
) STRICT, WITHOUT ROWID;

-- The batches in the order in which they were stored, which exports follow: a cursor into them
-- misses nothing, however many sessions write at once. A write that only ended a session or only
-- tells what became of ads is a batch, too, its last sequence number one below its first: so the newest
-- batch of a session says when it last changed.
CREATE TABLE batches (
  batch INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions (session),
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  last_sequence INTEGER NOT NULL CHECK (last_sequence >= first_sequence - 1)
) STRICT;

CREATE INDEX batches_by_session ON batches (session);

-- What the history's own bounds, the settings history-days and history-bytes, have dropped so far.
CREATE TABLE history_drops (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  sessions INTEGER NOT NULL CHECK (sessions > 0),
  transitions INTEGER NOT NULL CHECK (transitions >= 0),
  -- When that was last, and the last sign of the youngest session that went.
  dropped_at INTEGER NOT NULL,
  youngest_at INTEGER NOT NULL
) STRICT;

-- Seals: what makes the history evidence. Each stored batch of a session that has loads closes with a
-- seal, each session that ends with one over all that is kept of it, and pruning leaves one over what
-- went; units' names have one as they are recorded first, and as they are renamed. They are a chain of their
-- own, to which the ledger's entries `sealed` commit. Simulations have none. LoadSeal says which bytes are
-- hashed.
CREATE TABLE load_seals (
  seal INTEGER PRIMARY KEY CHECK (seal > 0),
  -- 0, a batch; 1, a session that ended; 2, one that nobody ended; 3, sessions that were pruned; 4,
  -- names of units.
  kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
  session INTEGER CHECK ((session IS NULL) = (kind >= 3)),
  -- The last sequence number that it covers; of pruned sessions, how many went; of names, how
  -- many they are.
  through INTEGER NOT NULL CHECK (through >= 0),
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE INDEX load_seals_by_session ON load_seals (session, seal);

-- What units were called as a seal was set over it: a line each, its number and its id.
CREATE TABLE sealed_names (
  seal INTEGER PRIMARY KEY REFERENCES load_seals (seal),
  content TEXT NOT NULL
) STRICT;

-- Which sessions were pruned, and the seal that says so.
CREATE TABLE pruned_sessions (
  session INTEGER PRIMARY KEY,
  seal INTEGER NOT NULL REFERENCES load_seals (seal)
) STRICT;

CREATE INDEX pruned_sessions_by_seal ON pruned_sessions (seal);

-- What is still to be sealed as a whole.
CREATE INDEX unsealed_sessions ON sessions (session) WHERE sealed = 0 AND simulated = 0;

CREATE TRIGGER load_seals_follow_one_another BEFORE INSERT ON load_seals
WHEN NEW.seal <> (SELECT coalesce(max(seal), 0) + 1 FROM load_seals)
BEGIN
  SELECT RAISE(ABORT, 'a seal continues the one before');
END;

CREATE TRIGGER load_seals_are_never_edited BEFORE UPDATE ON load_seals
BEGIN
  SELECT RAISE(ABORT, 'seals are only ever appended');
END;

CREATE TRIGGER load_seals_are_never_deleted BEFORE DELETE ON load_seals
BEGIN
  SELECT RAISE(ABORT, 'seals are only ever appended');
END;
