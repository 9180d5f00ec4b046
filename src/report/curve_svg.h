#pragma once

#include <string>
#include <vector>

#include "model/report_data.h"

namespace kingbird::report {

/// Statement coverage over tests as inline SVG, coloured by the page's style sheet. `before` and `after` give the
/// total.
std::string CurveSvg(const std::vector<model::CurvePoint>& curve, const model::Ratio& before,
                     const model::Ratio& after);

}  // namespace kingbird::report
