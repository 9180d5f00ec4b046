#include <cstdio>

int main() {
  std::puts("kingbird");
  return 0;
}
