-- History: what an export of whole sessions has to know.
--
-- Every write of a session that its loads can tell of is a batch now, also one that only ended it or
-- only found an ad viewable: such a batch is empty, its last sequence number one below its first. So
-- the newest batch of a session says when it last changed. SQLite cannot change a CHECK, so the table
-- is made anew, and goes on counting where it was.
CREATE TABLE counted_batches (
  batch INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions (session),
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  last_sequence INTEGER NOT NULL CHECK (last_sequence >= first_sequence - 1)
) STRICT;

INSERT INTO counted_batches SELECT batch, session, first_sequence, last_sequence FROM batches;
DELETE FROM sqlite_sequence WHERE name = 'counted_batches';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'counted_batches', seq FROM sqlite_sequence WHERE name = 'batches';
DROP TABLE batches;
ALTER TABLE counted_batches RENAME TO batches;

CREATE INDEX batches_by_session ON batches (session);

INSERT INTO batches (session, first_sequence, last_sequence)
SELECT session, 1, 0 FROM sessions WHERE session NOT IN (SELECT session FROM batches);

-- A table that was never written has no count, as if it had been made this way.
DELETE FROM sqlite_sequence WHERE name = 'batches' AND coalesce(seq, 0) = 0;

-- The store's id names the rows of an export, so it is there from the first session on.
INSERT INTO consent_store (one, id)
SELECT 1, randomblob(16)
WHERE EXISTS (SELECT 1 FROM sessions) AND NOT EXISTS (SELECT 1 FROM consent_store);
