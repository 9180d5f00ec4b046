#include "explore/test_of_input.h"

#include <fmt/format.h>

#include "explore/input_arguments.h"

namespace kingbird::explore {
namespace {

/// Found where instances of a class find it.
bool IsMethod(const Reach& reach) { return reach.path.size() >= 2 && reach.path[reach.path.size() - 2] == "prototype"; }

}  // namespace

std::optional<model::TestCase> AsTest(const Reach& reach, const concolic::Assignment& input,
                                      const Constructors& constructors) {
  using model::Argument;
  using model::Call;
  const bool made_receiver = input.globals.contains(std::string(concolic::kMade));
  for (const auto& [name, global] : input.globals) {
    if (!name.starts_with(concolic::kMaking)) return std::nullopt;
  }
  InputArguments made(constructors);
  Call call;
  for (const concolic::Input& argument : input.arguments) call.arguments.push_back(made.Make(argument));
  call.path = reach.path;
  if (reach.constructs) {
    call.kind = Call::Kind::kNew;
  } else if (reach.uses_this) {
    call.kind = Call::Kind::kMethod;
    if (IsMethod(reach) && made_receiver) {
      std::vector<Argument> arguments;
      for (size_t i = 0; input.globals.contains(fmt::format("{}{}", concolic::kMaking, i)); ++i)
        arguments.push_back(made.Make(input.globals.at(fmt::format("{}{}", concolic::kMaking, i))));
      call.receiver = made.Constructed({reach.path.begin(), reach.path.end() - 2}, std::move(arguments));
      call.path = {reach.path.back()};
    } else if (IsMethod(reach) && input.self.type == concolic::Type::kObject) {
      call.receiver = made.InstanceOf(Argument::Api({reach.path.begin(), reach.path.end() - 1}), input.self);
      call.path = {reach.path.back()};
    } else {
      call.arguments.insert(call.arguments.begin(), made.Make(input.self));
      call.receiver = Argument::Api(reach.path);
      call.path = {"call"};
    }
  }
  if (made.impossible()) return std::nullopt;
  auto root = std::make_shared<model::Callback>();
  root->body = made.TakeCalls();
  call.id = made.NextId();
  root->body.push_back(std::move(call));
  return model::TestCase{std::move(root), made.NextId()};
}

}  // namespace kingbird::explore
