// When flips have their turn, and for how long.
//
// Where there is a time limit they begin when the other generators stand still, or after two fifths of the time, then
// with less of it, and have a share that grows while they pay and shrinks while they do not. Where tests are counted
// there are three rounds, each when the others stand still. `diff` has three rounds of a seventh of its time: all that
// flips come up with is a question there.
#pragma once

#include <chrono>
#include <cstddef>

namespace kingbird::explore {

class FlipSchedule {
 public:
  enum class Kind {
    kShares,  ///< Of the time.
    kRounds,  ///< Three, when nothing else gets on.
    kFixed,   ///< Three.
  };

  FlipSchedule(Kind kind, std::chrono::milliseconds limit) : kind_(kind), limit_(limit) {}

  /// A test of another generator; whether it reached new code.
  void Watch(bool reached);
  /// The target had better be loaded.
  bool IsNear(double spent) const;
  /// `spent`: the part of the time, or of the tests, that is over. `candidates`: tests there are to begin with.
  bool IsDue(double spent, std::chrono::milliseconds now, size_t candidates) const;
  /// When the round that begins now is to end; without meaning where there is no time limit.
  std::chrono::milliseconds Until(std::chrono::milliseconds now) const;
  /// A round is over. `exhausted`: there is nothing to ask until there are other tests.
  struct Ended {
    std::chrono::milliseconds begin;
    std::chrono::milliseconds end;
    size_t candidates = 0;
    bool reached = false;
    bool asked = true;  ///< Otherwise there was time for nothing but to look at tests.
    bool exhausted = false;
  };
  void Note(const Ended& round);
  /// There will be none any more.
  void Stop() { stopped_ = true; }

  size_t rounds() const { return rounds_; }

 private:
  bool OthersStandStill() const;

  Kind kind_;
  std::chrono::milliseconds limit_;
  size_t rounds_ = 0;
  size_t watched_ = 0;        // tests of others
  size_t last_reaching_ = 0;  // the last of them that reached new code
  double share_ = 0;
  std::chrono::milliseconds began_{0};  // the first round
  std::chrono::milliseconds spent_{0};  // in rounds
  size_t rests_at_ = 0;                 // candidates that nothing more can be asked about
  bool in_vain_ = false;                // the last round, or one before it
  bool stopped_ = false;
};

}  // namespace kingbird::explore
