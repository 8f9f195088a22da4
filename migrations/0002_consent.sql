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
