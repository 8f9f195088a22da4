-- History: whole sessions, and simulated ones told apart.
--
-- A track is everything that the loading engine was told in a session, in order and with its times,
-- in the compact form of SessionTrack: with it a session can be replayed, under its own thresholds or
-- others. It is cut into chunks of at most 1000 bytes, numbered from 0.
CREATE TABLE tracks (
  session INTEGER NOT NULL REFERENCES sessions (session),
  chunk INTEGER NOT NULL CHECK (chunk >= 0),
  content BLOB NOT NULL CHECK (length(content) BETWEEN 1 AND 1000),
  PRIMARY KEY (session, chunk)
) STRICT, WITHOUT ROWID;

-- 0: no track was recorded; 1: what is stored is whole; 2: some of it was lost.
ALTER TABLE sessions ADD COLUMN track INTEGER NOT NULL DEFAULT 0 CHECK (track BETWEEN 0 AND 2);

-- 1: a simulation that was kept, which nobody saw.
ALTER TABLE sessions ADD COLUMN simulated INTEGER NOT NULL DEFAULT 0 CHECK (simulated IN (0, 1));
UPDATE sessions SET simulated = 1 WHERE app_version GLOB 'adview-admin *' AND device = '';

-- Of a display: whether the ad's place was in the viewport already.
ALTER TABLE transitions ADD COLUMN visible INTEGER CONSTRAINT only_displays_are_visible CHECK (
  visible IS NULL OR (to_state = 2 AND visible IN (0, 1))
);
UPDATE transitions SET visible =
  frame_y < viewport_y + viewport_height AND viewport_y < frame_y + frame_height
  AND frame_x < viewport_x + viewport_width AND viewport_x < frame_x + frame_width
  AND frame_width > 0 AND frame_height > 0 AND viewport_width > 0 AND viewport_height > 0
WHERE to_state = 2;

-- For leaving them out.
CREATE INDEX simulated_sessions ON sessions (session) WHERE simulated = 1;
