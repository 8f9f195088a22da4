// SPDX-License-Identifier: MIT

extension FleetLedgers {
  /// What computes hashes and roots again, and names what is not as it was.
  static let checks = """
    -- The root of a tree from the roots of its complete subtrees, the lowest first (RFC 6962, section 2.1).
    CREATE OR REPLACE FUNCTION adview.joined(later bytea, earlier bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN later IS NULL THEN earlier ELSE sha256('\\x01'::bytea || earlier || later) END
    $$;
    CREATE OR REPLACE AGGREGATE adview.root(bytea) (SFUNC = adview.joined, STYPE = bytea);

    -- Who sent something since a time.
    CREATE OR REPLACE FUNCTION adview.stores_since(since timestamptz) RETURNS SETOF bytea
    LANGUAGE sql STABLE AS $$
      SELECT store FROM adview.entries WHERE "receivedAt" >= since
      UNION SELECT store FROM adview.heads WHERE "receivedAt" >= since
      UNION SELECT store FROM adview.other_entries WHERE "receivedAt" >= since
    $$;

    -- Each head that was told beside the one that the entries have; NULL where they are not all there.
    CREATE OR REPLACE FUNCTION adview.checked_heads(since timestamptz DEFAULT '-infinity')
    RETURNS TABLE (store bytea, size bigint, root bytea, "computedRoot" bytea)
    LANGUAGE sql STABLE SET jit = off AS $$
      WITH RECURSIVE chosen AS MATERIALIZED (
        SELECT store FROM adview.stores_since(since) AS s (store)
      ), told AS MATERIALIZED (
        SELECT store, size, root FROM adview.heads JOIN chosen USING (store)
        UNION SELECT store, "beforeSize", "beforeRoot" FROM adview.heads JOIN chosen USING (store)
      ), node (store, level, place, hash) AS (
        SELECT store, 0, sequence - 1, "entryHash" FROM adview.entries JOIN chosen USING (store)
        UNION ALL
        SELECT store, level + 1, place / 2, sha256('\\x01'::bytea || hash || "nextHash")
        FROM (
          SELECT *, lead(place) OVER beside AS "nextPlace", lead(hash) OVER beside AS "nextHash"
          FROM node WINDOW beside AS (PARTITION BY store ORDER BY place)
        ) AS pairs
        WHERE place % 2 = 0 AND "nextPlace" = place + 1
      ), peak AS MATERIALIZED (
        SELECT store, size, level, (size >> (level + 1)) * 2 AS place
        FROM (SELECT DISTINCT store, size FROM told) AS sizes
        JOIN generate_series(0, 52) AS level ON size >> level & 1 = 1
      ), computed AS MATERIALIZED (
        SELECT peak.store, size, adview.root(hash ORDER BY level) AS root
        FROM peak LEFT JOIN node USING (store, level, place)
        GROUP BY peak.store, size HAVING count(*) = count(hash)
      )
      SELECT store, size, told.root, CASE WHEN size = 0 THEN sha256('') ELSE computed.root END
      FROM told LEFT JOIN computed USING (store, size)
    $$;

    -- What is not as it was, of the stores that sent something since a time.
    CREATE OR REPLACE FUNCTION adview.check_stores(since timestamptz DEFAULT '-infinity')
    RETURNS TABLE (store text, sequence bigint, kind text, finding text)
    LANGUAGE sql STABLE SET jit = off AS $$
      WITH chosen AS MATERIALIZED (
        SELECT store FROM adview.stores_since(since) AS s (store)
      ), entry AS MATERIALIZED (
        SELECT e.*, "entryHash" = adview.entry_hash(\(hashed("e."))) AS "hashFollows",
          lag(sequence, 1, 0::bigint) OVER chain AS "beforeSequence",
          CASE
            WHEN sequence = 1
            THEN previous = sha256(adview.field('AdView consent ledger 1'::bytea) || adview.field(store))
            WHEN lag(sequence) OVER chain = sequence - 1 THEN previous = lag("entryHash") OVER chain
          END AS "previousFollows"
        FROM adview.entries AS e JOIN chosen USING (store)
        WINDOW chain AS (PARTITION BY store ORDER BY sequence)
      ), altered AS MATERIALIZED (
        SELECT * FROM entry WHERE NOT "hashFollows"
      ), head AS MATERIALIZED (
        SELECT *, root = "computedRoot" AS follows,
          coalesce(max(size) FILTER (WHERE root = "computedRoot") OVER (
            PARTITION BY store ORDER BY size GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
          ), 0) AS proven
        FROM adview.checked_heads(since)
      ), told AS MATERIALIZED (
        SELECT *, max(ARRAY[\
    "ledgerSize", -(extract(epoch FROM "time") * 1000)::bigint]) OVER (
            PARTITION BY store ORDER BY arrival ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
          ) AS most
        FROM adview.heads JOIN chosen USING (store)
      ), found (store, sequence, kind, finding) AS (
        SELECT a.store, a.sequence, CASE WHEN moved IS NULL THEN 'edited' ELSE 'reordered' END,
          CASE WHEN moved IS NULL THEN 'its hash does not follow from its fields'
            ELSE 'entry ' || moved || ' stands in its place' END
        FROM altered AS a LEFT JOIN LATERAL (
          SELECT min(other.sequence) AS moved FROM altered AS other
          WHERE other.store = a.store AND a."entryHash" = adview.entry_hash(
            other.sequence, \(hashed("a.").replacing("a.\"sequence\", ", with: "")))
        ) AS elsewhere ON true
        UNION ALL
        SELECT store, greatest(sequence - 1, 1), CASE WHEN sequence = 1 THEN 'forked' ELSE 'edited' END,
          CASE WHEN sequence = 1 THEN 'the chain was begun in another store'
            ELSE 'entry ' || sequence || ' was appended to another one in its place' END
        FROM entry AS e WHERE NOT "previousFollows" AND NOT EXISTS (
          -- What the other ledger of a fork went on with is named where they part.
          SELECT 1 FROM adview.other_entries AS other
          WHERE other.store = e.store AND other.sequence = e.sequence - 1
            AND other."entryHash" = e.previous AND other."entryHash" = other."computedHash")
        UNION ALL
        SELECT store, "beforeSequence" + 1, 'missing', 'entry ' || sequence || ' follows a gap'
        FROM entry WHERE sequence <> "beforeSequence" + 1
        UNION ALL
        SELECT store, coalesce(max(sequence), 0) + 1, 'truncated',
          'a head of ' || max(size) || ' entries was told; up to ' || coalesce(max(sequence), 0)
          || ' they are there'
        FROM (SELECT store, max(size) AS size FROM told GROUP BY store) AS largest
        LEFT JOIN entry USING (store)
        GROUP BY store HAVING max(size) > coalesce(max(sequence), 0)
        UNION ALL
        SELECT store, "ledgerSize" + 1, 'truncated',
          'the ledger had ' || most[1] || ' entries, and ' || "ledgerSize" || ' on ' || "time"
        FROM told WHERE most[1] > "ledgerSize"
          AND -most[2] < (extract(epoch FROM "time") * 1000)::bigint
        UNION ALL
        SELECT store, sequence, CASE WHEN "entryHash" = "computedHash" THEN 'forked' ELSE 'edited' END,
          CASE WHEN "entryHash" = "computedHash"
            THEN 'another entry came under its name: ' || encode("entryHash", 'hex')
            ELSE 'it came with other fields, from which its hash does not follow' END
        FROM adview.other_entries JOIN chosen USING (store)
        UNION ALL
        SELECT store, least(proven + 1, size), 'forked',
          'the head of ' || size || ' entries has the root ' || encode(root, 'hex') || '; that of what is kept is '
          || encode("computedRoot", 'hex')
        FROM head WHERE NOT follows
      )
      SELECT encode(store, 'hex'), sequence, kind, finding FROM found ORDER BY 1, 2, 3
    $$;

    CREATE OR REPLACE VIEW adview.findings AS SELECT * FROM adview.check_stores();

    -- Where two ledgers part, with what proves it: both entries, and a head over each.
    CREATE OR REPLACE VIEW adview.forks AS
    WITH head AS MATERIALIZED (SELECT * FROM adview.checked_heads())
    SELECT DISTINCT ON (other.store) encode(other.store, 'hex') AS store, other.sequence,
      kept.event, encode(kept."entryHash", 'hex') AS "entryHash", one.size, encode(one.root, 'hex') AS root,
      other.event AS "otherEvent", encode(other."entryHash", 'hex') AS "otherEntryHash",
      two.size AS "otherSize", encode(two.root, 'hex') AS "otherRoot"
    FROM adview.other_entries AS other JOIN adview.entries AS kept USING (store, sequence)
    LEFT JOIN LATERAL (
      SELECT size, root FROM head
      WHERE store = other.store AND size >= other.sequence AND root = "computedRoot" ORDER BY size LIMIT 1
    ) AS one ON true
    LEFT JOIN LATERAL (
      SELECT size, root FROM head
      WHERE store = other.store AND size >= other.sequence AND root <> "computedRoot"
      ORDER BY size LIMIT 1
    ) AS two ON true
    WHERE other."entryHash" = other."computedHash"
    ORDER BY other.store, other.sequence;

    -- Two heads of one size: whoever was told the one was shown another ledger than who was told the other.
    CREATE OR REPLACE VIEW adview.split_heads AS
    SELECT DISTINCT encode(one.store, 'hex') AS store, one.size, encode(one.root, 'hex') AS root,
      encode(two.root, 'hex') AS "otherRoot"
    FROM adview.heads AS one JOIN adview.heads AS two ON two.store = one.store AND two.size = one.size
    WHERE one.root < two.root;

    """
}
