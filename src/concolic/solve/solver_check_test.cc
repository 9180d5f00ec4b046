#include "concolic/solve/solver_check.h"

#include <gtest/gtest.h>

namespace kingbird::concolic {
namespace {

TEST(SolverCheck, Z3Answers) {
  const auto version = CheckZ3();
  ASSERT_TRUE(version.ok()) << version.error().message;
  EXPECT_TRUE(version->starts_with("4."));
}

TEST(SolverCheck, Cvc5Answers) {
  const auto version = CheckCvc5();
  ASSERT_TRUE(version.ok()) << version.error().message;
  EXPECT_TRUE(version->starts_with("1."));
}

}  // namespace
}  // namespace kingbird::concolic
