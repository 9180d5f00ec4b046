#include "store/migrations.h"

namespace kingbird::store {
namespace {

constexpr const char* kMigrations[] = {
    // 1: one row per run, and what belongs to it in the order of the report.
    R"sql(
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  finished_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  kingbird TEXT NOT NULL, command TEXT NOT NULL, target TEXT NOT NULL, root TEXT NOT NULL, node TEXT NOT NULL,
  sandbox TEXT NOT NULL, format TEXT NOT NULL,
  seed TEXT NOT NULL,                       -- 64 bits without sign: more than an INTEGER holds
  wall_s REAL NOT NULL, cpu_s REAL NOT NULL, tests_per_s REAL NOT NULL,
  executed INTEGER NOT NULL, kept INTEGER NOT NULL, failing INTEGER NOT NULL, interrupted INTEGER NOT NULL
);
CREATE TABLE coverage (                     -- file '': the whole target
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  file TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('before', 'after')),
  metric TEXT NOT NULL CHECK (metric IN ('statements', 'branches', 'functions')),
  covered INTEGER NOT NULL, total INTEGER NOT NULL,
  PRIMARY KEY (run, file, phase, metric)
) WITHOUT ROWID;
CREATE TABLE curve (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  tests INTEGER NOT NULL, statements INTEGER NOT NULL
);
CREATE TABLE files (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  path TEXT NOT NULL, source TEXT NOT NULL,
  lines TEXT NOT NULL                       -- one letter per line: - none, m missed, l loaded, p partly, h hit
);
CREATE TABLE tests (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  name TEXT NOT NULL, file TEXT NOT NULL, source TEXT NOT NULL, gain INTEGER NOT NULL
);
CREATE TABLE signatures (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  function TEXT NOT NULL, arguments TEXT NOT NULL   -- '_,sync,async'
);
CREATE TABLE types (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  function TEXT NOT NULL, parameter TEXT NOT NULL, type TEXT NOT NULL, evidence TEXT NOT NULL
);
CREATE TABLE findings (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  id TEXT NOT NULL, kind TEXT NOT NULL, function TEXT NOT NULL, message TEXT NOT NULL,
  repro TEXT NOT NULL, repro_text TEXT NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE notes (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  text TEXT NOT NULL
);
)sql",
    // 2: the phase 'suite': what the emitted suite alone covers. SQLite changes a CHECK only by making the table anew.
    R"sql(
ALTER TABLE coverage RENAME TO coverage_1;
CREATE TABLE coverage (                     -- file '': the whole target
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  file TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('before', 'after', 'suite')),
  metric TEXT NOT NULL CHECK (metric IN ('statements', 'branches', 'functions')),
  covered INTEGER NOT NULL, total INTEGER NOT NULL,
  PRIMARY KEY (run, file, phase, metric)
) WITHOUT ROWID;
INSERT INTO coverage SELECT * FROM coverage_1;
DROP TABLE coverage_1;
)sql",
    // 3: what `kingbird diff` found.
    R"sql(
CREATE TABLE diffs (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  before TEXT NOT NULL, after TEXT NOT NULL, differing_tests INTEGER NOT NULL, flaky_dropped INTEGER NOT NULL,
  release TEXT NOT NULL
);
CREATE TABLE differences (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  id TEXT NOT NULL, kind TEXT NOT NULL, function TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
  tests INTEGER NOT NULL, repaired INTEGER NOT NULL, repro TEXT NOT NULL, repro_text TEXT NOT NULL
);
CREATE TABLE release_notes (                -- kind: added, reason
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  kind TEXT NOT NULL, text TEXT NOT NULL
);
)sql",
    // 4: tests of the batch lane.
    R"sql(
ALTER TABLE runs ADD COLUMN screened INTEGER NOT NULL DEFAULT 0;
)sql",
    // 5: branches of files that nothing took, a line each: '12:5 if 2'.
    R"sql(
ALTER TABLE files ADD COLUMN missed TEXT NOT NULL DEFAULT '';
)sql",
    // 6: of `kingbird diff`: calls to paste, changed lines, modules that do not load.
    R"sql(
ALTER TABLE differences ADD COLUMN call TEXT NOT NULL DEFAULT '';
ALTER TABLE diffs ADD COLUMN has_sources INTEGER NOT NULL DEFAULT 0;
CREATE TABLE line_changes (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  file TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, removed INTEGER NOT NULL, fate TEXT NOT NULL,
  tests INTEGER NOT NULL, differing INTEGER NOT NULL
);
CREATE TABLE unloaded_modules (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  file TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL
);
)sql",
    // 7: why a module was not loaded, and the command of the project's own runner.
    R"sql(
ALTER TABLE files ADD COLUMN not_loaded TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN run_suite TEXT NOT NULL DEFAULT '';
)sql",
};

}  // namespace

std::span<const char* const> Migrations() { return kMigrations; }

}  // namespace kingbird::store
