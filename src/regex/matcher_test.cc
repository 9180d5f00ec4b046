// The matcher against the real engine: every feature on random texts, one script for Node.
#include "regex/matcher.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "base/rng.h"
#include "base/subprocess.h"
#include "base/text.h"
#include "regex/sampler.h"

namespace kingbird::regex {
namespace {

struct Pattern {
  std::u16string source;
  std::u16string flags;
};

const std::vector<Pattern> kPatterns = {
    {u"abc", u""},
    {u"a.c", u"s"},
    {u"a.c", u""},
    {u"^a|b$", u""},
    {u"^a|b$", u"m"},
    {u"(a*)(a*)", u""},
    {u"(a*?)(a*)b", u""},
    {u"(a+)+b", u""},
    {u"(z)((a+)?(b+)?(c))*", u""},
    {u"(?:a|ab)(?:c|bcd)(?:d*)", u""},
    {u"(?=(a+))a*b\\1", u""},
    {u"(?!foo)\\w+", u""},
    {u"(?<=a)b", u""},
    {u"(?<!a)b", u""},
    {u"(?<=(\\d+)(\\d+))x", u""},
    {u"(?<=\\1(a))b", u""},
    {u"\\bfoo\\B", u""},
    {u"([ab])\\1", u""},
    {u"\\1(a)", u""},
    {u"(?<year>\\d{2,4})-(?<rest>\\k<year>)?", u""},
    {u"[^a-c]+", u""},
    {u"[\\w-]+@[\\d.]+", u""},
    {u"[]a", u""},
    {u"[^]b", u""},
    {u"a{2}b{1,2}c{0,}", u""},
    {u"a{,2}", u""},
    {u"x{2", u""},
    {u"[aB]c", u"i"},
    {u"[^aB]c", u"i"},
    {u"(a)\\1", u"i"},
    {u"\\x61\\u0062\\t?", u""},
    {u"\\cJ|\\0", u""},
    {u"\\101", u""},
    {u"\\u{61}b", u"u"},
    {u"^.$", u"u"},
    {u"^.$", u""},
    {u"[\\u{1F600}-\\u{1F64F}]", u"u"},
    {u"\\S+\\s\\D", u""},
    {u"(?:)", u""},
    {u"(a?)*?b", u""},
    {u"(?:a?)*?$", u""},
    {u"((a)|b)*", u""},
    {u"a]", u""},
    {u"}", u""},
    {u"(?=a)*b", u""},
    {u"v?(\\d+)(?:\\.(\\d+|x|\\*))?(?:-([\\w.]+))?$", u"i"},
    {u"ab", u"y"},
};

constexpr std::string_view kScript = R"(
const out = [];
for (const line of require('fs').readFileSync(0, 'utf8').split('\n')) {
  if (line === '') continue;
  const [source, flags, text, from] = JSON.parse(line);
  const read = units => String.fromCharCode(...units);
  const regex = new RegExp(read(source), read(flags) + (read(flags).includes('y') ? '' : 'g') + 'd');
  regex.lastIndex = from;
  const match = regex.exec(read(text));
  out.push(JSON.stringify(match === null ? null : match.indices.map(span => span === undefined ? null : span)));
}
process.stdout.write(out.join('\n'));
)";

base::Json Units(const std::u16string& text) {
  base::Json units = base::Json::array();
  for (char16_t unit : text) units.push_back(static_cast<int>(unit));
  return units;
}

base::Json Spans(const std::optional<Match>& match) {
  if (!match) return nullptr;
  base::Json spans = base::Json::array();
  for (const std::optional<Span>& span : match->groups)
    spans.push_back(span ? base::Json::array({span->begin, span->end}) : base::Json(nullptr));
  return spans;
}

struct Question {
  const Pattern* pattern;
  Regex regex;
  std::u16string text;
  size_t from;
};

std::vector<Question> Questions(int each) {
  base::Rng rng(21);
  const std::u16string letters = u"aaabbbcczxfo01234-.\n @\xE9*";
  std::vector<Question> questions;
  for (const Pattern& pattern : kPatterns) {
    const Regex regex = *Parse(pattern.source, pattern.flags);
    for (int i = 0; i < each; ++i) {
      std::u16string text;
      if (rng.Percent(50)) text = Sample(regex, {}, rng).value_or(u"");
      while (rng.Percent(75)) text.insert(rng.Below(text.size() + 1), 1, letters[rng.Below(letters.size())]);
      if (rng.Percent(5)) text += u"\xD83D\xDE00";
      questions.push_back({&pattern, regex, text, rng.Percent(80) ? 0 : rng.Below(text.size() + 1)});
    }
  }
  return questions;
}

TEST(Matcher, AgreesWithTheEngine) {
  const std::vector<Question> questions = Questions(100);
  std::string input;
  for (const Question& question : questions) {
    input += base::DumpJson(base::Json::array({Units(question.pattern->source), Units(question.pattern->flags),
                                               Units(question.text), question.from})) +
             "\n";
  }
  const auto result = base::RunCommand({.arguments = {"node", "-e", std::string(kScript)}, .input = input});
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->exit_code, 0) << result->err;
  const std::vector<std::string> answers = base::Split(result->out, '\n');
  ASSERT_EQ(answers.size(), questions.size());
  size_t matched = 0;
  size_t unknown = 0;
  for (size_t i = 0; i < questions.size(); ++i) {
    const Outcome outcome = Find(questions[i].regex, questions[i].text, questions[i].from);
    unknown += outcome.known ? 0 : 1;
    matched += outcome.match ? 1 : 0;
    if (!outcome.known) continue;
    EXPECT_EQ(base::DumpJson(Spans(outcome.match)), answers[i])
        << base::Wtf8FromUtf16(questions[i].pattern->source) << " in " << base::Wtf8FromUtf16(questions[i].text);
  }
  EXPECT_GT(matched, questions.size() / 3);
  EXPECT_LT(unknown, questions.size() / 20);
}

TEST(Matcher, GivesUpInsteadOfRunningForever) {
  const Regex regex = *Parse(u"(a+)+$", u"");
  EXPECT_FALSE(Find(regex, std::u16string(40, u'a') + u"!").known);
}

TEST(Parser, RefusesWhatIsNoRegularExpression) {
  for (const std::u16string source : {u"(", u")", u"[a", u"*", u"a{2,1}", u"[b-a]", u"\\", u"(?<n>a)(?<=b", u"(?i:a)",
                                      u"(?<n", u"(?<n(a>b)", u"(?<>a)", u"(?<n>a)\\k<m>", u"(?<n>a)\\kn"}) {
    EXPECT_FALSE(Parse(source, u"").ok()) << base::Wtf8FromUtf16(source);
  }
  EXPECT_FALSE(Parse(u"\\p{L}", u"u").ok());
  EXPECT_FALSE(Parse(u"a", u"v").ok());
}

TEST(Sampler, ForcesGroups) {
  const Regex regex = *Parse(u"^(a|b(x)?)(?:-(\\d+))?$", u"");
  base::Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const std::optional<Match> with = Find(regex, *Sample(regex, {.present = 3}, rng)).match;
    ASSERT_TRUE(with);
    EXPECT_TRUE(with->groups[3]);
    const std::u16string text = *Sample(regex, {.groups = {{3, u"77"}}, .present = 3}, rng);
    EXPECT_TRUE(text.ends_with(u"-77"));
    EXPECT_FALSE(Find(regex, *Sample(regex, {.absent = 3}, rng)).match->groups[3]);
  }
}

}  // namespace
}  // namespace kingbird::regex
