-- The way back: pages that can be removed, and changes that name the one that they take back.
--
-- A log line keeps the number of its page when the page is gone. SQLite cannot drop a reference, so
-- the log is copied into a table without it.

CREATE TABLE changes_to_be (
  change INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL CHECK (length(CAST(actor AS BLOB)) BETWEEN 1 AND 128),
  noun TEXT NOT NULL CHECK (noun IN ('unit', 'page', 'targeting', 'setting')),
  -- The name at the time: an ad unit id, a page, a setting, or the scope 'app' or 'debug'.
  name TEXT NOT NULL,
  verb TEXT NOT NULL,
  unit INTEGER REFERENCES unit_ids (unit),
  -- Never given to another page, also when this one was removed.
  page INTEGER,
  -- JSON objects; NULL where there was nothing before, or where nothing was left.
  before TEXT,
  after TEXT,
  -- The earlier change that this one takes back, where it does.
  reverts INTEGER CHECK (reverts < change)
) STRICT;

INSERT INTO changes_to_be
SELECT change, at, actor, noun, name, verb, unit, page, before, after, NULL
FROM changes ORDER BY change;

DROP TABLE changes;
ALTER TABLE changes_to_be RENAME TO changes;

CREATE INDEX changes_by_unit ON changes (unit) WHERE unit IS NOT NULL;
CREATE INDEX changes_by_page ON changes (page) WHERE page IS NOT NULL;

-- For a page that is added again, which goes on with its log.
CREATE INDEX removed_pages ON changes (name) WHERE noun = 'page' AND verb = 'remove';

CREATE TRIGGER changes_are_never_edited BEFORE UPDATE ON changes
BEGIN
  SELECT RAISE(ABORT, 'the change log is only ever appended to');
END;

CREATE TRIGGER changes_are_never_deleted BEFORE DELETE ON changes
BEGIN
  SELECT RAISE(ABORT, 'the change log is only ever appended to');
END;
