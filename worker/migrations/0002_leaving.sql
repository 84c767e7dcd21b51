-- Since when a subject is evaluated no more; what was published of it stays.
ALTER TABLE subjects ADD COLUMN left_at INTEGER;
-- What is due later than one interval from now was put off by a clock that has jumped back since.
CREATE INDEX subjects_late ON subjects (due_at - every_ms);
