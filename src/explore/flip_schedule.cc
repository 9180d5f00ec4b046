#include "explore/flip_schedule.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kingbird::explore {
namespace {

// Of the tests or the time there are: when the rounds begin, at the earliest.
constexpr double kRounds[] = {0.25, 0.5, 0.75};
// Growth is cheaper as long as it gets on by itself: so many tests without new code, and such a part of all there were.
constexpr size_t kLeastInVain = 40;
constexpr size_t kPartInVain = 5;
// Shares of the time: when they begin, the first one, and how it changes with a round that pays or does not.
constexpr double kEarliest = 0.15;
constexpr double kLatest = 0.4;
constexpr double kFirstShare = 0.4;
constexpr double kFirstBesideOthers = 0.15;  // while they still reach something
constexpr double kMostShare = 0.6;
constexpr double kLeastShare = 0.06;
constexpr double kPaid = 1.3;
constexpr double kDidNot = 0.6;
constexpr int kPartOfTime = 60;  // of the limit, for one round
constexpr std::chrono::milliseconds kLeastRound{200};
constexpr int kPartOfFixed = 7;

}  // namespace

void FlipSchedule::Watch(bool reached) {
  ++watched_;
  if (reached) last_reaching_ = watched_;
}

bool FlipSchedule::OthersStandStill() const {
  const size_t in_vain = watched_ - last_reaching_;
  return in_vain >= kLeastInVain && in_vain * kPartInVain >= watched_;
}

bool FlipSchedule::IsNear(double spent) const {
  // Rounds begin at their time, whatever the others do until then.
  if (kind_ != Kind::kShares) return !stopped_;
  return !stopped_ && (spent >= kLatest || (spent >= kEarliest && OthersStandStill()));
}

bool FlipSchedule::IsDue(double spent, std::chrono::milliseconds now, size_t candidates) const {
  if (stopped_) return false;
  if (kind_ != Kind::kShares) {
    const bool time = rounds_ < std::size(kRounds) && spent >= kRounds[rounds_];
    return time && (kind_ == Kind::kFixed || OthersStandStill());
  }
  if (candidates <= rests_at_) return false;
  if (rounds_ == 0) return IsNear(spent);
  return static_cast<double>(spent_.count()) < share_ * static_cast<double>((now - began_).count());
}

std::chrono::milliseconds FlipSchedule::Until(std::chrono::milliseconds now) const {
  return now + (kind_ == Kind::kShares ? std::max(kLeastRound, limit_ / kPartOfTime) : limit_ / kPartOfFixed);
}

void FlipSchedule::Note(const Ended& round) {
  if (rounds_++ == 0) {
    began_ = round.begin;
    share_ = OthersStandStill() ? kFirstShare : kFirstBesideOthers;
  }
  spent_ += round.end - round.begin;
  rests_at_ = round.exhausted ? round.candidates : 0;
  if (round.reached || round.asked)
    share_ = std::clamp(share_ * (round.reached ? kPaid : kDidNot), kLeastShare, kMostShare);
  // Where the first two rounds were in vain the third will be, too.
  if (kind_ != Kind::kShares && !round.reached && std::exchange(in_vain_, true)) stopped_ = true;
}

}  // namespace kingbird::explore
