-- Settings hold for every page and every command; a page that says nothing of its own takes them. A
-- setting at its default has no row, so that a later default reaches whoever chose nothing.
CREATE TABLE settings (
  name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 128),
  value TEXT NOT NULL CHECK (length(CAST(value AS BLOB)) <= 4096)
) STRICT, WITHOUT ROWID;
