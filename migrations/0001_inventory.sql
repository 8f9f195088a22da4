-- The inventory: pages, ad units with their sizes and targeting, and the change log.
--
-- Every limit of the model is repeated here as a CHECK, so that no program, ours or another,
-- can store what could not be read back. Lengths are in bytes of UTF-8, but those of the fields of
-- units: in characters, of up to 4 bytes, because SQLite counts them only up to a NUL.

-- Every ad unit id that was ever used, under a number that never changes. History and the change
-- log refer to the number, so they survive when a unit is renamed or removed.
CREATE TABLE unit_ids (
  unit INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (
    length(id) BETWEEN 1 AND 128
    AND length(id) = length(CAST(id AS BLOB))
    AND id NOT GLOB '*[^!-~]*'
  )
) STRICT;

-- One scrolling column of content, with its loading thresholds in points and milliseconds.
CREATE TABLE pages (
  page INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (
    length(name) BETWEEN 1 AND 128
    AND length(name) = length(CAST(name AS BLOB))
    AND name NOT GLOB '*[^!-~]*'
  ),
  fetch REAL NOT NULL DEFAULT 800 CHECK (fetch BETWEEN 0 AND 1000000),
  display REAL NOT NULL DEFAULT 200 CHECK (display BETWEEN 0 AND fetch),
  unload REAL NOT NULL DEFAULT 1600 CHECK (unload BETWEEN 0 AND 1000000),
  unloading INTEGER NOT NULL DEFAULT 0 CHECK (unloading IN (0, 1)),
  throttle INTEGER NOT NULL DEFAULT 67 CHECK (throttle BETWEEN 0 AND 3600000),
  stability INTEGER NOT NULL DEFAULT 2000 CHECK (stability BETWEEN 0 AND 3600000),
  prediction INTEGER NOT NULL DEFAULT 0 CHECK (prediction BETWEEN 0 AND 10000),
  -- Percent of the viewport's height; where they are set, they win over fetch and display.
  remote_fetch REAL CHECK (remote_fetch > 0 AND remote_fetch <= 1000),
  remote_render REAL CHECK (remote_render > 0 AND remote_render <= remote_fetch),
  -- How many web views may live at once, and what becomes of a slot for which there is no ad; where
  -- they are NULL, the settings hold.
  live_views INTEGER CHECK (live_views BETWEEN 1 AND 100),
  no_fill TEXT CHECK (no_fill IN ('collapse', 'keep')),
  -- Where ads stand among the entries of a page that is a feed: positions, a slash, the period. The
  -- longest pattern, every position but one of a period of 10000, has 48897 characters.
  feed_pattern TEXT NOT NULL DEFAULT '5,7,8/10' CHECK (
    length(CAST(feed_pattern AS BLOB)) BETWEEN 2 AND 50000
    AND feed_pattern GLOB '*/[1-9]*'
    AND feed_pattern NOT GLOB '*[^0-9,/]*'
  ),
  CHECK ((remote_fetch IS NULL) = (remote_render IS NULL))
) STRICT;

-- Comparisons of settings of a page, or of all, among the stores of many people. `arms` is a JSON array
-- of objects: a name, the buckets of 10,000 that it owns, and what is otherwise than the page says.
CREATE TABLE experiments (
  name TEXT PRIMARY KEY CHECK (
    length(name) BETWEEN 1 AND 128
    AND length(name) = length(CAST(name AS BLOB))
    AND name NOT GLOB '*[^!-~]*'
  ),
  page INTEGER REFERENCES pages (page),
  state TEXT NOT NULL CHECK (state IN ('draft', 'running', 'stopped', 'adopted')),
  salt TEXT NOT NULL CHECK (
    length(CAST(salt AS BLOB)) BETWEEN 1 AND 1024 AND length(salt) <= 256
  ),
  arms TEXT NOT NULL CHECK (length(CAST(arms AS BLOB)) <= 1000000),
  -- What shall become better, and what must not become worse: words with spaces between them.
  goal TEXT CHECK (goal IN ('viewable', 'late', 'unseen', 'timeToAd', 'memory')),
  guards TEXT NOT NULL CHECK (length(CAST(guards AS BLOB)) <= 1024),
  -- The smallest difference that it is to see, in percent, how many stores each arm needs for that, and
  -- for how many days.
  difference REAL CHECK (difference > 0 AND difference <= 1000),
  planned_stores INTEGER CHECK (planned_stores BETWEEN 2 AND 1000000000),
  planned_days INTEGER CHECK (planned_days BETWEEN 1 AND 3650),
  started_at INTEGER,
  ended_at INTEGER,
  adopted TEXT CHECK (length(CAST(adopted AS BLOB)) <= 128)
) STRICT, WITHOUT ROWID;

CREATE INDEX running_experiments ON experiments (page) WHERE state = 'running';

-- The units of the inventory; a removed unit keeps only its row in unit_ids.
CREATE TABLE units (
  unit INTEGER PRIMARY KEY REFERENCES unit_ids (unit),
  page INTEGER REFERENCES pages (page),
  position INTEGER CHECK (position BETWEEN 0 AND 1000000),
  ad_manager_path TEXT CHECK (
    length(CAST(ad_manager_path AS BLOB)) <= 1000 AND ad_manager_path GLOB '/[0-9]*/?*'
  ),
  -- Video must be seen for 2 seconds to count as viewable, a display ad for 1.
  media TEXT NOT NULL DEFAULT 'display' CHECK (media IN ('display', 'video')),
  initial_width REAL NOT NULL CHECK (initial_width > 0 AND initial_width <= 10000),
  initial_height REAL NOT NULL CHECK (initial_height > 0 AND initial_height <= 10000),
  minimum_width REAL CHECK (minimum_width > 0 AND minimum_width <= initial_width),
  maximum_width REAL CHECK (maximum_width >= initial_width AND maximum_width <= 10000),
  minimum_height REAL CHECK (minimum_height > 0 AND minimum_height <= initial_height),
  maximum_height REAL CHECK (maximum_height >= initial_height AND maximum_height <= 10000),
  label_shown INTEGER NOT NULL CHECK (label_shown IN (0, 1)),
  label_text TEXT NOT NULL CHECK (
    length(CAST(label_text AS BLOB)) BETWEEN 1 AND 800 AND length(label_text) <= 200
  ),
  label_font_size REAL NOT NULL CHECK (label_font_size BETWEEN 1 AND 100),
  label_font_weight TEXT NOT NULL CHECK (
    label_font_weight IN (
      'ultraLight', 'thin', 'light', 'regular', 'medium', 'semibold', 'bold', 'heavy', 'black'
    )
  ),
  notes TEXT NOT NULL CHECK (
    length(CAST(notes AS BLOB)) <= 262140 AND length(notes) <= 65535
  ),
  -- The lint rules that are silenced, each with the reason: 'noPage: the app loads it'.
  silenced TEXT NOT NULL DEFAULT '' CHECK (
    length(CAST(silenced AS BLOB)) <= 16384 AND length(silenced) <= 4096
  ),
  -- Kept apart, so that restoring an archived unit brings back what it was.
  paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  status TEXT NOT NULL AS (
    CASE WHEN archived THEN 'archived' WHEN paused THEN 'paused' ELSE 'active' END
  ) VIRTUAL
) STRICT;

CREATE INDEX units_by_page ON units (page) WHERE page IS NOT NULL;

-- What no page may load, wherever it is placed.
CREATE INDEX units_withheld ON units (unit) WHERE paused OR archived;

-- The sizes that a unit is declared with; fluid is 0 by 0.
CREATE TABLE unit_sizes (
  unit INTEGER NOT NULL REFERENCES units (unit) ON DELETE CASCADE,
  width INTEGER NOT NULL CHECK (width BETWEEN 0 AND 10000),
  height INTEGER NOT NULL CHECK (height BETWEEN 0 AND 10000),
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  PRIMARY KEY (unit, width, height),
  CHECK ((width = 0) = (height = 0))
) STRICT, WITHOUT ROWID;

-- The units as people read them.
CREATE VIEW units_named AS
SELECT i.id, p.name AS page, u.position, u.status, u.ad_manager_path, u.media,
  (SELECT group_concat(size, ' ') FROM (
    SELECT iif(s.width = 0, 'fluid', s.width || 'x' || s.height) AS size FROM unit_sizes AS s
    WHERE s.unit = u.unit ORDER BY s.ordinal)) AS sizes, u.notes
FROM units AS u
JOIN unit_ids AS i ON i.unit = u.unit
LEFT JOIN pages AS p ON p.page = u.page;

-- Targeting: one row a value. `position` orders the keys of an owner and is the same in all rows of
-- a key; `ordinal` orders the values of a key.
CREATE TABLE unit_targeting (
  unit INTEGER NOT NULL REFERENCES units (unit) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 256),
  value TEXT NOT NULL CHECK (length(CAST(value AS BLOB)) BETWEEN 1 AND 4096),
  position INTEGER NOT NULL CHECK (position >= 0),
  ordinal INTEGER NOT NULL CHECK (ordinal BETWEEN 0 AND 999),
  PRIMARY KEY (unit, key, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE page_targeting (
  page INTEGER NOT NULL REFERENCES pages (page) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 256),
  value TEXT NOT NULL CHECK (length(CAST(value AS BLOB)) BETWEEN 1 AND 4096),
  position INTEGER NOT NULL CHECK (position >= 0),
  ordinal INTEGER NOT NULL CHECK (ordinal BETWEEN 0 AND 999),
  PRIMARY KEY (page, key, value)
) STRICT, WITHOUT ROWID;

-- Targeting of the whole app, and what comes on top of all while debugging.
CREATE TABLE app_targeting (
  scope TEXT NOT NULL CHECK (scope IN ('app', 'debug')),
  key TEXT NOT NULL CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 256),
  value TEXT NOT NULL CHECK (length(CAST(value AS BLOB)) BETWEEN 1 AND 4096),
  position INTEGER NOT NULL CHECK (position >= 0),
  ordinal INTEGER NOT NULL CHECK (ordinal BETWEEN 0 AND 999),
  PRIMARY KEY (scope, key, value)
) STRICT, WITHOUT ROWID;

-- Who changed what in the inventory, and when (milliseconds since 1970). Only ever appended to.
CREATE TABLE changes (
  change INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL CHECK (length(CAST(actor AS BLOB)) BETWEEN 1 AND 128),
  noun TEXT NOT NULL CHECK (noun IN ('unit', 'page', 'targeting', 'setting', 'experiment')),
  -- The name at the time: an ad unit id, a page, a setting, an experiment, or the scope 'app' or 'debug'.
  name TEXT NOT NULL,
  verb TEXT NOT NULL,
  unit INTEGER REFERENCES unit_ids (unit),
  -- Never given to another page, also when this one was removed.
  page INTEGER,
  -- JSON objects; NULL where there was nothing before, or where nothing was left.
  before TEXT,
  after TEXT,
  -- The earlier change that this one takes back, where it does.
  reverts INTEGER CHECK (reverts < change),
  -- Why, in the words of whoever made it.
  message TEXT CHECK (length(CAST(message AS BLOB)) BETWEEN 1 AND 1000)
) STRICT;

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
