// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by scripts/embed-migrations from migrations/*.sql: change those, then run it again.

package import AdSQLite

/// The schema's steps, as the folder `migrations` holds them.
package enum Migrations {
  /// Every step, in order of version.
  package static let all: [Migration] = [
    Migration(version: 1, name: "inventory", sql: #"""
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

"""#),
    Migration(version: 2, name: "consent", sql: #"""
-- Consent: the ledger of what was recorded when, and apart from it what was recorded about whom.
--
-- An entry holds only salted hashes, so it can stay when the content and the person's key behind
-- it are erased. Triggers guard against mistakes; evidence is the chain of hashes, since whoever
-- owns the file can drop a trigger. Times are milliseconds since 1970, hashes SHA-256.

-- The random id that ties a chain to this store; made with the first record.
CREATE TABLE consent_store (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id BLOB NOT NULL CHECK (length(id) = 16)
) STRICT;

-- The chain: one entry a record, one an erasure, and one a replaced key ('rekeyed'), which carries
-- the person's commitment on and commits to the new key in place of a content, one a secret that keys
-- are hashed with from there on ('keyed'), right behind everybody's replaced keys, one a backup that took
-- the place of the file ('restored'), behind which stands what was carried over, one a session that ended
-- ('sealed'), which commits to the seals of the history, one each where a person's records begin and end
-- to be kept as evidence ('held', 'released'), one where wrong times were looked into ('accepted'), one where
-- settings of the gate became others ('ruled'), and one a key of a device that entries are signed with from
-- there on ('enrolled').
-- `hash` covers all other columns.
CREATE TABLE consent_entries (
  sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
  at INTEGER NOT NULL,
  event TEXT NOT NULL CHECK (
    event IN (
      'given', 'refused', 'changed', 'renewed', 'withdrawn', 'expired', 'imported', 'noticed',
      'erased', 'rekeyed', 'restored', 'sealed', 'keyed', 'held', 'released', 'accepted', 'ruled',
      'enrolled'
    )
  ),
  subject_commitment BLOB NOT NULL CHECK (length(subject_commitment) = 32),
  payload_commitment BLOB NOT NULL CHECK (length(payload_commitment) = 32),
  -- Who had it appended, by which way, and why: kept for ever, so it names nobody.
  actor TEXT NOT NULL CHECK (actor IN ('person', 'app', 'operator')),
  channel TEXT NOT NULL CHECK (length(CAST(channel AS BLOB)) <= 64),
  reason TEXT NOT NULL CHECK (length(CAST(reason AS BLOB)) <= 200),
  previous BLOB NOT NULL CHECK (length(previous) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- What an erasure has to be found by: whose content may be deleted.
CREATE INDEX consent_erasures ON consent_entries (subject_commitment) WHERE event = 'erased';

-- Whom something happened to that happens to few.
CREATE INDEX consent_entries_by_event ON consent_entries (event);

-- All entries of a person in order, so that the gate sees that a content is gone.
CREATE INDEX consent_entries_by_subject ON consent_entries (subject_commitment);

-- The people, by a pseudonymous key or by a keyed hash of one.
CREATE TABLE consent_subjects (
  subject INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 256),
  salt BLOB NOT NULL CHECK (length(salt) = 32),
  -- The entry that the present key and salt were bound to; NULL where the person's commitment
  -- follows from them.
  rekeyed INTEGER REFERENCES consent_entries (sequence)
) STRICT;

-- What was said, as JSON, with the salt that its commitment was made with.
CREATE TABLE consent_contents (
  sequence INTEGER PRIMARY KEY REFERENCES consent_entries (sequence),
  subject INTEGER NOT NULL REFERENCES consent_subjects (subject),
  salt BLOB NOT NULL CHECK (length(salt) = 32),
  content TEXT NOT NULL
) STRICT;

-- The current record of a person is the last one here.
CREATE INDEX consent_contents_by_subject ON consent_contents (subject, sequence);

-- Who answered under a law, when, and until when it holds: a list finds few among many by these. The
-- text is searched, for a schema that is not trusted may not call JSON's functions; within a value a
-- quotation mark is escaped, so that these are the members and nothing else.
CREATE INDEX consent_contents_by_regulation ON consent_contents (
  substr(
    content, instr(content, '"regulation":"') + 14,
    instr(substr(content, instr(content, '"regulation":"') + 14), '"') - 1)
);

CREATE INDEX consent_contents_by_answer ON consent_contents (
  substr(content, instr(content, '"updatedAt":"') + 13, 24)
);

CREATE INDEX consent_contents_by_expiry ON consent_contents (
  substr(content, instr(content, '"expiresAt":"') + 13, 24)
);

-- The contents of entries that are of nobody, as JSON: what was restored in whose place, how many seals
-- there were, which secret keys are hashed with, which times were accepted, by which settings the gate
-- decides, and which key entries are signed with.
CREATE TABLE consent_notes (
  sequence INTEGER PRIMARY KEY REFERENCES consent_entries (sequence),
  content TEXT NOT NULL
) STRICT;

-- The hashes of the ledger's tree above every 16, 256, 4096 ... entries (level 1, 2, 3 ...), counted
-- from 0, so that a root and a proof read few of them. They follow from the entries.
CREATE TABLE consent_nodes (
  level INTEGER NOT NULL CHECK (level > 0),
  place INTEGER NOT NULL CHECK (place >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, place)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER consent_entries_follow_one_another BEFORE INSERT ON consent_entries
WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM consent_entries)
  OR NEW.previous <> coalesce(
    (SELECT hash FROM consent_entries WHERE sequence = NEW.sequence - 1), NEW.previous)
BEGIN
  SELECT RAISE(ABORT, 'a ledger entry continues the one before');
END;

CREATE TRIGGER consent_entries_are_never_edited BEFORE UPDATE ON consent_entries
BEGIN
  SELECT RAISE(ABORT, 'the consent ledger is only ever appended to');
END;

CREATE TRIGGER consent_entries_are_never_deleted BEFORE DELETE ON consent_entries
BEGIN
  SELECT RAISE(ABORT, 'the consent ledger is only ever appended to');
END;

CREATE TRIGGER consent_notes_are_never_edited BEFORE UPDATE ON consent_notes
BEGIN
  SELECT RAISE(ABORT, 'the consent ledger is only ever appended to');
END;

CREATE TRIGGER consent_notes_are_never_deleted BEFORE DELETE ON consent_notes
BEGIN
  SELECT RAISE(ABORT, 'the consent ledger is only ever appended to');
END;

CREATE TRIGGER consent_contents_are_never_edited BEFORE UPDATE ON consent_contents
BEGIN
  SELECT RAISE(ABORT, 'a consent record is never changed');
END;

CREATE TRIGGER consent_contents_go_with_an_erasure BEFORE DELETE ON consent_contents
WHEN NOT EXISTS (
  SELECT 1 FROM consent_entries AS erasure
  JOIN consent_entries AS entry ON entry.subject_commitment = erasure.subject_commitment
  WHERE entry.sequence = OLD.sequence AND erasure.event = 'erased'
    AND erasure.sequence > entry.sequence
)
BEGIN
  SELECT RAISE(ABORT, 'a consent record is deleted only after its erasure is in the ledger');
END;

CREATE TRIGGER consent_subjects_change_with_the_ledger BEFORE UPDATE ON consent_subjects
WHEN NEW.subject <> OLD.subject OR NEW.rekeyed IS NULL OR NEW.rekeyed <= coalesce(OLD.rekeyed, 0)
  OR NOT EXISTS (
    SELECT 1 FROM consent_entries WHERE sequence = NEW.rekeyed AND event = 'rekeyed'
  )
BEGIN
  SELECT RAISE(ABORT, 'a subject key is replaced only by an entry of the ledger');
END;

-- Which secret the subject keys were hashed with, where they were: an HMAC of a fixed text under
-- it. Whoever has the secret can tell that it is the one; the secret does not follow from it.
CREATE TABLE consent_secret (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  check_value BLOB NOT NULL CHECK (length(check_value) = 32)
) STRICT;

-- The texts and pictures of notices, by their SHA-256.
CREATE TABLE consent_documents (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  content BLOB NOT NULL CHECK (length(content) BETWEEN 1 AND 16777216)
) STRICT;

-- The notices as people saw them: JSON that names text and picture by their hashes, and its own SHA-256,
-- by which records name it.
CREATE TABLE consent_notices (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  text_hash BLOB NOT NULL REFERENCES consent_documents (hash),
  kept_at INTEGER NOT NULL,
  manifest TEXT NOT NULL
) STRICT;

CREATE INDEX consent_notices_by_text ON consent_notices (text_hash);

CREATE TRIGGER consent_documents_are_never_edited BEFORE UPDATE ON consent_documents
BEGIN
  SELECT RAISE(ABORT, 'a notice is kept as it was shown');
END;

CREATE TRIGGER consent_notices_are_never_edited BEFORE UPDATE ON consent_notices
BEGIN
  SELECT RAISE(ABORT, 'a notice is kept as it was shown');
END;

-- Who was erased and when, by a hash of the keyed hash, so that an import of older answers does not bring
-- them back. Of plain keys there is none: it would confirm a guess.
CREATE TABLE consent_tombstones (
  mark BLOB PRIMARY KEY CHECK (length(mark) = 32),
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was erased and may still have bytes in the file or its log; no row where nothing has.
CREATE TABLE consent_scrub (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- The newest entry that took something away, and when.
  entry INTEGER NOT NULL REFERENCES consent_entries (sequence),
  since INTEGER NOT NULL,
  -- Whether the file was written anew since, so that only the log has to be moved into it.
  rewritten INTEGER NOT NULL DEFAULT 0 CHECK (rewritten IN (0, 1))
) STRICT;

-- What a device signed of the consent ledger with a key that its entry `enrolled` names: that it
-- appended every entry from `since` up to this one. LedgerFormat says which bytes are signed.
CREATE TABLE consent_signatures (
  sequence INTEGER PRIMARY KEY REFERENCES consent_entries (sequence),
  since INTEGER NOT NULL CHECK (since BETWEEN 1 AND sequence),
  signature BLOB NOT NULL CHECK (length(signature) BETWEEN 8 AND 72)
) STRICT;

CREATE TRIGGER consent_signatures_are_never_edited BEFORE UPDATE ON consent_signatures
BEGIN
  SELECT RAISE(ABORT, 'signatures are only ever appended');
END;

CREATE TRIGGER consent_signatures_are_never_deleted BEFORE DELETE ON consent_signatures
BEGIN
  SELECT RAISE(ABORT, 'signatures are only ever appended');
END;

"""#),
    Migration(version: 3, name: "history", sql: #"""
-- History: what every ad did in every session, and which consent record allowed each load.
--
-- Times are milliseconds since 1970, geometry is in points. A batch of the recorder is stored with
-- its counts in one transaction, so a session never holds half of one.

-- One run of the lazy-loading manager over one page. Numbers are never used twice, so a recorder
-- cannot write into a session that came after its own was deleted.
CREATE TABLE sessions (
  session INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (
    length(id) BETWEEN 1 AND 128
    AND length(id) = length(CAST(id AS BLOB))
    AND id NOT GLOB '*[^!-~]*'
  ),
  page TEXT NOT NULL CHECK (length(CAST(page AS BLOB)) BETWEEN 1 AND 128),
  app_version TEXT NOT NULL CHECK (length(CAST(app_version AS BLOB)) <= 128),
  device TEXT NOT NULL CHECK (length(CAST(device AS BLOB)) <= 128),
  started_at INTEGER NOT NULL,
  -- The time of the newest transition, or of the orderly end.
  last_at INTEGER NOT NULL CHECK (last_at >= started_at),
  -- 0 while the session runs, and for good where its process was killed.
  closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
  -- Whether somebody measured viewability, so that a missing verdict means something.
  measured INTEGER NOT NULL CHECK (measured IN (0, 1)),
  transitions INTEGER NOT NULL DEFAULT 0 CHECK (transitions >= 0),
  -- Transitions that were dropped or refused, and how many stretches of sequence numbers they left.
  lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0),
  gaps INTEGER NOT NULL DEFAULT 0 CHECK (gaps BETWEEN 0 AND lost),
  -- The most units that were loaded at once.
  peak INTEGER NOT NULL DEFAULT 0 CHECK (peak >= 0),
  -- Of the track: 0, none was recorded; 1, what is stored is whole; 2, some of it was lost.
  track INTEGER NOT NULL DEFAULT 0 CHECK (track BETWEEN 0 AND 2),
  -- 1: a simulation that was kept, which nobody saw.
  simulated INTEGER NOT NULL DEFAULT 0 CHECK (simulated IN (0, 1)),
  -- Whether transition_geometry has anything of it.
  has_geometry INTEGER NOT NULL DEFAULT 0 CHECK (has_geometry IN (0, 1)),
  -- By what it is grouped with others: a JSON object of a few short texts.
  attributes TEXT NOT NULL DEFAULT '{}' CHECK (length(CAST(attributes AS BLOB)) <= 2048),
  -- The arm of an experiment in which it began; NULL for one that is in none.
  experiment TEXT CHECK (
    length(experiment) BETWEEN 1 AND 128
    AND length(experiment) = length(CAST(experiment AS BLOB))
    AND experiment NOT GLOB '*[^!-~]*'
  ),
  arm TEXT CHECK (
    length(arm) BETWEEN 1 AND 128
    AND length(arm) = length(CAST(arm AS BLOB))
    AND arm NOT GLOB '*[^!-~]*'
  ),
  -- 1: load_seals has a seal over the session as a whole.
  sealed INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1)),
  -- How many phones its phone stands for in what phones send; 0: it is not of the sample, and no export
  -- of loads and sessions has it.
  weight INTEGER NOT NULL DEFAULT 1 CHECK (weight BETWEEN 0 AND 1000),
  CHECK ((experiment IS NULL) = (arm IS NULL))
) STRICT;

-- Nothing happens before its session begins or after it ends, so that the sessions of a time are
-- known without their transitions.
CREATE INDEX sessions_by_start ON sessions (started_at);
CREATE INDEX sessions_by_last ON sessions (last_at);

-- For leaving them out.
CREATE INDEX simulated_sessions ON sessions (session) WHERE simulated = 1;

-- All that may become of an ad, and with what. States: 0 notLoaded, 1 fetched, 2 displayed,
-- 3 unloaded. Causes: 0 enteredFetchZone, 1 enteredDisplayZone, 2 leftUnloadZone,
-- 3 reenteredFetchZone, 4 consentWithdrawn, 5 consentExpired, 6 consentChanged, 7 removed,
-- 8 evicted, 9 processTerminated, 10 loadFailed, 11 noFill, 12 reloaded, 13 unitPaused, 14 notRendered. Modes of a
-- load: 0 personalized, 1 nonPersonalized, 2 limited; NULL: not known. `visible` is whether the
-- place of a displayed ad was in the viewport already.
CREATE TABLE transition_kinds (
  kind INTEGER PRIMARY KEY CHECK (kind BETWEEN 0 AND 31),
  from_state INTEGER NOT NULL,
  to_state INTEGER NOT NULL,
  cause INTEGER NOT NULL,
  mode INTEGER,
  visible INTEGER
) STRICT;

INSERT INTO transition_kinds (kind, from_state, to_state, cause, mode, visible) VALUES
  (0, 0, 1, 0, 0, NULL), (1, 0, 1, 0, 1, NULL), (2, 0, 1, 0, 2, NULL), (3, 0, 1, 0, NULL, NULL),
  (4, 1, 2, 1, NULL, 0), (5, 1, 2, 1, NULL, 1), (6, 3, 0, 3, NULL, NULL),
  (7, 1, 0, 7, NULL, NULL), (8, 2, 0, 7, NULL, NULL), (9, 3, 0, 7, NULL, NULL),
  (10, 1, 3, 2, NULL, NULL), (11, 2, 3, 2, NULL, NULL), (12, 1, 3, 4, NULL, NULL),
  (13, 2, 3, 4, NULL, NULL), (14, 1, 3, 5, NULL, NULL), (15, 2, 3, 5, NULL, NULL),
  (16, 1, 3, 6, NULL, NULL), (17, 2, 3, 6, NULL, NULL), (18, 1, 3, 8, NULL, NULL),
  (19, 2, 3, 8, NULL, NULL), (20, 1, 3, 9, NULL, NULL), (21, 2, 3, 9, NULL, NULL),
  (22, 1, 3, 10, NULL, NULL), (23, 2, 3, 10, NULL, NULL), (24, 1, 3, 11, NULL, NULL),
  (25, 2, 3, 11, NULL, NULL), (26, 1, 3, 12, NULL, NULL), (27, 2, 3, 12, NULL, NULL),
  (28, 1, 3, 13, NULL, NULL), (29, 2, 3, 13, NULL, NULL), (30, 1, 3, 14, NULL, NULL),
  (31, 2, 3, 14, NULL, NULL);

-- The rules of the gate by which loads were allowed, so that a load is judged by them for ever: the
-- settings of the gate, the version of the program's rules and that of its table of laws. No law: the
-- most careful of all that were answered under.
CREATE TABLE gate_rules (
  rules INTEGER PRIMARY KEY,
  policy TEXT NOT NULL,
  limited_ads_since INTEGER NOT NULL,
  applicable_law TEXT NOT NULL,
  silence TEXT NOT NULL,
  version INTEGER NOT NULL,
  law_table INTEGER NOT NULL,
  UNIQUE (policy, limited_ads_since, applicable_law, silence, version, law_table)
) STRICT;

-- By which of them a session went, from which of its transitions on.
CREATE TABLE session_rules (
  session INTEGER NOT NULL REFERENCES sessions (session),
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  rules INTEGER NOT NULL REFERENCES gate_rules (rules),
  PRIMARY KEY (session, first_sequence)
) STRICT, WITHOUT ROWID;

-- The scripts that web views are made with, without the one that tells of consent: a line each, its name, a
-- space and its SHA-256. They are found, and sealed, by the SHA-256 of all lines.
CREATE TABLE told_scripts (
  scripts INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  content TEXT NOT NULL
) STRICT;

-- Which units a session has; what became of them hangs on it. With it the scripts that the unit's first
-- loads were made with, and from which of the session's transitions on, for nearly always they are its
-- only ones. Nothing refers to told_scripts by key, for whoever drops one would look through all rows.
CREATE TABLE session_units (
  session INTEGER NOT NULL REFERENCES sessions (session),
  unit INTEGER NOT NULL REFERENCES unit_ids (unit),
  scripts_from INTEGER CHECK (scripts_from > 0),
  scripts INTEGER,
  PRIMARY KEY (session, unit),
  CHECK ((scripts IS NULL) = (scripts_from IS NULL))
) STRICT, WITHOUT ROWID;

-- Those that a unit's later loads were made with, where they became others.
CREATE TABLE session_scripts (
  session INTEGER NOT NULL,
  unit INTEGER NOT NULL,
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  scripts INTEGER NOT NULL,
  PRIMARY KEY (session, unit, first_sequence),
  FOREIGN KEY (session, unit) REFERENCES session_units (session, unit)
) STRICT, WITHOUT ROWID;

-- What pages were told of consent, from which of a session's transitions on: the record that allowed it,
-- the SHA-256 of the script, and its commitment. An erasure of the person takes hash and salt away.
CREATE TABLE session_consents (
  session INTEGER NOT NULL REFERENCES sessions (session),
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  record INTEGER NOT NULL REFERENCES consent_entries (sequence),
  script BLOB CHECK (length(script) = 32),
  salt BLOB CHECK ((salt IS NULL) = (script IS NULL)),
  commitment BLOB NOT NULL CHECK (length(commitment) = 32),
  PRIMARY KEY (session, first_sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX session_consents_by_record ON session_consents (record) WHERE script IS NOT NULL;

-- The transitions of a unit lie together, session after session, so that its last ones are read at
-- once. Times count from the session's beginning. Loads are the kinds 0 to 3.
CREATE TABLE session_transitions (
  unit INTEGER NOT NULL,
  session INTEGER NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  elapsed INTEGER NOT NULL CHECK (elapsed BETWEEN 0 AND 400000000000000),
  kind INTEGER NOT NULL CONSTRAINT transition_is_legal CHECK (kind BETWEEN 0 AND 31),
  consent INTEGER REFERENCES consent_entries (sequence),
  PRIMARY KEY (unit, session, sequence),
  FOREIGN KEY (session, unit) REFERENCES session_units (session, unit),
  CONSTRAINT load_names_its_consent CHECK ((kind <= 3) = (consent IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- Where ad and viewport were, of transitions that no track tells of.
CREATE TABLE transition_geometry (
  session INTEGER NOT NULL REFERENCES sessions (session),
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  frame_x REAL NOT NULL,
  frame_y REAL NOT NULL,
  frame_width REAL NOT NULL,
  frame_height REAL NOT NULL,
  viewport_x REAL NOT NULL,
  viewport_y REAL NOT NULL,
  viewport_width REAL NOT NULL,
  viewport_height REAL NOT NULL,
  PRIMARY KEY (session, sequence)
) STRICT, WITHOUT ROWID;

-- What may become of a loaded ad, beside the states of its slot. Those of one moment come in this
-- order.
CREATE TABLE ad_event_kinds (
  event INTEGER PRIMARY KEY CHECK (event BETWEEN 0 AND 11),
  name TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO ad_event_kinds (event, name) VALUES
  (0, 'committed'), (1, 'parsed'), (2, 'finished'), (3, 'filled'), (4, 'empty'), (5, 'rendered'),
  (6, 'appeared'), (7, 'viewable'), (8, 'counted'), (9, 'clicked'),
  (10, 'silenced'), (11, 'missed');

-- What became of loaded ads, and when.
CREATE TABLE session_events (
  unit INTEGER NOT NULL,
  session INTEGER NOT NULL,
  elapsed INTEGER NOT NULL CHECK (elapsed BETWEEN 0 AND 400000000000000),
  event INTEGER NOT NULL CHECK (event BETWEEN 0 AND 11),
  -- The session's first one is 1: the order in which they came.
  place INTEGER NOT NULL CHECK (place > 0),
  -- Of an ad that appeared, or was missed: for how long its place had been on the screen without it.
  waited INTEGER CHECK (waited >= 0),
  -- Of a creative that was rendered: its size, where somebody told it.
  width REAL,
  height REAL,
  PRIMARY KEY (unit, session, elapsed, event),
  FOREIGN KEY (session, unit) REFERENCES session_units (session, unit),
  CHECK ((event IN (6, 11)) = (waited IS NOT NULL)),
  CHECK ((width IS NULL) = (height IS NULL) AND (event = 5 OR width IS NULL))
) STRICT, WITHOUT ROWID;

-- The transitions with all that is known of them; the geometry is NULL where the session's track
-- tells it. Joined by way of the list, so that a unit's and a session's rows are found at once.
CREATE VIEW transitions AS
SELECT t.unit, s.started_at + t.elapsed AS at, u.session, t.sequence, k.from_state, k.to_state,
  k.cause, t.consent, k.mode, k.visible, g.frame_x, g.frame_y, g.frame_width, g.frame_height,
  g.viewport_x, g.viewport_y, g.viewport_width, g.viewport_height
FROM session_units AS u
JOIN session_transitions AS t ON t.unit = u.unit AND t.session = u.session
JOIN sessions AS s ON s.session = u.session
JOIN transition_kinds AS k ON k.kind = t.kind
LEFT JOIN transition_geometry AS g ON g.session = u.session AND g.sequence = t.sequence;

-- The same as people read them.
CREATE VIEW loads AS
SELECT i.id AS unit, s.page, s.id AS session, s.app_version,
  strftime('%Y-%m-%dT%H:%M:%fZ', t.at / 1000.0, 'unixepoch') AS time, t.sequence,
  CASE t.from_state WHEN 0 THEN 'notLoaded' WHEN 1 THEN 'fetched' WHEN 2 THEN 'displayed'
    WHEN 3 THEN 'unloaded' END AS from_state,
  CASE t.to_state WHEN 0 THEN 'notLoaded' WHEN 1 THEN 'fetched' WHEN 2 THEN 'displayed'
    WHEN 3 THEN 'unloaded' END AS to_state,
  CASE t.cause WHEN 0 THEN 'enteredFetchZone' WHEN 1 THEN 'enteredDisplayZone'
    WHEN 2 THEN 'leftUnloadZone' WHEN 3 THEN 'reenteredFetchZone' WHEN 4 THEN 'consentWithdrawn'
    WHEN 5 THEN 'consentExpired' WHEN 6 THEN 'consentChanged' WHEN 7 THEN 'removed'
    WHEN 8 THEN 'evicted' WHEN 9 THEN 'processTerminated' WHEN 10 THEN 'loadFailed'
    WHEN 11 THEN 'noFill' WHEN 12 THEN 'reloaded' WHEN 13 THEN 'unitPaused'
    WHEN 14 THEN 'notRendered' END AS cause,
  CASE t.mode WHEN 0 THEN 'personalized' WHEN 1 THEN 'nonPersonalized' WHEN 2 THEN 'limited' END
    AS mode, t.consent, s.experiment, s.arm, s.simulated
FROM transitions AS t
JOIN unit_ids AS i ON i.unit = t.unit
JOIN sessions AS s ON s.session = t.session;

CREATE VIEW viewable_impressions AS
SELECT v.unit, s.started_at + v.elapsed AS at, u.session
FROM session_units AS u
JOIN session_events AS v ON v.unit = u.unit AND v.session = u.session
JOIN sessions AS s ON s.session = u.session
WHERE v.event = 7;

CREATE VIEW ad_events AS
SELECT e.unit, s.started_at + e.elapsed AS at, u.session, k.name AS event, e.waited, e.width,
  e.height
FROM session_units AS u
JOIN session_events AS e ON e.unit = u.unit AND e.session = u.session
JOIN sessions AS s ON s.session = u.session
JOIN ad_event_kinds AS k ON k.event = e.event;

-- A track is everything that the loading engine was told in a session, in order and with its times,
-- in the compact form of SessionTrack: with it a session can be replayed, under its own thresholds
-- or others. It is cut into chunks of at most 980 bytes, numbered from 0, which with the row's head
-- SQLite keeps in the table's own pages.
CREATE TABLE tracks (
  session INTEGER NOT NULL REFERENCES sessions (session),
  chunk INTEGER NOT NULL CHECK (chunk >= 0),
  content BLOB NOT NULL CHECK (length(content) BETWEEN 1 AND 980),
  PRIMARY KEY (session, chunk)
) STRICT, WITHOUT ROWID;

-- The batches in the order in which they were stored, which exports follow: a cursor into them
-- misses nothing, however many sessions write at once. A write that only ended a session or only
-- tells what became of ads is a batch, too, its last sequence number one below its first: so the newest
-- batch of a session says when it last changed.
CREATE TABLE batches (
  batch INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions (session),
  first_sequence INTEGER NOT NULL CHECK (first_sequence > 0),
  last_sequence INTEGER NOT NULL CHECK (last_sequence >= first_sequence - 1)
) STRICT;

CREATE INDEX batches_by_session ON batches (session);

-- What the history's own bounds, the settings history-days and history-bytes, have dropped so far.
CREATE TABLE history_drops (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  sessions INTEGER NOT NULL CHECK (sessions > 0),
  transitions INTEGER NOT NULL CHECK (transitions >= 0),
  -- When that was last, and the last sign of the youngest session that went.
  dropped_at INTEGER NOT NULL,
  youngest_at INTEGER NOT NULL
) STRICT;

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

"""#),
    Migration(version: 4, name: "settings", sql: #"""
-- Settings hold for every page and every command; a page that says nothing of its own takes them. A
-- setting at its default has no row, so that a later default reaches whoever chose nothing.
CREATE TABLE settings (
  name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 128),
  value TEXT NOT NULL CHECK (length(CAST(value AS BLOB)) <= 4096)
) STRICT, WITHOUT ROWID;

"""#),
    Migration(version: 5, name: "updates", sql: #"""
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

"""#),
  ]
}
