#include "model/request.h"

#include <gtest/gtest.h>

namespace kingbird::model {
namespace {

std::string Url(const std::string& pattern, std::vector<Property> params, std::vector<Property> query = {}) {
  Call call;
  call.kind = Call::Kind::kRequest;
  call.path = {"GET", pattern};
  call.arguments = {Argument::Literal(Value::Object(std::move(params))),
                    Argument::Literal(Value::Object(std::move(query)))};
  return UrlOf(call);
}

TEST(Request, ParametersOfTheRouteAreFilledIn) {
  EXPECT_EQ(Url("/items/:id", {{"id", Value::Number(7)}}), "/items/7");
  EXPECT_EQ(Url("/users/:user_id(\\d+)/posts/:post", {{"user_id", Value::Number(3)}, {"post", Value::String("a b/c")}}),
            "/users/3/posts/a%20b%2Fc");
  EXPECT_EQ(Url("/files/*rest", {{"rest", Value::String("x")}}), "/files/x");
  EXPECT_EQ(Url("/things{/:id}", {{"id", Value::String("4")}}), "/things/4");
  EXPECT_EQ(Url("/items/:id", {}), "/items/1");
}

TEST(Request, TheQueryFollowsThePath) {
  EXPECT_EQ(Url("/items", {}, {{"done", Value::Boolean(true)}, {"q", Value::String("a&b")}}),
            "/items?done=true&q=a%26b");
}

}  // namespace
}  // namespace kingbird::model
