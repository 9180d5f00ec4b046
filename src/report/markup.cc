#include "report/markup.h"

#include "base/invisible.h"
#include "base/text.h"

namespace kingbird::report {

std::string Escape(std::string_view text) {
  // A round trip through UTF-16 mends what is not UTF-8; only then is it worth its price.
  const std::string mended = base::IsUtf8(text) ? "" : base::Wtf8FromUtf16(base::Utf16FromWtf8(text));
  const std::string shown = base::ShowInvisible(mended.empty() ? text : mended);
  text = shown;
  std::string escaped;
  escaped.reserve(text.size() + text.size() / 8);
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (c < 0x20 && c != '\n' && c != '\t') {
      if (c != '\r') escaped += "\xEF\xBF\xBD";
    } else {
      escaped += static_cast<char>(c);
    }
  }
  return escaped;
}

}  // namespace kingbird::report
