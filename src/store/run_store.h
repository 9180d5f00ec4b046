// Reports in and out of results.sqlite.
#pragma once

#include "base/result.h"
#include "model/report_data.h"
#include "store/database.h"

namespace kingbird::store {

/// Adds the run; whole or not at all. Returns its number.
base::Result<int64_t> SaveRun(Database& database, const model::RunReport& report);

/// What was saved, member for member. kNotFound when there is no such run; 0 stands for the latest.
base::Result<model::RunReport> LoadRun(Database& database, int64_t run = 0);

}  // namespace kingbird::store
