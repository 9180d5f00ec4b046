#include "base/number_text.h"

#include <double-conversion/double-conversion.h>

#include <array>

namespace kingbird::base {

std::string NumberText(double number) {
  // 26 characters are the longest text: "-0.0000012345678901234567".
  std::array<char, 64> buffer;
  double_conversion::StringBuilder builder(buffer.data(), static_cast<int>(buffer.size()));
  double_conversion::DoubleToStringConverter::EcmaScriptConverter().ToShortest(number, &builder);
  return builder.Finalize();
}

}  // namespace kingbird::base
