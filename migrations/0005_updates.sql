-- What came over the air: the metadata that is trusted, which the next update begins with, and which
-- generation of which publication the inventory is.
CREATE TABLE update_files (
  name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 256),
  bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE update_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- NULL where the inventory is no generation, or nobody knows which.
  generation INTEGER CHECK (generation > 0),
  -- The SHA-256 of the document of the generation, and the form that it was read in.
  document BLOB CHECK (length(document) = 32),
  form INTEGER CHECK (form > 0),
  adopted_at INTEGER,
  checked_at INTEGER,
  refused_at INTEGER,
  refusal TEXT CHECK (length(refusal) <= 4096)
) STRICT;

-- What arrived of the one file whose line was cut: the next update fetches the rest.
CREATE TABLE update_part (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 1024),
  bytes BLOB NOT NULL
) STRICT;
