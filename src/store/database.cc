#include "store/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>

#include "store/migrations.h"

namespace kingbird::store {
namespace {

// A file of results may come from anybody's repository. Steps of SQLite's machine, which take some nanoseconds each,
// and bytes: what no run of ours gets near.
constexpr int kStepsAtOnce = 1'000'000;
constexpr int kMostSteps = 500;
constexpr size_t kMostBytes = size_t{64} << 20;
constexpr int kMostBytesOfAValue = 32 << 20;

// Neither views nor triggers: ours has none, and they can do anything, for ever.
void Distrust(sqlite3* handle) {
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMostBytesOfAValue);
}

// What SQLite would find beside the file and act upon. A journal of ours, left by a run that was killed, brings the old
// results back. One that names a further journal has SQLite remove that file, whichever it is; ours name none. Of logs
// ahead of writing (-wal) there are none here.
base::Status CheckCompanions(const base::FileSystem& files, const base::Path& path) {
  using Kind = base::FileSystem::Kind;
  constexpr std::string_view kEndOfName("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  for (const char* ending : {"-wal", "-shm", "-journal"}) {
    const base::Path companion = path.string() + ending;
    const Kind kind = files.Look(companion).kind;
    if (kind == Kind::kNothing) continue;
    if (kind == Kind::kFile && std::string_view(ending) == "-journal") {
      const auto journal = files.ReadAtMost(companion, kMostBytes);
      // Another Kingbird may just have finished with it.
      if (journal.ok() ? !journal->ends_with(kEndOfName) : journal.error().code == base::ErrorCode::kNotFound) continue;
    }
    return base::UsageError(fmt::format("{} is not from Kingbird", companion.string()), "remove it");
  }
  return {};
}

}  // namespace

base::Result<std::unique_ptr<Database>> Database::Open(const base::Path& path) {
  base::FileSystem& files = base::Disk();
  if (path.has_parent_path()) TRY(files.MakeFolder(path.parent_path()));
  TRY(CheckCompanions(files, path));
  std::unique_ptr<Database> database(new Database(path));
  // No link is followed, not even one of a folder: so those above are named by their real path.
  ASSIGN_OR_RETURN(const base::Path folder, files.Real(path.has_parent_path() ? path.parent_path() : "."));
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;
  if (sqlite3_open_v2((folder / path.filename()).c_str(), &database->handle_, kFlags, nullptr) != SQLITE_OK) {
    database->Fail();
    return database->status().error();
  }
  sqlite3_busy_timeout(database->handle_, 10'000);
  Distrust(database->handle_);
  const auto count = [](void* self) { return ++static_cast<Database*>(self)->steps_ > kMostSteps ? 1 : 0; };
  sqlite3_progress_handler(database->handle_, kStepsAtOnce, count, database.get());
  TRY(database->Migrate());
  return database;
}

base::Result<std::unique_ptr<Database>> Database::OpenExisting(const base::Path& path) {
  if (!base::Disk().IsFile(path)) return base::NotFoundError(fmt::format("{} does not exist", path.string()));
  if (base::Disk().Look(path).kind == base::FileSystem::Kind::kLink)
    return base::UsageError(fmt::format("{} is a link: nobody's database is changed through it", path.string()));
  return Open(path);
}

Database::~Database() { sqlite3_close_v2(handle_); }

base::Status Database::Migrate() {
  int64_t version = 0;
  {
    Statement query(*this, "PRAGMA user_version");
    if (query.Next()) version = query.Integer(0);
  }
  TRY(status());
  const auto steps = Migrations();
  if (version > static_cast<int64_t>(steps.size())) {
    return base::UsageError(fmt::format("{} was written by a newer Kingbird", path_.string()),
                            "move it away or update");
  }
  Execute("PRAGMA foreign_keys = ON");
  for (size_t i = static_cast<size_t>(version); i < steps.size(); ++i) {
    Begin();
    Execute(steps[i]);
    Execute(fmt::format("PRAGMA user_version = {}", i + 1));
    TRY(Commit());
  }
  return status();
}

bool Database::Execute(const std::string& sql) {
  if (!error_.empty()) return false;
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return true;
  Fail();
  return false;
}

void Database::Fail() {
  if (error_.empty()) error_ = sqlite3_errmsg(handle_);
}

void Database::Begin() {
  error_.clear();
  Execute("BEGIN IMMEDIATE");
}

base::Status Database::Commit() {
  if (!Execute("COMMIT")) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
  const base::Status result = status();
  error_.clear();
  return result;
}

base::Status Database::status() const {
  if (error_.empty()) return {};
  return base::EnvironmentError(fmt::format("{}: {}", path_.string(), error_));
}

int64_t Database::LastId() const { return sqlite3_last_insert_rowid(handle_); }

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  const int code = sqlite3_prepare_v2(database.handle_, sql.data(), static_cast<int>(sql.size()), &statement_, nullptr);
  if (code != SQLITE_OK) database.Fail();
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::Reset() {
  sqlite3_reset(statement_);
  bound_ = 0;
}

bool Statement::Next() {
  if (!database_.error_.empty()) return false;
  const int code = sqlite3_step(statement_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.Fail();
  return code == SQLITE_ROW;
}

void Statement::Bind(std::string_view text) {
  sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

void Statement::Bind(int64_t number) { sqlite3_bind_int64(statement_, ++bound_, number); }

void Statement::Bind(double number) { sqlite3_bind_double(statement_, ++bound_, number); }

std::string Statement::Text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  const auto size = static_cast<size_t>(sqlite3_column_bytes(statement_, column));
  database_.bytes_ += size;
  if (database_.bytes_ > kMostBytes && database_.error_.empty()) database_.error_ = "holds more than a run leaves";
  return text == nullptr || !database_.error_.empty() ? "" : std::string(text, size);
}

int64_t Statement::Integer(int column) const { return sqlite3_column_int64(statement_, column); }

double Statement::Real(int column) const { return sqlite3_column_double(statement_, column); }

}  // namespace kingbird::store
