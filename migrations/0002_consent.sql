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

-- The chain: one entry a record, and one an erasure. `hash` covers all other columns.
CREATE TABLE consent_entries (
  sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
  at INTEGER NOT NULL,
  event TEXT NOT NULL CHECK (
    event IN ('given', 'refused', 'changed', 'withdrawn', 'expired', 'imported', 'erased')
  ),
  subject_commitment BLOB NOT NULL CHECK (length(subject_commitment) = 32),
  payload_commitment BLOB NOT NULL CHECK (length(payload_commitment) = 32),
  previous BLOB NOT NULL CHECK (length(previous) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- What an erasure has to be found by: whose content may be deleted.
CREATE INDEX consent_erasures ON consent_entries (subject_commitment) WHERE event = 'erased';

-- The people, by a pseudonymous key or by a keyed hash of one.
CREATE TABLE consent_subjects (
  subject INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 256),
  salt BLOB NOT NULL CHECK (length(salt) = 32)
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

-- The records as they are read: entry, key, salts and content in one row.
CREATE VIEW consent_records AS
SELECT c.sequence, e.at, e.event, e.subject_commitment, e.payload_commitment, e.previous, e.hash,
  s.key, s.salt AS key_salt, c.salt AS content_salt, c.content,
  (
    SELECT max(b.sequence) FROM consent_contents AS b
    WHERE b.subject = c.subject AND b.sequence < c.sequence
  ) AS previous_record, c.subject
FROM consent_contents AS c
JOIN consent_subjects AS s ON s.subject = c.subject
JOIN consent_entries AS e ON e.sequence = c.sequence;

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

CREATE TRIGGER consent_subjects_are_never_edited BEFORE UPDATE ON consent_subjects
BEGIN
  SELECT RAISE(ABORT, 'a subject key is never changed');
END;
