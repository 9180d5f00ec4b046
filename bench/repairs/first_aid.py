"""The attacks that succeeded before there was a wall, in the order in which the review told of them."""
from . import LANDLOCK, NAMESPACES, breach

FILTER = "src/runtime/syscall_filter.cc"
JSON_DEPTH = ("src/base/json.cc", "if (members.size() == kMostJsonDepth)", "if (members.size() == SIZE_MAX)")
ADMITTED = ("src/base/package_files.cc", "if (IsAdmitted(real)) return real;", "if (true) return real;")
REGULAR = ("src/base/file_system.cc", "if (code == 0 && !S_ISREG(info.st_mode))", "if (code == 0 && S_ISDIR(info.st_mode))")
ERROR_BY_EXPRESSION = r"""static const std::regex error("^\\s*(?:Uncaught )?(?:[A-Z]\\w*)?Error(?: \\[\\w+\\])?: .+");
  if (!line.empty()) return std::regex_search(line.begin(), line.end(), error);
  line.remove_prefix(std::min(line.find_first_not_of("""

BREACHES = [
    # 1. Sockets.
    breach("a Unix socket by the upper half of a register", "WallTest.NoSocketLeadsOut",
           (FILTER, "const scmp_arg_cmp is = Masked(0, kLow, family);", "const scmp_arg_cmp is = Masked(0, ~uint64_t{0}, family);"),
           # The families by a deny list.
           (FILTER, "for (uint64_t bit = kFamilies; bit <= kLow; bit <<= 1) Add(rules, refuse, \"socket\", {Masked(0, bit, bit)});",
            "Add(rules, SCMP_ACT_ALLOW, \"socket\", {{0, SCMP_CMP_GE, kFamilies, 0}});")),
    breach("UDP to the host's loopback under Landlock", "WallTest.NoSocketLeadsOut",
           (FILTER, "FilterSockets(rules, namespaces || kind.network);", "FilterSockets(rules, true);"),
           kinds=LANDLOCK),
    breach("the machine's hypervisor (AF_VSOCK)", "WallTest.NoSocketLeadsOut",
           (FILTER, "} else if (family == AF_NETLINK) {",
            "} else if (family == AF_VSOCK) {\n      Add(rules, SCMP_ACT_ALLOW, \"socket\", {is});\n    } else if (family == AF_NETLINK) {")),
    # 2. Who decides.
    breach("the target turns the sandbox off", "policy.test_the_sandbox_stays_on",
           ("src/cli/settings.cc", 'give({"sandbox", "node",', 'give({"node",')),
    breach("the target brings the program that plays Node", "policy.test_no_program_of_the_target_plays_node",
           ("src/cli/settings.cc", 'give({"sandbox", "node",', 'give({"sandbox",')),
    # 3. Scripts of npm.
    breach("an install script runs", "InstallTest.ScriptsOfAPackageNeverRun",
           ("src/target/npm_cache.cc", '{"--ignore-scripts", "--no-audit",', '{"--no-audit",'),
           ("src/target/npm_cache.cc", '  command.environment["npm_config_ignore_scripts"] = "true";\n', "")),
    # 4. The end of the core.
    breach("forged indices of a batch", "LieTest.ForgedReportsOfABatchCountForNothing",
           ("src/runtime/batch.cc", "    if (told.tests.back() >= size) return std::nullopt;\n", "")),
    breach("more reports of a batch than it has tests", "LieTest.ForgedReportsOfABatchCountForNothing",
           ("src/runtime/batch.cc", "if (news.size() > size || (told.digests.size()", "if ((told.digests.size()")),
    breach("a load error of a line without end", "LoadFailure.ALineMayBeLong emitted_text.test_a_load_error_may_be_long",
           ("src/load/load_failure.cc", "#include <cctype>\n", "#include <cctype>\n#include <regex>\n"),
           ("src/load/load_failure.cc", "line.remove_prefix(std::min(line.find_first_not_of(", ERROR_BY_EXPRESSION)),
    breach("answers nested without end", "LieTest.ForgedAnswersAreNone", JSON_DEPTH),
    breach("declarations nested without end", "Declarations.ParenthesesMayNest emitted_text.test_declarations_may_be_deep",
           ("src/syntax/parser.cc", "constexpr size_t kMostDepth = 25'000;", "constexpr size_t kMostDepth = 25'000'000;"),
           ("src/discover/type_reader.cc", "while (node.Is(Kind::kTypeAnnotation) ||", "if (node.Is(Kind::kTypeAnnotation) ||"),
           ("src/discover/type_reader.cc", "    node = node.NamedChild(0);\n  return node;",
            "    if (const Node inner = Bare(node.NamedChild(0))) return inner;\n  return node;")),
    breach("events without values", "LieTest.AForgedLogIsAnOutcome",
           ("src/runtime/event_codec.cc", "if (event.values.size() < LeastValues(event.kind)) return false;", "(void)LeastValues;")),
    breach("a greeting of another shape", "LieTest.AForgedGreetingIsATargetThatDoesNotLoad",
           ("src/runtime/answer.cc", "if (!kShapes.Fits(name, *json))", "if (!kShapes.Fits(name, *json) && json->is_null())")),
    breach("a damaged cache of rewritten files", "package_files.test_a_cache_that_somebody_damaged",
           ("src/syntax/rewrite_cache.cc", 'base::ValueOr(*header, "size", size_t{0})', 'header->at("size").get<size_t>()')),
    breach("results that never end", "package_files.test_results_that_somebody_forged",
           ("src/store/database.cc", "SQLITE_DBCONFIG_ENABLE_VIEW, 0,", "SQLITE_DBCONFIG_ENABLE_VIEW, 1,"),
           ("src/store/database.cc", "constexpr int kMostSteps = 500;", "constexpr int kMostSteps = 1 << 30;"),
           ("src/store/database.cc", "constexpr size_t kMostBytes = size_t{64} << 20;", "constexpr size_t kMostBytes = size_t{64} << 40;")),
    # 5. Memory and processes.
    breach("a log of one-byte values fills the core", "LieTest.AForgedLogIsAnOutcome",
           ("src/runtime/value_codec.h", "bool Take() { return left != 0 && --left != 0; }", "bool Take() { return left != 0; }")),
    breach("a flood while the suite is checked fills the core", "package_files.test_output_without_end",
           ("src/runtime/script.cc", "std::min(static_cast<size_t>(count), most - text.size())", "static_cast<size_t>(count)")),
    breach("shared memory of System V, which is no process's own", "WallTest.TheKernelIsNotSpokenTo",
           (FILTER, '                                      "shmget",\n', ""),
           (FILTER, '"seccomp", "pidfd_open",', '"seccomp", "shmget", "pidfd_open",')),
    breach("as many processes as it likes while it is loaded", "WallTest.LoadingIsWatchedToo",
           ("src/runtime/sandbox.cc", "if (running && IsBeyond(spec, disk)) {", "if (running && IsBeyond(spec, disk) && false) {")),
    breach("a zygote that is stopped is waited for", "WallTest.AStoppedZygoteIsReplaced",
           ("src/runtime/sandbox.cc", "constexpr int kOptions = WNOHANG | WUNTRACED;", "constexpr int kOptions = WNOHANG;")),
    # 6. Code and commands in what is written.
    breach("the name of an export is code", "JsText.NothingBecomesCode emitted_text.test_names_and_messages_stay_text",
           ("src/emit/js_text.cc", "symbol = WellKnown(name.substr(2)); !symbol.empty())", "symbol = name.substr(2); !symbol.empty())")),
    breach("the name of a class of bytes is code", "JsText.NothingBecomesCode emitted_text.test_names_and_messages_stay_text",
           ("src/emit/js_text.cc", 'if (!IsByteClass(value.type)) return "undefined";', "(void)IsByteClass;"),
           ("src/emit/js_text.cc", "if (!IsByteClass(value.type)) return false;", "")),
    breach("the digits of a BigInt are code", "LieTest.AForgedLogIsAnOutcome",
           ("src/runtime/value_codec.cc", "if (!base::IsInteger(value.text)) reader_.Fail();", "")),
    breach("and are written", "JsText.NothingBecomesCode",
           ("src/emit/js_text.cc", 'return base::IsInteger(value.text) ? value.text + "n" : "undefined";', 'return value.text + "n";')),
    breach("a message leaves its comment by CR or U+2028", "JsText.CommentsStayInTheirLine emitted_text.test_names_and_messages_stay_text",
           ("src/emit/js_text.cc", "const std::string line = base::Printable(text);\n  if (",
            "const std::string line(text.substr(0, text.find('\\n')));\n  if (")),
    breach("ESC reaches the terminal", "Text.PrintableIsOneLineWithoutCommands Terminal.NothingIsACommand "
           "emitted_text.test_discovery_prints_plain_lines",
           ("src/base/text.cc", "IsCommandSign(text, at) || point < 0x20 ||", "IsCommandSign(text, at) || (point < 0x20 && point != 0x1b) ||")),
    breach("::error and ##[error] reach the log of a CI system", "Text.PrintableIsOneLineWithoutCommands Terminal.NothingIsACommand "
           "emitted_text.test_discovery_prints_plain_lines",
           ("src/base/text.cc", "IsCommandSign(text, at) || point < 0x20 ||", "(IsCommandSign(text, at) && false) || point < 0x20 ||")),
    # 7. Files that the core reads.
    breach("a README that is a link to /dev/zero", "package_files.test_devices_and_pipes", ADMITTED, REGULAR,
           ("src/base/package_files.cc", "return real.ok() && files_.IsFile(*real);", "return real.ok();"),
           ("src/base/file_system.cc", "    if (content.size() > most) code = EFBIG;\n", "")),
    breach("a pipe is waited for", "package_files.test_devices_and_pipes", REGULAR,
           ("src/base/file_system.cc", "O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY", "O_RDONLY | O_CLOEXEC | O_NOCTTY"),
           ("src/base/package_files.cc", "return real.ok() && files_.IsFile(*real);", "return real.ok();"),
           ("src/base/package_files.cc", "if (files_.IsFile(*real)) return false;", "if (!files_.IsFolder(*real)) return false;")),
    breach("links in a circle are walked", "package_files.test_links_in_a_circle",
           ("src/base/package_files.cc", "return *real != folder / name;", "return false;"),
           ("src/base/package_files.cc", "if (names_ >= kMostNames)", "if (names_ == SIZE_MAX)")),
    breach("manifests and exports nested without end", "package_files.test_a_manifest_that_is_none", JSON_DEPTH),
    # 8. What can be read.
    breach("/root, /home and /etc/shadow are read", "WallTest.FilesOfTheUserAreNotSeen",
           ("src/runtime/file_view.cc", '"/etc/os-release"};', '"/etc/os-release", "/root", "/home", "/etc/shadow"};')),
    breach("a file of the user's home becomes a literal by node_modules", "package_files.test_node_modules_is_a_link_to_the_home",
           ("src/load/loaded_target.cc", 'real.ok() && real->filename() == "node_modules" &&', "real.ok() &&")),
    breach("a file of the user's home becomes a literal by a README", "package_files.test_what_is_read_about_it_leads_out", ADMITTED),
    breach("devices open outside /dev", "WallTest.ADeviceAmongItsFilesDoesNotOpen",
           ("src/runtime/namespaces.cc", "MOUNT_ATTR_NOSUID | (devices ? 0 : MOUNT_ATTR_NODEV);", "MOUNT_ATTR_NOSUID | (devices ? 0 : 0);"),
           kinds=NAMESPACES),
]
