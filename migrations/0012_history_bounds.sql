-- History: what its own bounds, the settings history-days and history-bytes, have dropped so far.
CREATE TABLE history_drops (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  sessions INTEGER NOT NULL CHECK (sessions > 0),
  transitions INTEGER NOT NULL CHECK (transitions >= 0),
  -- When that was last, and the last sign of the youngest session that went.
  dropped_at INTEGER NOT NULL,
  youngest_at INTEGER NOT NULL
) STRICT;
