-- History: what a host does to an ad besides scrolling past it.
--
-- Further causes: 7 removed, 8 evicted, 9 processTerminated, 10 loadFailed, 11 noFill,
-- 12 reloaded, 13 unitPaused. A view that is removed ends in notLoaded, whatever it was before; the
-- others unload. SQLite cannot change a CHECK, so the table is made anew.

CREATE TABLE hosted_transitions (
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
      WHEN 0 THEN (from_state = 3 AND cause = 3) OR (from_state IN (1, 2, 3) AND cause = 7)
      WHEN 1 THEN from_state = 0 AND cause = 0
      WHEN 2 THEN from_state = 1 AND cause = 1
      WHEN 3 THEN from_state IN (1, 2) AND (cause IN (2, 4, 5, 6) OR cause BETWEEN 8 AND 13)
      ELSE 0
    END
  ),
  CONSTRAINT load_names_its_consent CHECK ((to_state = 1) = (consent IS NOT NULL)),
  CONSTRAINT only_loads_have_a_mode CHECK (to_state = 1 OR mode IS NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO hosted_transitions SELECT * FROM transitions;
DROP TABLE transitions;
ALTER TABLE hosted_transitions RENAME TO transitions;

-- For timelines, exports and deleting a session.
CREATE UNIQUE INDEX transitions_by_session ON transitions (session, sequence);

-- For lists of all units; state and cause are in it, so that filtering reads nothing else.
CREATE INDEX transitions_by_time ON transitions (at, session, sequence, to_state, cause);

-- How a page's ads are hosted: how many web views may live at once (NULL: the host's own bound),
-- and what becomes of a slot for which there is no ad.
ALTER TABLE pages ADD COLUMN live_views INTEGER CHECK (live_views BETWEEN 1 AND 100);
ALTER TABLE pages ADD COLUMN no_fill TEXT NOT NULL DEFAULT 'collapse' CHECK (
  no_fill IN ('collapse', 'keep')
);
