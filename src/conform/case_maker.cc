#include "conform/case_maker.h"

#include <algorithm>
#include <array>
#include <memory>

namespace kingbird::conform {
namespace {

using model::Argument;
using model::Call;

/// What loops over a receiver reads after it has called back (paper 000, writes).
generate::WritingCallbacks::Reads ReceiverReads() {
  generate::WritingCallbacks::Reads reads;
  for (const char* name : {"length", "0", "1", "2", "lastIndex", "a"}) reads["call"].insert({"arg0", name});
  return reads;
}

}  // namespace

CaseMaker::CaseMaker(const std::vector<BuiltIn>& built_ins, const std::vector<Look>& looks, const Values& values,
                     const generate::ValuePool& pool)
    : built_ins_(built_ins), looks_(looks), values_(values), quick_(pool), any_(pool), writes_(pool, ReceiverReads()) {}

Argument CaseMaker::Self(size_t built_in, Making& making) const {
  const model::AccessPath& path = built_ins_[built_in].path;
  const Look& look = looks_[built_in];
  base::Rng& rng = making.rng;
  if (!look.fits.empty()) {
    const uint64_t draw = rng.Below(100);
    if (draw < 55) return values_.Sample(rng.Pick(look.fits), making);
    if (draw < 65) return values_.Spoilt(values_.Sample(rng.Pick(look.fits), making), making);
    if (draw < 80) return values_.ArrayLike(making, 0);
    return values_.Any(making);
  }
  // A static function belongs to what holds it.
  if (path.size() > 1 && rng.Percent(85)) return Argument::Global({path.begin(), path.end() - 1});
  return values_.Any(making);
}

Argument CaseMaker::Callback(const Call& call, int position, Making& making) {
  static const std::vector<generate::ScopeValue> kNothing;
  const generate::CallbackSite site{call, position, kNothing};
  const std::array<generate::CallbackMaker*, 3> makers = {&quick_, &any_, &writes_};
  return Argument::Function(making.rng.Pick(makers)->Make(site, making.next_id, making.rng).callback);
}

Case CaseMaker::Make(size_t built_in, base::Rng& rng) {
  const Look& look = looks_[built_in];
  model::Callback root;
  int next_id = 1;
  Making making{root.body, next_id, rng};
  Call call;
  call.kind = Call::Kind::kMethod;
  call.receiver = Harness();
  const bool constructs = look.constructs && rng.Percent(70);
  call.path = {constructs ? "construct" : "call"};
  if (!constructs) {
    Argument self = Self(built_in, making);
    // A name of its own, so that callbacks can get at it.
    const bool named = self.kind == Argument::Kind::kArray || self.kind == Argument::Kind::kObject;
    if (named && !look.callbacks.empty()) self = CallHarness("same", {std::move(self)}, root.body, next_id);
    call.arguments.push_back(std::move(self));
  }
  // Most of the time as many as it has parameters, sometimes fewer or more.
  const auto usual = static_cast<uint64_t>(std::max(look.length, 1));
  const uint64_t count = rng.Percent(60) ? usual : rng.Below(usual + 3);
  for (uint64_t i = 0; i < count; ++i) {
    const auto position = static_cast<int>(i);
    const bool called = std::find(look.callbacks.begin(), look.callbacks.end(), position) != look.callbacks.end();
    const bool function = rng.Percent(called ? 80 : 4);
    call.arguments.push_back(function ? Callback(call, position + 1, making) : values_.Any(making));
  }
  call.id = next_id++;
  root.body.push_back(std::move(call));
  Case one;
  one.built_in = built_in;
  one.test = {std::make_shared<model::Callback>(std::move(root)), next_id};
  return one;
}

}  // namespace kingbird::conform
