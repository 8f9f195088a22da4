-- What a unit's ads are: video must be seen for 2 seconds to count as viewable, not 1.
ALTER TABLE units ADD COLUMN media TEXT NOT NULL DEFAULT 'display' CHECK (
  media IN ('display', 'video')
);
