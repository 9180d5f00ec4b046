// One part per line, which uses no other: scripts take the lines they need, and a line that one side cannot run is left
// out.
#include "diff/built_in_setup.h"

#include <map>
#include <string_view>

#include "base/text.h"

namespace kingbird::diff {
namespace {

// Browsers have one object that compares equal to null, document.all; V8 makes such objects for its own tests. A guard
// like `this == null` stops it, and in a function that is not strict nothing else (decision 0004).
constexpr std::string_view kArrays = R"JS(
var empty = [];
var letters = ['a', 'b', 'c'];
var numbers = [3, 1, 2, 0, -1];
var mixed = [1, 'x', null, undefined, { k: 1 }, [2]];
var nested = [[1, 2], [3]];
var arrayLike = Object.assign(Object.create(Array.prototype), { 0: 'a', 1: 'b', 2: 'c', length: 3 });
var text = 'abc';
var object = { k: 1 };
var documentAll = (require('node:v8').setFlagsFromString('--allow-natives-syntax'), (0, eval)('%GetUndetectable()'));
)JS";

constexpr std::string_view kOddArrays = R"JS(
var sparse = [1, , 3];
var openEnded = ['a', , ,];
var frozen = Object.freeze([1, 2]);
)JS";

constexpr std::string_view kStrings = R"JS(
var none = '';
var word = 'hello';
var words = 'a b, c  d';
var digits = '0123';
var accents = 'e\u0301\u00e9\ud83d\ude00';
var boxed = new String('box');
var pattern = /[a-c]/g;
)JS";

constexpr std::string_view kOddStrings = R"JS(
var lone = 'a\ud83d';
)JS";

// Rejections are handled here: whether a test handles one is not the setup's doing.
constexpr std::string_view kPromises = R"JS(
var fulfilled = new Promise(function (resolve) { resolve(7); });
var rejected = new Promise(function (resolve, reject) { reject(new Error('no')); }); rejected.then(undefined, function () {});
var pending = new Promise(function () {});
var later = new Promise(function (resolve) { setTimeout(resolve, 5, 'later'); });
var refused = new Promise(function (resolve, reject) { setTimeout(reject, 5, 17); }); refused.then(undefined, function () {});
var thrown = new Promise(function () { throw new Error('thrown'); }); thrown.then(undefined, function () {});
var open, resolveOpen, rejectOpen; open = new Promise(function (resolve, reject) { resolveOpen = resolve; rejectOpen = reject; }); open.then(undefined, function () {});
var chained = new Promise(function (resolve) { resolve(new Promise(function (inner) { setTimeout(inner, 3, 'chained'); })); });
var unchained = new Promise(function (resolve) { resolve(new Promise(function (inner, reject) { reject('unchained'); })); }); unchained.then(undefined, function () {});
var trapped = new Promise(function (resolve) { resolve({ get then() { throw new Error('trapped'); } }); }); trapped.then(undefined, function () {});
var resolved = Promise.resolve('now');
var wrapped = Promise.resolve(Promise.resolve([1]));
var adopted = Promise.resolve({ then: function (resolve) { resolve('adopted'); } });
var declined = Promise.resolve({ then: function (resolve, reject) { reject('declined'); } }); declined.then(undefined, function () {});
var broken = Promise.resolve({ then: function () { throw new Error('broken'); } }); broken.then(undefined, function () {});
var failed = Promise.reject(new TypeError('bad')); failed.then(undefined, function () {});
var all = Promise.all([1, Promise.resolve(2), { then: function (resolve) { resolve(3); } }]);
var allLater = Promise.all(new Set([new Promise(function (resolve) { setTimeout(resolve, 2, 'a'); }), 'b']));
var allOfNone = Promise.all([]);
var spoilt = Promise.all([Promise.resolve(1), Promise.reject(new Error('spoilt'))]); spoilt.then(undefined, function () {});
var notAll = Promise.all(7); notAll.then(undefined, function () {});
var each = Promise.allSettled([1, Promise.reject(2)]);
var first = Promise.any([Promise.reject(1), Promise.resolve('first')]);
var none = Promise.any([Promise.reject(1)]); none.then(undefined, function () {});
var race = Promise.race([new Promise(function () {}), Promise.resolve('won')]);
var lost = Promise.race([new Promise(function () {}), Promise.reject('lost')]); lost.then(undefined, function () {});
var finished = Promise.resolve('kept').finally(function () { return 'ignored'; });
var finishedBadly = Promise.resolve(1).finally(function () { throw new Error('finally'); }); finishedBadly.then(undefined, function () {});
var finishedLater = Promise.reject(1).finally(function () { return new Promise(function (resolve) { setTimeout(resolve, 2); }); }); finishedLater.then(undefined, function () {});
var thenable = { then: function (resolve) { resolve('thenable'); } };
var lateThenable = { then: function (resolve) { setTimeout(resolve, 2, 'late'); } };
var refusing = { then: function (resolve, reject) { reject(new Error('refusing')); } };
var throwing = { then: function () { throw new Error('throwing'); } };
var hasty = { then: function (resolve, reject) { resolve(1); reject(2); throw new Error('hasty'); } };
var forgetting = { then: function (resolve) { new Promise(function (none, reject) { reject(new Error('forgotten')); }); resolve('forgetting'); } };
var forgettingForNow = { then: function (resolve) { var promise = new Promise(function (none, reject) { reject({ k: 1 }); }); setTimeout(function () { promise.then(undefined, function () {}); }, 5); resolve('for now'); } };
var trap = { get then() { throw new Error('trap'); } };
var object = { k: 1 };
)JS";

constexpr std::string_view kOddPromises = R"JS(
var settledTwice = new Promise(function (a, b) { a(1); b(2); a(3); throw new Error('late'); });
)JS";

constexpr std::string_view kMaps = R"JS(
var emptyMap = new Map();
var map = new Map([[1, 'a'], ['k', { v: 1 }], [NaN, 0]]);
var object = { k: 1 };
)JS";

constexpr std::string_view kSets = R"JS(
var emptySet = new Set();
var set = new Set([1, 'a', NaN]);
var object = { k: 1 };
)JS";

constexpr std::string_view kIterators = R"JS(
var iterator = [1, 2, 3][Symbol.iterator]();
var generator = (function* () { yield 1; yield 2; yield 3; })();
var entries = new Map([[1, 'a']]).entries();
)JS";

constexpr std::string_view kAnything = R"JS(
var object = { k: 1, n: { m: 2 } };
var list = [1, 2, 3];
var text = 'abc';
var identity = function (x) { return x; };
var pairs = new Map([[1, 'a'], [2, 'b']]);
var iterator = [1, 2, 3][Symbol.iterator]();
var date = new Date(0);
var pattern = /a(b)?/g;
)JS";

struct SetupCode {
  std::string_view plain;
  std::string_view odd;
};

SetupCode SetupCodeFor(const std::string& class_name) {
  static const std::map<std::string, SetupCode> codes = {{"Array", {kArrays, kOddArrays}},
                                                         {"String", {kStrings, kOddStrings}},
                                                         {"Promise", {kPromises, kOddPromises}},
                                                         {"Map", {kMaps, ""}},
                                                         {"Set", {kSets, ""}},
                                                         {"Iterator", {kIterators, ""}}};
  const auto known = codes.find(class_name);
  return known == codes.end() ? SetupCode{kAnything, ""} : known->second;
}

void AddParts(std::string_view code, std::vector<SetupPart>& parts) {
  for (const std::string& line : base::Split(std::string(code), '\n')) {
    if (line.empty()) continue;
    const Setup setup = *ReadSetup(line + "\n", "setup");
    parts.insert(parts.end(), setup.parts.begin(), setup.parts.end());
  }
}

}  // namespace

Setup BuiltInSetup(const std::string& class_name, bool rich) {
  const SetupCode code = SetupCodeFor(class_name);
  std::vector<SetupPart> parts;
  AddParts(code.plain, parts);
  if (rich) AddParts(code.odd, parts);
  return SetupOf(std::move(parts));
}

}  // namespace kingbird::diff
