#include "runtime/file_view.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <span>

#include "base/text.h"
#include "runtime/script.h"

namespace kingbird::runtime {
namespace {

namespace fs = std::filesystem;

// Programs, libraries and what belongs to them; where they are links (to /usr/…) the links are shown. Not all of /usr:
// people keep projects in /usr/src and settings in /usr/local/etc.
constexpr const char* kSystem[] = {"/bin",
                                   "/sbin",
                                   "/lib",
                                   "/lib32",
                                   "/lib64",
                                   "/libx32",
                                   "/usr/bin",
                                   "/usr/sbin",
                                   "/usr/lib",
                                   "/usr/lib32",
                                   "/usr/lib64",
                                   "/usr/libx32",
                                   "/usr/libexec",
                                   "/usr/include",
                                   "/usr/share",
                                   "/usr/local/bin",
                                   "/usr/local/sbin",
                                   "/usr/local/lib",
                                   "/usr/local/lib64",
                                   "/usr/local/libexec",
                                   "/usr/local/include",
                                   "/usr/local/share"};
// What the loader, libc, OpenSSL and ICU read. Users, groups and hosts are written for the sandbox.
constexpr const char* kConfiguration[] = {"/etc/ld.so.cache",
                                          "/etc/ld.so.conf",
                                          "/etc/ld.so.conf.d",
                                          "/etc/alternatives",
                                          "/etc/ssl/certs",
                                          "/etc/ssl/openssl.cnf",
                                          "/etc/pki/tls/certs",
                                          "/etc/pki/tls/openssl.cnf",
                                          "/etc/ca-certificates/extracted",
                                          "/etc/localtime",
                                          "/etc/timezone",
                                          "/etc/nsswitch.conf",
                                          "/etc/host.conf",
                                          "/etc/protocols",
                                          "/etc/services",
                                          "/etc/mime.types",
                                          "/etc/os-release"};
constexpr const char* kNetwork[] = {"/etc/resolv.conf", "/etc/hosts", "/etc/gai.conf"};

class View {
 public:
  void Add(const base::Path& path) {
    std::error_code error;
    const base::Path real = fs::canonical(path, error);
    if (error || real == "/") return;
    Put({path.lexically_normal(), real, ""});
    if (real != path.lexically_normal()) Put({real, real, ""});
  }
  void AddSystem(const base::Path& path) {
    std::error_code error;
    if (!fs::is_symlink(path, error)) return Add(path);
    const base::Path target = fs::read_symlink(path, error);
    if (!error) Put({path, "", target.string()});
  }

  // What lies below a shown folder is there already; if a link leads out of it, its real path is shown by itself.
  std::vector<Shown> Take() {
    std::vector<Shown> list;
    for (auto& entry : shown_) {
      Shown& shown = entry.second;
      const bool covered = std::any_of(list.begin(), list.end(),
                                       [&](const Shown& other) { return base::IsBelow(shown.path, other.path); });
      if (!covered) list.push_back(std::move(shown));
    }
    return list;
  }

 private:
  void Put(Shown shown) { shown_.emplace(shown.path.string() + "/", std::move(shown)); }
  std::map<std::string, Shown> shown_;  // By path, so that folders come first.
};

}  // namespace

std::vector<Shown> FileView(const std::vector<base::Path>& wanted, bool network) {
  View view;
  for (const char* path : kSystem) view.AddSystem(path);
  for (const char* path : kConfiguration) view.Add(path);
  for (const char* path : network ? std::span<const char* const>(kNetwork) : std::span<const char* const>())
    view.Add(path);
  for (const base::Path& path : wanted) view.Add(path);
  return view.Take();
}

namespace {

// The folders of the root in which libraries may be. What the sandbox makes itself is left out, and /etc, which has
// files that only root reads.
std::vector<base::Path> FoldersWithLibraries() {
  std::vector<base::Path> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/", error)) {
    const std::string name = entry.path().filename();
    const bool made = name == "proc" || name == "dev" || name == "sys" || name == "etc" || name == "kingbird";
    if (!made && entry.is_directory(error)) folders.push_back(entry.path());
  }
  return folders;
}

std::vector<base::Path> FindProgramFiles(const base::Path& program, model::SandboxKind sandbox) {
  std::vector<base::Path> files = {program};
  // What ldd does: the loader lists the libraries and does not start the program. A program that does not know the
  // loader (static, a script) says something else, or nothing.
  ScriptConfig config;
  config.node = program;
  config.arguments = {"--version"};
  config.environment = {{"LD_TRACE_LOADED_OBJECTS", "1"}};
  // The user's own folders of libraries.
  if (const char* folders = std::getenv("LD_LIBRARY_PATH")) config.environment["LD_LIBRARY_PATH"] = folders;
  config.sandbox = sandbox;
  config.readable = FoldersWithLibraries();
  config.finds_libraries = true;
  config.time_limit = std::chrono::seconds(20);
  const auto listed = RunScript(config);
  if (!listed.ok()) return files;
  for (const std::string& line : base::Split(listed->out, '\n')) {
    const size_t begin = line.find('/');
    const size_t end = line.find(" (0x", begin == std::string::npos ? 0 : begin);
    if (begin == std::string::npos || end == std::string::npos) continue;
    const base::Path library = line.substr(begin, end - begin);
    const bool known = std::any_of(std::begin(kSystem), std::end(kSystem),
                                   [&](const char* folder) { return base::IsBelow(library, folder); });
    if (!known) files.push_back(library);
  }
  return files;
}

}  // namespace

std::vector<base::Path> ProgramFiles(const base::Path& program, model::SandboxKind sandbox) {
  static std::mutex mutex;
  static std::map<std::pair<base::Path, fs::file_time_type>, std::vector<base::Path>> known;
  std::error_code code;
  const auto key = std::pair(program, fs::last_write_time(program, code));
  const std::lock_guard lock(mutex);
  const auto it = known.find(key);
  return it != known.end() ? it->second : known[key] = FindProgramFiles(program, sandbox);
}

}  // namespace kingbird::runtime
