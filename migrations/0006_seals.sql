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
