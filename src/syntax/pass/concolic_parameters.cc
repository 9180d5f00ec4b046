// Code that stands where the variables of the function around it cannot be seen: defaults of parameters, fields of
// classes. An arrow function around it has temporaries of its own: `b = ((t0, t1) => …)()`. The channel of the call
// that is going on is put aside meanwhile; the default then takes the place of the argument in it, so that the
// function's head finds its shadow there.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "base/json.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {

// Returns the expression as it is readable inside of the arrow function, and the names of its parameters; nothing where
// the expression can stay as it is.
std::optional<ConcolicPass::Apart> ConcolicPass::CompileApart(Node expression, uint32_t site) {
  Function own;
  own.node = expression.parent();
  own.site = site;
  Function* outer = std::exchange(function_, &own);
  Expression value = Compile(expression);
  std::optional<Apart> apart;
  // A function would lose the name it takes from where it stands.
  if (!TakesName(expression) && (own.most + own.kept > 0 || value.symbolic())) {
    value = Keep(expression, value, false);
    apart = Apart{value, Temporaries(own)};
  }
  function_ = outer;
  return apart;
}

std::vector<std::string> ConcolicPass::Temporaries(const Function& function) const {
  std::vector<std::string> names;
  for (int i = 0; i < function.most; ++i) names.push_back(fmt::format("{}{}", temporary_, i));
  for (int i = 0; i < function.kept; ++i) names.push_back(fmt::format("{}k{}", temporary_, i));
  return names;
}

void ConcolicPass::CompileParameters(Node function, uint32_t site) {
  const Node list = function.Child(Field::kParameters);
  const std::string channel = temporary_ + "c";
  const auto outer = std::exchange(peeks_, {});
  int index = 0;
  for (Node parameter : list.children()) {
    const Node name = parameter.Is(Kind::kAssignmentPattern) ? parameter.Child(Field::kLeft) : parameter;
    if (!name.Is(Kind::kIdentifier)) CompileInner(name);
    const Node fallback = parameter.Is(Kind::kAssignmentPattern) ? parameter.Child(Field::kRight) : Node();
    if (const std::optional<Apart> apart = fallback ? CompileApart(fallback, site) : std::nullopt) {
      std::vector<std::string> temporaries = apart->temporaries;
      temporaries.push_back(channel);
      Wrap(fallback, fmt::format("(({})=>({}={}.enter(),", fmt::join(temporaries, ","), channel, kConcolicRuntime),
           fmt::format(",{0}.given({1},{2}+{3},{4},{5},{6},{7}),{6}))()", kConcolicRuntime, channel, base_, site, index,
                       apart->value.shadow, apart->value.value, SiteText(ConcolicSite::Kind::kBranch, fallback)));
    }
    if (name.Is(Kind::kIdentifier))
      peeks_[scopes_->BindingOf(name)] = fmt::format("{},{}+{},{}", channel, base_, site, index);
    ++index;
  }
  peeks_ = outer;
}

void ConcolicPass::CompileField(Node field) {
  const Node name = field.Child(Field::kProperty);
  const Node value = field.Child(Field::kValue);
  CompileInner(name);
  if (!value) return;
  const auto outer = std::exchange(peeks_, {});
  const std::optional<Apart> apart = CompileApart(value, function_->site);
  peeks_ = outer;
  if (!apart) return;
  const bool hidden = name.Is(Kind::kPrivatePropertyIdentifier);
  const bool named = hidden || name.Is(Kind::kPropertyIdentifier);
  std::string keep;
  if (apart->value.symbolic() && !named)
    keep = fmt::format(",{}!==0&&{}.lose({},\"a field with a computed name\")", apart->value.shadow, kConcolicRuntime,
                       SiteText(ConcolicSite::Kind::kUse, value));
  if (apart->value.symbolic() && named)
    keep = fmt::format(",{0}!==0&&{1}.{2}(this,{3},{0},{4})", apart->value.shadow, kConcolicRuntime,
                       hidden ? "hide" : "set", base::DumpJson(std::string(name.text())), apart->value.value);
  Wrap(value, fmt::format("(({})=>(", fmt::join(apart->temporaries, ",")),
       fmt::format("{},{}))()", keep, apart->value.value));
}

}  // namespace kingbird::syntax
