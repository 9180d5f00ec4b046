#include "store/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstring>

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

}  // namespace

base::Result<std::unique_ptr<Database>> Database::Open(std::string_view content, const std::string& name) {
  std::unique_ptr<Database> database(new Database(name));
  if (sqlite3_open_v2(":memory:", &database->handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nullptr) !=
      SQLITE_OK) {
    database->Fail();
    return database->status().error();
  }
  TRY(database->Load(content));
  Distrust(database->handle_);
  const auto count = [](void* self) { return ++static_cast<Database*>(self)->steps_ > kMostSteps ? 1 : 0; };
  sqlite3_progress_handler(database->handle_, kStepsAtOnce, count, database.get());
  TRY(database->Migrate());
  return database;
}

base::Status Database::Load(std::string_view content) {
  if (content.empty()) return {};
  // SQLite frees the copy, at once where it refuses it.
  auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(content.size()));
  if (copy == nullptr) return base::EnvironmentError(fmt::format("{} does not fit into the memory", name_));
  std::memcpy(copy, content.data(), content.size());
  const auto size = static_cast<sqlite3_int64>(content.size());
  if (sqlite3_deserialize(handle_, "main", copy, size, size,
                          SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) != SQLITE_OK)
    Fail();
  return status();
}

base::Result<std::string> Database::Content() {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(sqlite3_serialize(handle_, "main", &size, 0),
                                                                      &sqlite3_free);
  if (bytes == nullptr) return base::EnvironmentError(fmt::format("{} does not fit into the memory", name_));
  return std::string(reinterpret_cast<const char*>(bytes.get()), static_cast<size_t>(size));
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
    return base::UsageError(fmt::format("{} was written by a newer Kingbird", name_), "move it away or update");
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
  return base::EnvironmentError(fmt::format("{}: {}", name_, error_));
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
