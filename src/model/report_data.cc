#include "model/report_data.h"

#include <cmath>

namespace kingbird::model {

double Ratio::Percent() const {
  if (total == 0) return 100;
  return std::floor(10000.0 * static_cast<double>(covered) / static_cast<double>(total)) / 100;
}

}  // namespace kingbird::model
