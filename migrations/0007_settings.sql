-- Settings hold for every page and every command; a page that says nothing of its own takes them.
--
-- What became of a slot without an ad stood in every page, chosen or not. From now on NULL is a page
-- that chose nothing; 'collapse' was the default, and so is that of the setting.
ALTER TABLE pages ADD COLUMN chosen_no_fill TEXT CHECK (chosen_no_fill IN ('collapse', 'keep'));
UPDATE pages SET chosen_no_fill = nullif(no_fill, 'collapse');
ALTER TABLE pages DROP COLUMN no_fill;
ALTER TABLE pages RENAME COLUMN chosen_no_fill TO no_fill;

-- A setting at its default has no row, so that a later default reaches whoever chose nothing.
DELETE FROM settings WHERE name = 'debug' AND value = 'off';
