// A solver that misbehaves, for LD_PRELOAD: $FAKE_Z3 says how. It takes the place of two functions of Z3's C API, so
// that everything in front of the solver is the program's own.
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace {

bool Is(const char* behaviour) {
  const char* wanted = std::getenv("FAKE_Z3");
  return wanted != nullptr && std::strcmp(wanted, behaviour) == 0;
}

}  // namespace

extern "C" {

/// Nothing is asserted: whatever is asked, any model will do.
void Z3_solver_assert(void*, void*, void*) {}

int Z3_solver_check(void*, void*) {
  if (Is("hang")) {
    while (true) ::pause();
  }
  if (Is("crash")) std::abort();
  return 1;
}
}
