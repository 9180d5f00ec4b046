#include "concolic/solver_check.h"

#include <cvc5/cvc5.h>
#include <fmt/format.h>
#include <z3++.h>

#include <sstream>

namespace kingbird::concolic {

base::Result<std::string> CheckZ3() {
  try {
    unsigned major = 0, minor = 0, build = 0, revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    z3::context context;
    z3::solver solver(context);
    const z3::expr x = context.int_const("x");
    solver.add(x * x == 49 && x < 0);
    if (solver.check() != z3::sat) return base::EnvironmentError("z3 did not solve x * x == 49");
    const int answer = solver.get_model().eval(x, true).get_numeral_int();
    if (answer != -7) return base::EnvironmentError(fmt::format("z3 says the negative root of 49 is {}", answer));
    return fmt::format("{}.{}.{}", major, minor, build);
  } catch (const z3::exception& error) {
    return base::EnvironmentError(fmt::format("z3 failed: {}", error.msg()));
  }
}

base::Result<std::string> CheckCvc5() {
  try {
    cvc5::Solver solver;
    solver.setOption("produce-models", "true");
    solver.setLogic("QF_NIA");
    const cvc5::Term x = solver.mkConst(solver.getIntegerSort(), "x");
    const cvc5::Term square = solver.mkTerm(cvc5::Kind::MULT, {x, x});
    solver.assertFormula(solver.mkTerm(cvc5::Kind::EQUAL, {square, solver.mkInteger(49)}));
    solver.assertFormula(solver.mkTerm(cvc5::Kind::LT, {x, solver.mkInteger(0)}));
    if (!solver.checkSat().isSat()) return base::EnvironmentError("cvc5 did not solve x * x == 49");
    const std::string answer = solver.getValue(x).getIntegerValue();
    if (answer != "-7") return base::EnvironmentError(fmt::format("cvc5 says the negative root of 49 is {}", answer));
    return solver.getVersion();
  } catch (const cvc5::CVC5ApiException& error) {
    return base::EnvironmentError(fmt::format("cvc5 failed: {}", error.getMessage()));
  }
}

}  // namespace kingbird::concolic
