#include "generate/callback/callback_maker.h"

namespace kingbird::generate {

std::string PlainName(const model::Call& call) {
  const bool through = call.kind == model::Call::Kind::kMethod && call.receiver &&
                       call.receiver->kind == model::Argument::Kind::kGlobal && !call.receiver->path.empty();
  // A function called by name, or through call(): Array.prototype.map.call(…).
  if (through && (call.path.empty() || call.path.back() == "call")) return call.receiver->path.back();
  return call.path.empty() ? "" : call.path.back();
}

std::string CallbackSite::Name() const { return PlainName(call); }

}  // namespace kingbird::generate
