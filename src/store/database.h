// A SQLite database in memory, made from the bytes of a file, with its schema brought up to date. The only place that
// knows SQLite, which opens no file itself: beside a file that somebody sends SQLite would act upon journals that they
// send along.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace kingbird::store {

class Database;

/// One prepared statement. Text and numbers are bound in the order of the question marks. Errors stick: they are
/// reported by Run or by Database::Commit, so that a series of inserts reads as one.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  template <typename... Values>
  void Insert(const Values&... values) {
    Reset();
    (Bind(values), ...);
    Next();
  }
  template <typename... Values>
  void Query(const Values&... values) {
    Reset();
    (Bind(values), ...);
  }
  /// True while there is a row.
  bool Next();
  std::string Text(int column) const;
  int64_t Integer(int column) const;
  double Real(int column) const;

 private:
  void Reset();
  void Bind(std::string_view text);
  void Bind(const std::string& text) { Bind(std::string_view(text)); }
  void Bind(const char* text) { Bind(std::string_view(text)); }
  void Bind(int64_t number);
  void Bind(int number) { Bind(static_cast<int64_t>(number)); }
  void Bind(bool flag) { Bind(static_cast<int64_t>(flag ? 1 : 0)); }
  void Bind(double number);

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

/// Thread-compatible.
class Database {
 public:
  /// The largest file that is read, in bytes. A run adds some ten thousand.
  static constexpr size_t kMostFileBytes = size_t{128} << 20;

  /// The database whose file has this content, or a new one for "". `name` stands for the file in messages. Migrates an
  /// older database. An Error for what is no database or was written by a newer Kingbird.
  static base::Result<std::unique_ptr<Database>> Open(std::string_view content, const std::string& name);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void Begin();
  /// All since Begin, or nothing of it when any statement failed.
  base::Status Commit();
  /// The first error since Begin or Commit.
  base::Status status() const;
  int64_t LastId() const;
  /// What the file holds from now on.
  base::Result<std::string> Content();

 private:
  friend class Statement;
  explicit Database(std::string name) : name_(std::move(name)) {}
  base::Status Load(std::string_view content);
  base::Status Migrate();
  bool Execute(const std::string& sql);
  void Fail();

  std::string name_;
  sqlite3* handle_ = nullptr;
  std::string error_;
  int steps_ = 0;
  size_t bytes_ = 0;
};

}  // namespace kingbird::store
