-- Times are milliseconds since 1970. A record is written once and never changed.

-- Evaluated agents.
CREATE TABLE subjects (
  id TEXT PRIMARY KEY,
  -- JSON: the target for `evaluate`.
  target TEXT NOT NULL,
  origin TEXT NOT NULL,
  every_ms INTEGER NOT NULL CHECK (every_ms > 0),
  due_at INTEGER NOT NULL,
  -- The maximum number of attempts a day, unless the setting applies.
  attempts_per_day INTEGER CHECK (attempts_per_day > 0),
  -- The circuit breaker: consecutive failed questions, and the current rest with its cause.
  failures INTEGER NOT NULL DEFAULT 0,
  rests INTEGER NOT NULL DEFAULT 0,
  rest_from INTEGER,
  rest_until INTEGER,
  rest_cause TEXT,
  created_at INTEGER NOT NULL,
  -- The time of its removal. Its published records stay.
  left_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX subjects_due ON subjects (due_at);
-- A due time more than one interval ahead was set before the clock jumped back.
CREATE INDEX subjects_late ON subjects (due_at - every_ms);

-- One seed and one subject. `seed` is a secret while the run is open.
CREATE TABLE runs (
  run_id TEXT PRIMARY KEY,
  subject TEXT NOT NULL REFERENCES subjects (id),
  -- Questions of a private bank are a separate run.
  part TEXT NOT NULL CHECK (part IN ('public', 'private')),
  seed TEXT NOT NULL,
  -- JSON: the terms, fixed at creation.
  terms TEXT NOT NULL,
  origin TEXT NOT NULL,
  questions INTEGER NOT NULL,
  -- 1 if a token's holder asked for it. Only scheduled runs are scored.
  requested INTEGER NOT NULL CHECK (requested IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'logged')),
  evaluator TEXT,
  run_line TEXT,
  close_line TEXT,
  lease TEXT,
  lease_until INTEGER,
  created_at INTEGER NOT NULL,
  -- The time at which it was last queued.
  sent_at INTEGER,
  log INTEGER REFERENCES logs (log),
  first_leaf INTEGER,
  UNIQUE (log, first_leaf)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX runs_open ON runs (subject, part) WHERE state = 'open';
CREATE INDEX runs_sent ON runs (sent_at) WHERE state = 'open';
CREATE INDEX runs_logged ON runs (subject, created_at) WHERE state = 'logged';

-- A question is identified by its run, its family and its index: it has one record.
CREATE TABLE records (
  run_id TEXT NOT NULL REFERENCES runs (run_id),
  family TEXT NOT NULL,
  idx INTEGER NOT NULL,
  -- Its place among the records of the run, without gaps.
  position INTEGER NOT NULL,
  record_id TEXT NOT NULL UNIQUE,
  line TEXT NOT NULL,
  PRIMARY KEY (run_id, family, idx)
) STRICT, WITHOUT ROWID;

-- Closed runs that are not logged yet, in log order.
CREATE TABLE waiting (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id TEXT NOT NULL UNIQUE REFERENCES runs (run_id),
  evaluator TEXT NOT NULL,
  records INTEGER NOT NULL,
  closed_at INTEGER NOT NULL
) STRICT;

-- One log per key. It contains the records of its runs, by `first_leaf`, without gaps.
CREATE TABLE logs (
  log INTEGER PRIMARY KEY AUTOINCREMENT,
  did TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
) STRICT;

-- Each checkpoint has one predecessor. Two with the same predecessor would be a fork.
CREATE TABLE checkpoints (
  log INTEGER NOT NULL REFERENCES logs (log),
  size INTEGER NOT NULL,
  previous INTEGER NOT NULL,
  note TEXT NOT NULL,
  line TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (log, size),
  UNIQUE (log, previous),
  CHECK (size > previous)
) STRICT, WITHOUT ROWID;

CREATE TABLE tiles (
  log INTEGER NOT NULL REFERENCES logs (log),
  level INTEGER NOT NULL,
  idx INTEGER NOT NULL,
  hashes BLOB NOT NULL,
  PRIMARY KEY (log, level, idx)
) STRICT, WITHOUT ROWID;

-- The newest logged records of each subject's scheduled runs: the source of signals and scores.
CREATE TABLE snapshots (
  subject TEXT PRIMARY KEY REFERENCES subjects (id),
  body TEXT NOT NULL,
  -- JSON: the row of the list of agents that follows from it.
  summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The trust file: every key ever used.
CREATE TABLE keys (
  did TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_until INTEGER
) STRICT, WITHOUT ROWID;

-- Score configurations by version. A version never changes.
CREATE TABLE score_configs (
  version INTEGER PRIMARY KEY,
  digest TEXT NOT NULL
) STRICT;

-- Tokens of subjects, with digests of their secrets.
CREATE TABLE tokens (
  token_id TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  subject TEXT NOT NULL UNIQUE REFERENCES subjects (id)
) STRICT, WITHOUT ROWID;

-- Executed requests, kept while they could be replayed.
CREATE TABLE requests (
  request TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX requests_at ON requests (at);

-- Attempts by subject and day, and the tokens that replies say they cost.
CREATE TABLE usage (
  subject TEXT NOT NULL,
  day TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (subject, day)
) STRICT, WITHOUT ROWID;

-- The earliest time of the next question to an origin.
CREATE TABLE origins (
  origin TEXT PRIMARY KEY,
  next_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
