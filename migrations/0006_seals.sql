-- Seals: what makes the history evidence. Each stored batch of a session closes with a seal over its
-- loads, each session that ends with one over all that is kept of it, and pruning leaves one over what
-- went; a unit's name has one as it is recorded first, and as it is renamed. They are a chain of their own, to which the ledger's entries `sealed` commit. Simulations have
-- none. LoadSeal says which bytes are hashed.
CREATE TABLE load_seals (
  seal INTEGER PRIMARY KEY CHECK (seal > 0),
  -- 0, a batch; 1, a session that ended; 2, one that nobody ended; 3, sessions that were pruned; 4, a
  -- unit's name.
  kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
  session INTEGER CHECK ((session IS NULL) = (kind >= 3)),
  -- The last sequence number that it covers; of pruned sessions, how many went; of a name, the unit's
  -- number.
  through INTEGER NOT NULL CHECK (through >= 0),
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE INDEX load_seals_by_session ON load_seals (session, seal);

CREATE INDEX named_units ON load_seals (through, seal) WHERE kind = 4;

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
