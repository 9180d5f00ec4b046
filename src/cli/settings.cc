#include "cli/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "base/text.h"

namespace kingbird::cli {
namespace {

using base::Status;
using base::UsageError;
using env::Config;
using Kind = Setting::Kind;

template <typename T>
std::optional<T> Parse(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Setting Whole(std::string name, std::string value_name, std::string help, int low, int high, int Config::*member) {
  return {std::move(name),
          Kind::kInteger,
          std::move(value_name),
          std::move(help),
          {},
          [=](Config& config, const std::string& text) -> Status {
            const auto number = Parse<int>(text);
            if (!number || *number < low || *number > high) {
              return UsageError(high == std::numeric_limits<int>::max()
                                    ? fmt::format("a whole number from {}", low)
                                    : fmt::format("a whole number from {} to {}", low, high));
            }
            config.*member = *number;
            return {};
          }};
}

Setting Duration(std::string name, std::string help, std::chrono::milliseconds Config::*member) {
  return {std::move(name),
          Kind::kText,
          "DURATION",
          std::move(help),
          {},
          [=](Config& config, const std::string& text) -> Status {
            ASSIGN_OR_RETURN(config.*member, ParseDuration(text));
            return {};
          }};
}

/// `values` pairs each word with what it stands for.
template <typename T>
Setting Choice(std::string name, std::string help, std::vector<std::pair<std::string, T>> values, T Config::*member) {
  std::vector<std::string> words;
  for (const auto& [word, value] : values) words.push_back(word);
  std::string shown = base::Join(words, "|");
  std::string wanted = "one of " + base::Join(words, ", ");
  return {std::move(name),
          Kind::kChoice,
          std::move(shown),
          std::move(help),
          std::move(words),
          [values = std::move(values), wanted = std::move(wanted), member](Config& config,
                                                                           const std::string& text) -> Status {
            for (const auto& [word, value] : values) {
              if (word != text) continue;
              config.*member = value;
              return {};
            }
            return UsageError(wanted);
          }};
}

template <typename T>
Setting List(std::string name, std::string value_name, std::string help, std::vector<T> Config::*member) {
  return {std::move(name),
          Kind::kList,
          std::move(value_name),
          std::move(help),
          {},
          [=](Config& config, const std::string& text) -> Status {
            if (text.empty()) return UsageError("something");
            (config.*member).push_back(text);
            return {};
          },
          [=](Config& config) { (config.*member).clear(); }};
}

Setting Word(std::string name, std::string value_name, std::string help, std::string Config::*member) {
  return {std::move(name),
          Kind::kText,
          std::move(value_name),
          std::move(help),
          {},
          [=](Config& config, const std::string& text) -> Status {
            if (text.empty()) return UsageError("something");
            config.*member = text;
            return {};
          }};
}

Setting File(std::string name, std::string value_name, std::string help, base::Path Config::*member) {
  return {std::move(name),
          Kind::kPath,
          std::move(value_name),
          std::move(help),
          {},
          [=](Config& config, const std::string& text) -> Status {
            if (text.empty()) return UsageError("a path");
            config.*member = text;
            return {};
          }};
}

Status SetSeed(Config& config, const std::string& text) {
  const auto number = Parse<uint64_t>(text);
  if (!number) return UsageError("a whole number from 0");
  config.seed = *number;
  return {};
}

Status SetThreshold(Config& config, const std::string& text) {
  const auto number = Parse<double>(text);
  if (!number || !(*number >= 0 && *number <= 100)) return UsageError("a number from 0 to 100");
  config.threshold = *number;
  return {};
}

Status SetAllow(Config& config, const std::string& text) {
  model::Effects allowed;
  for (const std::string& word : base::Split(text, ',')) {
    if (word != "processes" && word != "network") return UsageError("processes, network or both with a comma between");
    (word == "processes" ? allowed.processes : allowed.network) = true;
  }
  config.allow = allowed;
  return {};
}

Setting Switch(std::string name, std::string help, bool Config::*member) {
  return {
      std::move(name), Kind::kSwitch, "", std::move(help), {}, [=](Config& config, const std::string& text) -> Status {
        if (text != "on" && text != "off") return UsageError("on or off");
        config.*member = text == "on";
        return {};
      }};
}

std::vector<Setting> MakeTable() {
  using env::Reporter, env::SandboxMode, model::SuiteFormat, model::SearchOrder, base::LogLevel;
  using Strategy = generate::CallbackStrategy;
  constexpr int kMax = std::numeric_limits<int>::max();
  return {
      {"seed", Kind::kInteger, "N", "Repeat a run: the same seed gives the same result byte for byte", {}, SetSeed},
      Whole("tests", "N", "How many tests to try (default 1000; of a class: until it is covered or stale)", 1, kMax,
            &Config::tests),
      Duration("time-limit", "End the whole run after this long, writing included: 60s, 5m", &Config::time_limit),
      Duration("test-deadline", "Give up on a single test after this long (default 1s)", &Config::test_deadline),
      Whole("jobs", "N", "How many tests run at once (default: one per core)", 1, 512, &Config::jobs),
      Whole("memory", "MIB", "Memory for Kingbird itself, not for tests (default: a quarter of all, at most 2048)", 256,
            kMax, &Config::memory_mb),
      File("out", "DIR", "Where everything is written (default kingbird-out)", &Config::out),
      File("node", "PATH", "The Node to run the code with (default: node in PATH)", &Config::node),
      List("include", "GLOB", "Count only these files of the target; may be repeated", &Config::include),
      List("exclude", "GLOB", "Do not count these files; may be repeated", &Config::exclude),
      List("only", "NAME", "Test only these functions and classes (a glob: parse*); may be repeated", &Config::only),
      List("skip", "NAME", "Do not test these functions and classes; may be repeated", &Config::skip),
      List("env", "NAME[=VALUE]", "An environment variable for the target, which sees none otherwise; may be repeated",
           &Config::environment),
      List("env-file", "FILE", "A file of lines NAME=VALUE for the target's environment; may be repeated",
           &Config::env_files),
      File("entry", "FILE", "Of a folder: the file to load, instead of what its package.json says", &Config::entry),
      Choice<bool>("nesting", "Nest calls in callbacks, or only sequence them (default on)",
                   {{"on", true}, {"off", false}}, &Config::nesting),
      Choice<bool>("symbolic", "Flip decisions towards unreached code by concolic execution (default on)",
                   {{"on", true}, {"off", false}}, &Config::symbolic),
      Whole("mined-share", "PERCENT", "How many nestings follow examples from client code (default 50)", 0, 100,
            &Config::mined_share),
      List("mine", "DIR", "A folder with code that uses the target, to learn from; may be repeated", &Config::mine),
      Word("method", "NAME", "Of file#Class: put only this method under test", &Config::method),
      Word("namespace", "NAME", "Of file#Class: where the module keeps the class, for instance ds.lists",
           &Config::name_space),
      Whole("sequence-length", "N", "Of classes: longest sequence of calls (default: adapted to what pays)", 1, 1000,
            &Config::sequence_length),
      Whole("stale", "N", "Of classes: end after so many tests without new coverage", 1, kMax, &Config::stale),
      Whole("type-inference-delay", "N", "Of classes: calls to watch before types are inferred (default 20)", 1, 10000,
            &Config::type_inference_delay),
      Word("strings", "REGEX", "Of classes: make strings that match this JavaScript regular expression",
           &Config::strings),
      Word("numbers", "REGEX", "Of classes: make numbers whose text matches it", &Config::numbers),
      Choice<SearchOrder>("strategy", "In which order paths are explored (default cover)",
                          {{"cover", SearchOrder::kCover},
                           {"ta-dfs", SearchOrder::kTypeAwareDepthFirst},
                           {"ta-bfs", SearchOrder::kTypeAwareBreadthFirst},
                           {"dfs", SearchOrder::kDepthFirst},
                           {"bfs", SearchOrder::kBreadthFirst}},
                          &Config::strategy),
      Whole("inputs", "N", "How many inputs a function gets at most (default 1000)", 1, kMax, &Config::inputs),
      Switch("explain", "Tell where symbolic information was lost, and what to do about it", &Config::explain),
      Choice<env::Solvers>("solvers", "Who is asked for inputs where a search finds none (default both)",
                           {{"both", env::Solvers::kBoth},
                            {"z3", env::Solvers::kZ3},
                            {"cvc5", env::Solvers::kCvc5},
                            {"none", env::Solvers::kNone}},
                           &Config::solvers),
      Choice<bool>("coercions", "Try types that operators are not meant for everywhere (default off)",
                   {{"on", true}, {"off", false}}, &Config::coercions),
      Choice<bool>("callees", "Run what a function calls, or let stand-ins answer (default run)",
                   {{"run", false}, {"stub", true}}, &Config::stub_callees),
      Whole("levels", "N",
            "How deep functions that a function calls are explored by themselves first and their preconditions reused "
            "(default 0: they are explored with it)",
            0, kMax, &Config::levels),
      Choice<bool>("entries",
                   "With --levels, which paths of a callee are reused: all it has by itself, or those that callers "
                   "explored before led it on (default own)",
                   {{"own", false}, {"callers", true}}, &Config::callers_entries),
      Choice<std::string>("preconditions", "Print when each function runs well, instead of how it was explored",
                          {{"text", "text"}, {"json", "json"}, {"ts", "ts"}, {"jsdoc", "jsdoc"}},
                          &Config::preconditions),
      Choice<bool>("suite", "Write explored inputs as tests (default on)", {{"on", true}, {"off", false}},
                   &Config::write_suite),
      Choice<SandboxMode>("sandbox", "What keeps random calls from doing harm (default auto)",
                          {{"auto", SandboxMode::kAuto},
                           {"namespaces", SandboxMode::kNamespaces},
                           {"landlock", SandboxMode::kLandlock},
                           {"none", SandboxMode::kNone}},
                          &Config::sandbox),
      {"allow",
       Kind::kText,
       "EFFECTS",
       "Keep tests that start processes or use the network: processes,network",
       {},
       SetAllow},
      Choice<bool>("virtual-time", "Run tests under a clock that jumps over waiting (default on)",
                   {{"on", true}, {"off", false}}, &Config::virtual_time),
      Whole("repeats", "N", "How often a difference must show again, at most (default 10)", 1, 1000, &Config::repeats),
      Choice<Strategy>("callbacks", "How callbacks are made (default mix)",
                       {{"none", Strategy::kNone},
                        {"empty", Strategy::kEmpty},
                        {"quick", Strategy::kQuick},
                        {"mined", Strategy::kMined},
                        {"writes", Strategy::kWrites},
                        {"mix", Strategy::kMix}},
                       &Config::callbacks),
      File("setup", "FILE", "Code that runs before each test; in diff its variables become receivers and arguments",
           &Config::setup),
      List("native", "NAME", "A built-in to compare with --impl: Array.prototype.map; may be repeated",
           &Config::natives),
      List("impl", "TARGET", "What replaces the built-in: a file, a folder or a package; of conform also NAME=FILE",
           &Config::implementations),
      Choice<env::Voters>(
          "voters", "Who votes: one program per engine, every program, or candidates too (default families)",
          {{"families", env::Voters::kFamilies}, {"engines", env::Voters::kEngines}, {"all", env::Voters::kAll}},
          &Config::voters),
      List("engine", "FILE", "The profile of one more engine; may be repeated", &Config::engines),
      File("test262", "DIR", "A checkout of Test262: how much of an engine's code it and our cases cover",
           &Config::test262),
      Choice<env::CaseSource>("cases", "Where cases come from (default all)",
                              {{"all", env::CaseSource::kAll},
                               {"random", env::CaseSource::kRandom},
                               {"symbolic", env::CaseSource::kSymbolic}},
                              &Config::cases),
      Word("adapter", "CODE", "A function, or a file with one, that makes the replacement from the module of --impl",
           &Config::adapter),
      Choice<std::optional<SuiteFormat>>(
          "format", "The runner the suite is written for (default auto: the one the project uses, else node)",
          {{"auto", std::nullopt},
           {"node", SuiteFormat::kNode},
           {"mocha", SuiteFormat::kMocha},
           {"jest", SuiteFormat::kJest},
           {"vitest", SuiteFormat::kVitest}},
          &Config::format),
      Choice<Reporter>("reporter", "What is printed at the end (default text)",
                       {{"text", Reporter::kText},
                        {"json", Reporter::kJson},
                        {"junit", Reporter::kJunit},
                        {"sarif", Reporter::kSarif},
                        {"github", Reporter::kGithub}},
                       &Config::reporter),
      Switch("all-findings", "List also ends that no maintainer would call a bug", &Config::all_findings),
      {"threshold", Kind::kNumber, "PERCENT", "Exit 1 when fewer statements are covered", {}, SetThreshold},
      Choice<LogLevel>("log", "How much to say on the way (default warning)",
                       {{"quiet", LogLevel::kQuiet},
                        {"warning", LogLevel::kWarning},
                        {"info", LogLevel::kInfo},
                        {"debug", LogLevel::kDebug}},
                       &Config::log_level),
      Choice<bool>("color", "Colours (default: on a terminal without NO_COLOR)", {{"always", true}, {"never", false}},
                   &Config::color),
  };
}

std::vector<Setting> MakeSettings() {
  std::vector<Setting> settings = MakeTable();
  const auto give = [&](std::initializer_list<std::string_view> names, Voice voice) {
    for (Setting& setting : settings) {
      if (std::find(names.begin(), names.end(), setting.name) != names.end()) setting.voice = voice;
    }
  };
  give({"sandbox", "node", "allow", "engine", "env", "env-file", "jobs", "memory"}, Voice::kUser);
  give({"out", "mine", "setup", "impl", "adapter", "test262"}, Voice::kInside);
  return settings;
}

// The path below the folder that a path leads to ("." for the folder itself), whatever its links and ".." say; nothing
// where it leads out of the folder.
std::optional<base::Path> PathInside(const base::FileSystem& files, const base::Path& path, const base::Path& folder) {
  const auto place = files.Resolve(folder / path);
  const auto root = files.Resolve(folder);
  if (!place.ok() || !root.ok() || !base::IsBelow(*place, *root)) return std::nullopt;
  return place->lexically_relative(*root);
}

// Folders of programs that trust what is in them, and that nobody looks into.
bool IsOfAnotherProgram(const base::Path& below) {
  return std::any_of(below.begin(), below.end(), [](const base::Path& part) {
    std::string name = part.string();
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name == ".git" || name == "node_modules";
  });
}

Status CheckVoice(const base::FileSystem& files, const Setting& setting, const std::vector<std::string>& words,
                  const ConfigSource& source) {
  if (source.project.empty()) return {};
  const std::string own = (UserConfigFolder() / "config.json").string();
  if (setting.voice == Voice::kUser) {
    return UsageError(fmt::format("{}: \"{}\" is not for a target's files to say", source.name, setting.Key()),
                      fmt::format("use {}, or put it into {}", setting.Flag(), own));
  }
  for (const std::string& word : words) {
    if (setting.voice != Voice::kInside) continue;
    // Of NAME=FILE the file.
    const auto inside = PathInside(files, word, source.project);
    const bool leads_out = !inside || !PathInside(files, word.substr(word.find('=') + 1), source.project);
    if (!leads_out && !(setting.name == "out" && IsOfAnotherProgram(*inside))) continue;
    return UsageError(
        fmt::format("{}: \"{}\" leads {}: {}", source.name, setting.Key(),
                    leads_out ? "out of the folder" : "into a folder of another program", base::Printable(word)),
        fmt::format("use {}, or put it into {}", setting.Flag(), own));
  }
  return {};
}

// A JSON member as the words the setting takes; empty when its type does not fit.
std::vector<std::string> Words(const Setting& setting, const base::Json& json) {
  const bool numeric = setting.kind == Kind::kInteger || setting.kind == Kind::kNumber;
  std::vector<std::string> words;
  if (setting.kind == Kind::kList) {
    if (!json.is_array()) return {};
    for (const auto& item : json) {
      if (!item.is_string()) return {};
      words.push_back(item.get<std::string>());
    }
  } else if (setting.kind == Kind::kSwitch) {
    if (json.is_boolean()) words.emplace_back(json.get<bool>() ? "on" : "off");
  } else if (numeric ? json.is_number() : json.is_string()) {
    words.push_back(numeric ? json.dump() : json.get<std::string>());
  } else if (setting.kind == Kind::kChoice && json.is_boolean() && setting.choices[0] == "on") {
    words.emplace_back(json.get<bool>() ? "on" : "off");
  }
  return words;
}

std::string_view JsonType(Kind kind) {
  switch (kind) {
    case Kind::kInteger:
      return "an integer";
    case Kind::kNumber:
      return "a number";
    case Kind::kList:
      return "an array of strings";
    case Kind::kSwitch:
      return "true or false";
    default:
      return "a string";
  }
}

}  // namespace

std::string Setting::Key() const {
  std::string key;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '-') {
      key.push_back(static_cast<char>(name[++i] - 'a' + 'A'));
    } else {
      key.push_back(name[i]);
    }
  }
  return key;
}

const std::vector<Setting>& AllSettings() {
  static const std::vector<Setting> settings = MakeSettings();
  return settings;
}

const Setting& FindSetting(std::string_view name) {
  for (const Setting& setting : AllSettings()) {
    if (setting.name == name) return setting;
  }
  base::CheckFailed(__FILE__, __LINE__, "setting is in the table", name);
}

Status Apply(const Setting& setting, const std::string& shown_as, const std::string& value, Config& config) {
  const Status status = setting.set(config, value);
  if (status.ok()) return {};
  return UsageError(fmt::format("{} wants {}, not '{}'", shown_as, status.error().message, value));
}

Status ApplyJson(const base::FileSystem& files, const base::Json& json, const ConfigSource& source, Config& config) {
  const std::string& where = source.name;
  if (!json.is_object()) return UsageError(fmt::format("{}: the settings must be an object", where));
  for (const auto& [key, value] : json.items()) {
    if (key == "$schema") continue;
    const Setting* found = nullptr;
    for (const Setting& setting : AllSettings()) {
      if (setting.Key() == key) found = &setting;
    }
    if (found == nullptr) return UsageError(fmt::format("{}: there is no setting \"{}\"", where, key));
    const std::vector<std::string> words = Words(*found, value);
    if (words.empty() && !(found->kind == Kind::kList && value.is_array() && value.empty())) {
      return UsageError(
          fmt::format("{}: \"{}\" wants {}, not {}", where, key, JsonType(found->kind), base::DumpJson(value)));
    }
    TRY(CheckVoice(files, *found, words, source));
    if (found->clear) found->clear(config);
    for (const std::string& word : words) TRY(Apply(*found, fmt::format("{}: \"{}\"", where, key), word, config));
  }
  return {};
}

base::Path UserConfigFolder() {
  for (const auto& [variable, below] : {std::pair("XDG_CONFIG_HOME", "kingbird"), {"HOME", ".config/kingbird"}}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value == '/') return base::Path(value) / below;
  }
  return {};
}

base::Json ConfigSchema() {
  base::Json properties = {{"$schema", {{"type", "string"}}}};
  for (const Setting& setting : AllSettings()) {
    const char* limits = setting.voice == Voice::kUser ? ". Only in the user's own config.json" : "";
    base::Json entry = {{"description", setting.help + limits}};
    switch (setting.kind) {
      case Kind::kInteger:
        entry["type"] = "integer";
        break;
      case Kind::kNumber:
        entry["type"] = "number";
        break;
      case Kind::kList:
        entry["type"] = "array";
        entry["items"] = {{"type", "string"}};
        break;
      case Kind::kChoice:
        entry["enum"] = setting.choices;
        if (setting.choices[0] == "on") entry["enum"].insert(entry["enum"].end(), {true, false});
        break;
      case Kind::kSwitch:
        entry["type"] = "boolean";
        break;
      default:
        entry["type"] = "string";
    }
    properties[setting.Key()] = entry;
  }
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title",
           "Settings of Kingbird: kingbird.config.json, the key \"kingbird\" of package.json, or the user's own "
           "config.json"},
          {"type", "object"},
          {"additionalProperties", false},
          {"properties", properties}};
}

base::Result<std::chrono::milliseconds> ParseDuration(std::string_view text) {
  const base::Error wanted = UsageError("a duration such as 90, 90s, 1m30s or 250ms");
  if (text.empty()) return wanted;
  double total = 0;
  while (!text.empty()) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc() || !(number >= 0)) return wanted;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    const size_t length = std::min(text.find_first_of("0123456789."), text.size());
    const std::string_view unit = text.substr(0, length);
    text.remove_prefix(length);
    if (unit == "ms") {
      total += number;
    } else if (unit.empty() || unit == "s") {
      total += number * 1000;
    } else if (unit == "m") {
      total += number * 60'000;
    } else if (unit == "h") {
      total += number * 3'600'000;
    } else {
      return wanted;
    }
  }
  if (total < 1 || total > 1e12) return wanted;
  return std::chrono::milliseconds(static_cast<int64_t>(total));
}

}  // namespace kingbird::cli
