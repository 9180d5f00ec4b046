// The region begins with the number of committed bytes; records follow, each behind its length. A record that does not
// decode to exactly its length ends the reading: lengths after it cannot be trusted either.
#include "runtime/event_codec.h"

#include <algorithm>

#include "base/text.h"
#include "runtime/byte_reader.h"
#include "runtime/value_codec.h"
#include "wire_kinds.h"

namespace kingbird::runtime {
namespace {

using model::Event;

constexpr uint8_t kEndRecord = 128;
/// Behind the events, for the core alone: the test depends on the machine (agent/machine_affairs.js), disorder had
/// something to put off (agent/disorder.js), where it was busy (agent/child.js).
enum class Note : uint8_t { KINGBIRD_NOTES };

// What everybody who looks at an event relies on.
size_t LeastValues(Event::Kind kind) {
  return kind == Event::Kind::kCall || kind == Event::Kind::kRead || kind == Event::Kind::kMissing ? 0 : 1;
}

// The holder is written as code: its names are words, the property's may be any.
bool IsPollution(const Event& event) {
  if (event.values.size() != 3 || event.values[0].items.size() < 2) return false;
  const std::vector<model::Value>& path = event.values[0].items;
  const auto is_text = [](const model::Value& name) { return name.kind == model::Value::Kind::kString; };
  return std::all_of(path.begin(), path.end(), is_text) &&
         std::all_of(path.begin(), path.end() - 1,
                     [](const model::Value& name) { return base::IsIdentifier(name.text); });
}

bool ReadEnd(ByteReader& record, DecodedLog& log, ValueBudget& budget) {
  EndRecord end;
  const uint8_t code = record.U8();
  if (code >= KINGBIRD_ENDS_COUNT) return false;
  end.end = static_cast<model::End>(code);
  end.exit_code = record.Signed();
  end.detail = record.String();
  std::optional<model::Value> error = DecodeValue(record, budget);
  if (!error) return false;
  end.error = std::move(*error);
  log.end = std::move(end);
  return true;
}

void ReadNote(Note note, const Event& event, DecodedLog& log) {
  switch (note) {
    case Note::kDependsOnMachine:
      log.depends_on_machine = true;
      break;
    case Note::kOverlap:
      log.overlap = true;
      break;
    case Note::kAnnounced:
      log.announced = true;
      break;
    case Note::kReadsDate:
      log.reads_date = true;
      break;
    case Note::kStack:
      log.stack = event.values.empty() ? "" : event.values[0].text;
      break;
  }
}

bool ReadEvent(uint8_t kind, ByteReader& record, DecodedLog& log, ValueBudget& budget) {
  if (kind >= KINGBIRD_EVENTS_COUNT + KINGBIRD_NOTES_COUNT) return false;
  Event event;
  event.kind = static_cast<Event::Kind>(kind);
  event.node = record.Signed();
  event.tick = static_cast<uint32_t>(record.Varint());
  event.during = record.Signed();
  event.threw = record.U8() != 0;
  for (uint64_t left = record.Varint(); left > 0; --left) {
    std::optional<model::Value> value = DecodeValue(record, budget);
    if (!value) return false;
    event.values.push_back(std::move(*value));
  }
  if (kind >= KINGBIRD_EVENTS_COUNT) {
    ReadNote(static_cast<Note>(kind - KINGBIRD_EVENTS_COUNT), event, log);
    return true;
  }
  if (event.values.size() < LeastValues(event.kind)) return false;
  if (event.kind == Event::Kind::kPollute && !IsPollution(event)) return false;
  log.events.push_back(std::move(event));
  return true;
}

bool ReadRecord(std::string_view bytes, DecodedLog& log, ValueBudget& budget) {
  ByteReader record(bytes);
  const uint8_t kind = record.U8();
  const size_t before = log.events.size();
  const bool read = kind == kEndRecord ? ReadEnd(record, log, budget) : ReadEvent(kind, record, log, budget);
  if (read && record.ok() && record.AtEnd()) return true;
  log.events.resize(before);
  return false;
}

}  // namespace

DecodedLog DecodeLog(std::string_view log) {
  DecodedLog decoded;
  ByteReader header(log);
  const uint32_t committed = header.U32();
  ByteReader records(header.Take(committed));
  decoded.intact = header.ok();
  ValueBudget budget;
  while (decoded.intact && !records.AtEnd() && !decoded.end) {
    const std::string_view record = records.Take(records.U32());
    // A record is paid for, too: an event without values is more than its bytes.
    const bool read = records.ok() && budget.Take() && ReadRecord(record, decoded, budget);
    decoded.overflow = budget.left == 0;
    decoded.intact = read || decoded.overflow;
    if (!read) break;
  }
  return decoded;
}

}  // namespace kingbird::runtime
