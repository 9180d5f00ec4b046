#include "model/report_data.h"

#include <cmath>

namespace kingbird::model {

double Ratio::Percent() const {
  if (total == 0) return 100;
  return std::floor(10000.0 * static_cast<double>(covered) / static_cast<double>(total)) / 100;
}

std::string_view ToString(LineFate value) {
  switch (value) {
    case LineFate::kRan:
      return "ran";
    case LineFate::kLoaded:
      return "loaded";
    case LineFate::kDidNotRun:
      return "did-not-run";
    case LineFate::kNotLoaded:
      return "not-loaded";
    case LineFate::kNoCode:
      return "no-code";
  }
  return "";
}

}  // namespace kingbird::model
