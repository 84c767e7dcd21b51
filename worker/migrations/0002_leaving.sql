-- The time of a subject's removal. Its published records stay.
ALTER TABLE subjects ADD COLUMN left_at INTEGER;
-- A due time more than one interval ahead was set before the clock jumped back.
CREATE INDEX subjects_late ON subjects (due_at - every_ms);
