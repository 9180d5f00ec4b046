// A step curve: coverage changes at a test and stays. The first point is loading (no test yet), the last one the end of
// the run, whether or not a point was recorded there.
#include "report/curve_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kingbird::report {
namespace {

constexpr double kWidth = 1000, kHeight = 300;
constexpr double kLeft = 52, kRight = 16, kTop = 14, kBottom = 34;

struct Scale {
  int64_t tests = 1;
  int64_t total = 1;
  double X(int64_t n) const {
    return kLeft + (kWidth - kLeft - kRight) * static_cast<double>(n) / static_cast<double>(tests);
  }
  double Y(int64_t n) const {
    return kTop + (kHeight - kTop - kBottom) * (1 - static_cast<double>(n) / static_cast<double>(total));
  }
};

// 1, 2 or 5 times a power of ten, so that about five ticks fit.
int64_t TickStep(int64_t range) {
  const double raw = std::max(1.0, static_cast<double>(range) / 5);
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power) return static_cast<int64_t>(factor * power);
  }
  return static_cast<int64_t>(10 * power);
}

std::string Axes(const Scale& scale) {
  std::string svg;
  for (int percent = 0; percent <= 100; percent += 25) {
    const double y = kTop + (kHeight - kTop - kBottom) * (1 - percent / 100.0);
    svg += fmt::format(R"(<line class="grid" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)", kLeft, y,
                       kWidth - kRight, y);
    svg += fmt::format(R"(<text class="tick" text-anchor="end" x="{:.1f}" y="{:.1f}">{} %</text>)", kLeft - 8, y + 4,
                       percent);
  }
  const int64_t step = TickStep(scale.tests);
  for (int64_t n = 0; n <= scale.tests; n += step) {
    svg += fmt::format(R"(<text class="tick" text-anchor="middle" x="{:.1f}" y="{:.1f}">{}</text>)", scale.X(n),
                       kHeight - 12, n);
  }
  return svg;
}

}  // namespace

std::string CurveSvg(const std::vector<model::CurvePoint>& curve, const model::Ratio& before,
                     const model::Ratio& after) {
  Scale scale;
  scale.total = std::max<int64_t>(1, after.total);
  for (const auto& point : curve) scale.tests = std::max(scale.tests, point.tests);

  int64_t height = before.covered;
  std::string line = fmt::format("M{:.1f} {:.1f}", scale.X(0), scale.Y(height));
  for (const auto& point : curve) {
    if (point.statements == height) continue;
    line += fmt::format("H{:.1f}V{:.1f}", scale.X(point.tests), scale.Y(point.statements));
    height = point.statements;
  }
  line += fmt::format("H{:.1f}", scale.X(scale.tests));
  const double end_x = scale.X(scale.tests), end_y = scale.Y(height), floor = scale.Y(0);
  std::string svg = fmt::format(
      R"(<svg class="curve" viewBox="0 0 {} {}" role="img" aria-label="Covered statements over tests: from {} to {} of {}">)",
      kWidth, kHeight, before.covered, height, after.total);
  svg += Axes(scale);
  svg += fmt::format(R"(<path class="area" d="{}V{:.1f}H{:.1f}Z"/>)", line, floor, scale.X(0));
  svg += fmt::format(R"(<line class="loaded" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)", kLeft,
                     scale.Y(before.covered), kWidth - kRight, scale.Y(before.covered));
  svg += fmt::format(R"(<path class="line" d="{}"/><circle class="dot" cx="{:.1f}" cy="{:.1f}" r="4"/></svg>)", line,
                     end_x, end_y);
  return svg;
}

}  // namespace kingbird::report
