-- The lint rules that are silenced for a unit, each with the reason: 'noPage: the app loads it'.
ALTER TABLE units ADD COLUMN silenced TEXT NOT NULL DEFAULT '' CHECK (
  length(CAST(silenced AS BLOB)) <= 4096
);
