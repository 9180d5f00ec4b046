// The one table of everything a user can set: each entry is a flag (--time-limit), a key of the config file
// ("timeLimit") and a line of help, of the shell completion and of docs/kingbird.config.schema.json.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "env/config.h"

namespace kingbird::cli {

/// Who may say it. What lies in the folder of a target is the target's word, not the user's.
enum class Voice : uint8_t {
  kAnybody,
  kInside,  ///< A path, which the target's files may not lead out of its folder.
  kUser,    ///< The command line, or the user's own configuration.
};

struct Setting {
  enum class Kind : uint8_t { kText, kInteger, kNumber, kPath, kList, kChoice, kSwitch };
  std::string name;  ///< "time-limit"
  Kind kind = Kind::kText;
  std::string value_name;  ///< What help shows: "DURATION"; "" for a switch.
  std::string help;
  std::vector<std::string> choices;  ///< kChoice
  /// Called once per value given; refuses what makes no sense with a message that starts with what it wants: "a whole
  /// number…".
  std::function<base::Status(env::Config&, const std::string&)> set;
  std::function<void(env::Config&)> clear;  ///< kList: what another source said before.
  Voice voice = Voice::kAnybody;

  std::string Flag() const { return "--" + name; }
  std::string Key() const;  ///< "timeLimit"
};

const std::vector<Setting>& AllSettings();
/// CHECKs that the name is in the table.
const Setting& FindSetting(std::string_view name);

/// Sets one value; the error says which setting, what it wants and what it got.
base::Status Apply(const Setting& setting, const std::string& shown_as, const std::string& value, env::Config& config);

struct ConfigSource {
  std::string name;    ///< In errors.
  base::Path project;  ///< The folder it speaks for; "": it is the user's own.
};

/// Applies the members of a config file; refuses what is not for it to say.
base::Status ApplyJson(const base::FileSystem& files, const base::Json& json, const ConfigSource& source,
                       env::Config& config);

/// Where the user's own configuration lies: $XDG_CONFIG_HOME/kingbird, else ~/.config/kingbird; "" without a home.
base::Path UserConfigFolder();

/// JSON schema (draft 2020-12) of the config file.
base::Json ConfigSchema();

/// "90", "90s", "1m30s", "2h", "250ms".
base::Result<std::chrono::milliseconds> ParseDuration(std::string_view text);

}  // namespace kingbird::cli
