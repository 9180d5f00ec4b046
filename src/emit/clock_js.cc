// Only Date is replaced. Timers are the real ones: tests that wait for them were recorded with real timers, too.
#include "emit/clock_js.h"

#include <string_view>

#include "base/text.h"

namespace kingbird::emit {
namespace {

// agent/time_source.js has the same moment.
constexpr std::string_view kMoment = "Date.UTC(2024, 0, 15, 12)";

constexpr std::string_view kHead = R"JS('use strict';
// The results of some tests depend on the date. For these tests Date stands still at this moment, and the time zone is UTC; timers go on
// as usual.
const NOW = @MOMENT@;

// Some runners give tests a copy of `process`, whose variables change nothing.
const load = process.getBuiltinModule || require('node:module')._load;
const { env } = (typeof load === 'function' && load('node:process')) || process;
let zone;
function enterZone() {
  zone = env.TZ;
  env.TZ = 'UTC';
}
function leaveZone() {
  if (zone === undefined) delete env.TZ;
  else env.TZ = zone;
}
)JS";

constexpr std::string_view kByHand = R"JS(
const RealDate = Date;
const StillDate = new Proxy(RealDate, {
  construct: (target, parts, newTarget) =>
    Reflect.construct(target, parts.length === 0 ? [NOW] : parts, newTarget === StillDate ? target : newTarget),
  apply: () => new RealDate(NOW).toString(),
  get: (target, key) => (key === 'now' ? () => NOW : Reflect.get(target, key)),
});
)JS";

constexpr std::string_view kPlain = R"JS(
function stopClock() {
  enterZone();
  globalThis.Date = StillDate;
}
function startClock() {
  globalThis.Date = RealDate;
  leaveZone();
}
)JS";

constexpr std::string_view kNode = R"JS(
const { mock } = require('node:test');
function stopClock() {
  enterZone();
  try {
    mock.timers.enable({ apis: ['Date'], now: NOW });
  } catch {
    // Node before 20.11 has no mock of Date.
    globalThis.Date = StillDate;
  }
}
function startClock() {
  if (globalThis.Date === StillDate) globalThis.Date = RealDate;
  else mock.timers.reset();
  leaveZone();
}
)JS";

constexpr std::string_view kJest = R"JS(
const NOT_FAKED = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'requestAnimationFrame', 'cancelAnimationFrame',
  'requestIdleCallback', 'cancelIdleCallback', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout',
  'clearTimeout'];
function stopClock() {
  enterZone();
  jest.useFakeTimers({ now: NOW, doNotFake: NOT_FAKED });
}
function startClock() {
  jest.useRealTimers();
  leaveZone();
}
)JS";

constexpr std::string_view kTail = R"JS(
module.exports = { stopClock, startClock };
)JS";

constexpr char kTimersFile[] = R"JS('use strict';
// The code under test starts a timer when it is loaded, which would keep the tests from ending. It runs all the same, but nobody waits for it.
const { setInterval, setTimeout } = globalThis;
const unwaited = (start) => (...args) => {
  const timer = start(...args);
  if (timer && timer.unref) timer.unref();
  return timer;
};
globalThis.setInterval = unwaited(setInterval);
globalThis.setTimeout = unwaited(setTimeout);
exports.restore = () => {
  globalThis.setInterval = setInterval;
  globalThis.setTimeout = setTimeout;
};
)JS";

std::string Head() {
  std::string text(kHead);
  return text.replace(text.find("@MOMENT@"), 8, kMoment);
}

}  // namespace

std::string ClockFile(model::SuiteFormat format) {
  switch (format) {
    case model::SuiteFormat::kJest:
      return base::Join({Head(), std::string(kJest), std::string(kTail)}, "");
    case model::SuiteFormat::kNode:
      return base::Join({Head(), std::string(kByHand), std::string(kNode), std::string(kTail)}, "");
    case model::SuiteFormat::kMocha:
    case model::SuiteFormat::kVitest:
      break;
  }
  return base::Join({Head(), std::string(kByHand), std::string(kPlain), std::string(kTail)}, "");
}

std::string VitestClock() {
  return "// The results of some tests depend on the date. For these tests Date stands still, and the time zone is "
         "UTC.\n"
         "const zone = process.env.TZ;\nfunction stopClock() {\n  process.env.TZ = 'UTC';\n"
         "  vi.useFakeTimers({ toFake: ['Date'], now: " +
         std::string(kMoment) +
         " });\n}\nfunction startClock() {\n  vi.useRealTimers();\n  if (zone === undefined) delete process.env.TZ;\n"
         "  else process.env.TZ = zone;\n}\n";
}

std::string TimersFile() { return kTimersFile; }

std::string OnFixedDate() { return "on 15 January 2024"; }

}  // namespace kingbird::emit
