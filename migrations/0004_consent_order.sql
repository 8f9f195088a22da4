-- Consent: one secret for all subject keys, keys that can be replaced without losing the evidence,
-- erasures that end, and look-ups by person in the ledger.

-- A table's CHECK cannot be altered, so the ledger is copied into one that knows one event more:
-- 'rekeyed', a person's key was replaced. Its entry carries the person's commitment on, and commits
-- to the new key in place of a content.
DROP VIEW consent_records;
DROP TRIGGER consent_contents_go_with_an_erasure;
DROP TRIGGER consent_subjects_are_never_edited;

CREATE TABLE consent_entries_to_be (
  sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
  at INTEGER NOT NULL,
  event TEXT NOT NULL CHECK (
    event IN (
      'given', 'refused', 'changed', 'withdrawn', 'expired', 'imported', 'erased', 'rekeyed'
    )
  ),
  subject_commitment BLOB NOT NULL CHECK (length(subject_commitment) = 32),
  payload_commitment BLOB NOT NULL CHECK (length(payload_commitment) = 32),
  previous BLOB NOT NULL CHECK (length(previous) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

INSERT INTO consent_entries_to_be
SELECT sequence, at, event, subject_commitment, payload_commitment, previous, hash
FROM consent_entries ORDER BY sequence;

DROP TABLE consent_entries;
ALTER TABLE consent_entries_to_be RENAME TO consent_entries;

-- What an erasure has to be found by: whose content may be deleted.
CREATE INDEX consent_erasures ON consent_entries (subject_commitment) WHERE event = 'erased';

-- All entries of a person in order, so that the gate sees that a content is gone.
CREATE INDEX consent_entries_by_subject ON consent_entries (subject_commitment);

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

-- The entry that the person's present key and salt were bound to; NULL where the person's
-- commitment follows from them.
ALTER TABLE consent_subjects ADD COLUMN rekeyed INTEGER REFERENCES consent_entries (sequence);

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

-- What was erased and may still have bytes in the file or its log; no row where nothing has.
CREATE TABLE consent_scrub (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- The newest entry that took something away, and when.
  entry INTEGER NOT NULL REFERENCES consent_entries (sequence),
  since INTEGER NOT NULL,
  -- Whether the file was written anew since, so that only the log has to be moved into it.
  rewritten INTEGER NOT NULL DEFAULT 0 CHECK (rewritten IN (0, 1))
) STRICT;
