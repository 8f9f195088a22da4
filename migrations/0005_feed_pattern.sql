-- Where ads stand among the entries of a page that is a feed: positions, a slash, the period. The
-- longest pattern, every position but one of a period of 10000, has 48897 characters.
ALTER TABLE pages ADD COLUMN feed_pattern TEXT NOT NULL DEFAULT '5,7,8/10' CHECK (
  length(CAST(feed_pattern AS BLOB)) BETWEEN 2 AND 50000
  AND feed_pattern GLOB '*/[1-9]*'
  AND feed_pattern NOT GLOB '*[^0-9,/]*'
);
