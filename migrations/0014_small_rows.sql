-- History: small rows. A session's track tells where ads and viewport were, so a transition does not.
--
-- One b-tree holds the transitions, session by session and in it ad by ad: a batch touches few pages,
-- the life of an ad is read at once, and a session is deleted at once. Times count from the session's
-- beginning. What used to be seen is still there: the views at the end have the columns of before.

-- All that may become of an ad, and with what: see 0006 for the states, causes and modes. `visible`
-- is whether the place of a displayed ad was in the viewport already.
CREATE TABLE transition_kinds (
  kind INTEGER PRIMARY KEY CHECK (kind BETWEEN 0 AND 29),
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
  (28, 1, 3, 13, NULL, NULL), (29, 2, 3, 13, NULL, NULL);

-- Loads are the kinds 0 to 3.
CREATE TABLE session_transitions (
  session INTEGER NOT NULL REFERENCES sessions (session),
  unit INTEGER NOT NULL REFERENCES unit_ids (unit),
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  elapsed INTEGER NOT NULL CHECK (elapsed BETWEEN 0 AND 400000000000000),
  kind INTEGER NOT NULL CONSTRAINT transition_is_legal CHECK (kind BETWEEN 0 AND 29),
  consent INTEGER REFERENCES consent_entries (sequence),
  PRIMARY KEY (session, unit, sequence),
  CONSTRAINT load_names_its_consent CHECK ((kind <= 3) = (consent IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- In which sessions anything became of a unit. A session is deleted more often than asked for here,
-- so that it is no reference.
CREATE TABLE unit_sessions (
  unit INTEGER NOT NULL REFERENCES unit_ids (unit),
  session INTEGER NOT NULL,
  PRIMARY KEY (unit, session)
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

-- When a displayed ad had been visible enough for long enough to count as seen.
CREATE TABLE session_impressions (
  session INTEGER NOT NULL REFERENCES sessions (session),
  unit INTEGER NOT NULL REFERENCES unit_ids (unit),
  elapsed INTEGER NOT NULL CHECK (elapsed BETWEEN 0 AND 400000000000000),
  PRIMARY KEY (session, unit, elapsed)
) STRICT, WITHOUT ROWID;

-- Nothing happens before its session begins or after it ends, so that the sessions of a time are
-- known without their transitions.
UPDATE sessions SET
  started_at = min(started_at, first_at), last_at = max(last_at, newest_at)
FROM (
  SELECT session, min(at) AS first_at, max(at) AS newest_at FROM (
    SELECT session, at FROM transitions UNION ALL SELECT session, at FROM viewable_impressions
  ) GROUP BY session
) AS bounds
WHERE bounds.session = sessions.session AND (first_at < started_at OR newest_at > last_at);

CREATE INDEX sessions_by_last ON sessions (last_at);

-- Whether transition_geometry has anything of it.
ALTER TABLE sessions ADD COLUMN has_geometry INTEGER NOT NULL DEFAULT 0 CHECK (
  has_geometry IN (0, 1)
);

INSERT INTO session_transitions (session, unit, sequence, elapsed, kind, consent)
SELECT t.session, t.unit, t.sequence, t.at - s.started_at, k.kind, t.consent
FROM transitions AS t
CROSS JOIN sessions AS s ON s.session = t.session
CROSS JOIN transition_kinds AS k ON k.from_state = t.from_state AND k.to_state = t.to_state
  AND k.cause = t.cause AND k.mode IS t.mode
  AND k.visible IS CASE t.to_state WHEN 2 THEN coalesce(t.visible, 0) END
ORDER BY t.session, t.unit, t.sequence;

INSERT INTO transition_geometry
SELECT session, sequence, frame_x, frame_y, frame_width, frame_height, viewport_x, viewport_y,
  viewport_width, viewport_height
FROM transitions ORDER BY session, sequence;
UPDATE sessions SET has_geometry = 1
WHERE session IN (SELECT session FROM transition_geometry);

INSERT OR IGNORE INTO session_impressions (session, unit, elapsed)
SELECT v.session, v.unit, v.at - s.started_at
FROM viewable_impressions AS v CROSS JOIN sessions AS s ON s.session = v.session
ORDER BY v.session, v.unit, v.at;

INSERT INTO unit_sessions (unit, session)
SELECT unit, session FROM session_transitions UNION SELECT unit, session FROM session_impressions;

DROP TABLE transitions;
DROP TABLE viewable_impressions;

-- The transitions with all that is known of them; the geometry is NULL where the session's track
-- tells it.
CREATE VIEW transitions AS
SELECT t.unit, s.started_at + t.elapsed AS at, t.session, t.sequence, k.from_state, k.to_state,
  k.cause, t.consent, k.mode, k.visible, g.frame_x, g.frame_y, g.frame_width, g.frame_height,
  g.viewport_x, g.viewport_y, g.viewport_width, g.viewport_height
FROM session_transitions AS t
JOIN sessions AS s ON s.session = t.session
JOIN transition_kinds AS k ON k.kind = t.kind
LEFT JOIN transition_geometry AS g ON g.session = t.session AND g.sequence = t.sequence;

CREATE VIEW viewable_impressions AS
SELECT v.unit, s.started_at + v.elapsed AS at, v.session
FROM session_impressions AS v JOIN sessions AS s ON s.session = v.session;
