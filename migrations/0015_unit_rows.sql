-- History: the transitions of a unit lie together, session after session, so that its last ones are
-- read at once. Which units a session has is a list of its own, and what became of them hangs on it.

DROP VIEW transitions;
DROP VIEW viewable_impressions;

CREATE TABLE session_units (
  session INTEGER NOT NULL REFERENCES sessions (session),
  unit INTEGER NOT NULL REFERENCES unit_ids (unit),
  PRIMARY KEY (session, unit)
) STRICT, WITHOUT ROWID;

INSERT INTO session_units (session, unit)
SELECT session, unit FROM session_transitions UNION SELECT session, unit FROM session_impressions;

DROP TABLE unit_sessions;

ALTER TABLE session_transitions RENAME TO earlier_transitions;

CREATE TABLE session_transitions (
  unit INTEGER NOT NULL,
  session INTEGER NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  elapsed INTEGER NOT NULL CHECK (elapsed BETWEEN 0 AND 400000000000000),
  kind INTEGER NOT NULL CONSTRAINT transition_is_legal CHECK (kind BETWEEN 0 AND 29),
  consent INTEGER REFERENCES consent_entries (sequence),
  PRIMARY KEY (unit, session, sequence),
  FOREIGN KEY (session, unit) REFERENCES session_units (session, unit),
  CONSTRAINT load_names_its_consent CHECK ((kind <= 3) = (consent IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO session_transitions (unit, session, sequence, elapsed, kind, consent)
SELECT unit, session, sequence, elapsed, kind, consent FROM earlier_transitions
ORDER BY unit, session, sequence;

DROP TABLE earlier_transitions;

ALTER TABLE session_impressions RENAME TO earlier_impressions;

CREATE TABLE session_impressions (
  unit INTEGER NOT NULL,
  session INTEGER NOT NULL,
  elapsed INTEGER NOT NULL CHECK (elapsed BETWEEN 0 AND 400000000000000),
  PRIMARY KEY (unit, session, elapsed),
  FOREIGN KEY (session, unit) REFERENCES session_units (session, unit)
) STRICT, WITHOUT ROWID;

INSERT INTO session_impressions (unit, session, elapsed)
SELECT unit, session, elapsed FROM earlier_impressions ORDER BY unit, session, elapsed;

DROP TABLE earlier_impressions;

-- Joined by way of the list, so that both a unit's and a session's rows are found at once.
CREATE VIEW transitions AS
SELECT t.unit, s.started_at + t.elapsed AS at, u.session, t.sequence, k.from_state, k.to_state,
  k.cause, t.consent, k.mode, k.visible, g.frame_x, g.frame_y, g.frame_width, g.frame_height,
  g.viewport_x, g.viewport_y, g.viewport_width, g.viewport_height
FROM session_units AS u
JOIN session_transitions AS t ON t.unit = u.unit AND t.session = u.session
JOIN sessions AS s ON s.session = u.session
JOIN transition_kinds AS k ON k.kind = t.kind
LEFT JOIN transition_geometry AS g ON g.session = u.session AND g.sequence = t.sequence;

CREATE VIEW viewable_impressions AS
SELECT v.unit, s.started_at + v.elapsed AS at, u.session
FROM session_units AS u
JOIN session_impressions AS v ON v.unit = u.unit AND v.session = u.session
JOIN sessions AS s ON s.session = u.session;
