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
