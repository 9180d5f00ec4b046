// tree-sitter builds its own tree; one cursor walk copies it into Tree's flat array, mapping the grammar's symbol
// numbers to Kind by a table made once per language. A byte order mark is not part of the program: parsing starts
// behind it, offsets count it.
#include "syntax/parser.h"

#include <tree_sitter/api.h>

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>

#include "base/check.h"
#include "base/own_limits.h"

extern "C" {
const TSLanguage* tree_sitter_javascript();
const TSLanguage* tree_sitter_typescript();
}

namespace kingbird::syntax {
namespace {

// Ordinary code takes a tenth of a microsecond for each byte; what is no program at all may take seconds for each
// hundred, since tree-sitter looks for the best way to mend it. A busy machine has its share of the allowance.
constexpr uint64_t kMicrosPerByte = 4;
constexpr uint64_t kLeastMicros = 3'000'000;
constexpr uint64_t kMostMicros = 30'000'000;

// Nobody writes what nests deeper, and machines hardly more than sums of ten thousands. Who goes from a node up relies
// on it.
constexpr size_t kMostDepth = 25'000;

// What tree-sitter may use for one text, of 2 GiB that the process may have. A text takes up to 170 times its size.
constexpr int64_t kMostTreeBytes = int64_t{1280} << 20;
constexpr uint64_t kTreePartOfFive = 3;  // Of a limit on the memory of the process that is smaller than that.
// A tree of these is copied into 28 bytes for each node. Programs have one for every three bytes.
constexpr size_t kMostNodes = 6'000'000;
// Larger texts are parsed one after the other, so that only one of them needs so much memory.
constexpr size_t kLargeText = size_t{1} << 20;

std::atomic<bool> stopped = false;
std::mutex large_texts;

// Of the text that this thread parses.
thread_local int64_t tree_bytes = 0;
thread_local int64_t most_tree_bytes = kMostTreeBytes;
thread_local size_t cancelled = 0;  // Read by tree-sitter.

void* Counted(void* memory, size_t size) {
  if (memory == nullptr && size > 0) {
    // The watchdog's handler does not return; without it there is nothing that tree-sitter could do.
    if (const std::new_handler handler = std::get_new_handler()) handler();
    std::abort();
  }
  tree_bytes += static_cast<int64_t>(malloc_usable_size(memory));
  if (tree_bytes > most_tree_bytes || stopped) cancelled = 1;
  return memory;
}

void CountLess(void* memory) { tree_bytes -= static_cast<int64_t>(malloc_usable_size(memory)); }

/// Memory of tree-sitter's is counted as it is paid: nothing tells from a text how much its tree takes.
void CountMemory() {
  ts_set_allocator([](size_t size) { return Counted(std::malloc(size), size); },
                   [](size_t count, size_t size) { return Counted(std::calloc(count, size), count * size); },
                   [](void* memory, size_t size) {
                     CountLess(memory);
                     return Counted(std::realloc(memory, size), size);
                   },
                   [](void* memory) {
                     CountLess(memory);
                     std::free(memory);
                   });
}

/// While one lives, tree-sitter's memory belongs to one text.
class TreeBudget {
 public:
  explicit TreeBudget(size_t text_size) : large_(large_texts, std::defer_lock) {
    if (text_size > kLargeText) large_.lock();
    tree_bytes = 0;
    cancelled = stopped ? 1 : 0;
    const uint64_t limit = base::OwnMemoryLimit();
    most_tree_bytes =
        limit == 0 ? kMostTreeBytes : std::min(kMostTreeBytes, static_cast<int64_t>(limit / 5 * kTreePartOfFive));
  }

 private:
  std::unique_lock<std::mutex> large_;
};

struct Grammar {
  const TSLanguage* language;
  std::vector<std::string_view> names;
  std::vector<Kind> kinds;
  std::vector<Field> fields;

  explicit Grammar(const TSLanguage* source) : language(source) {
    const uint32_t symbols = ts_language_symbol_count(language);
    for (uint32_t i = 0; i < symbols; ++i) {
      const auto symbol = static_cast<TSSymbol>(i);
      names.emplace_back(ts_language_symbol_name(language, symbol));
      kinds.push_back(ts_language_symbol_type(language, symbol) == TSSymbolTypeRegular ? KindFromName(names.back())
                                                                                       : Kind::kToken);
    }
    fields.push_back(Field::kNone);
    for (uint32_t i = 1; i <= ts_language_field_count(language); ++i) {
      fields.push_back(FieldFromName(ts_language_field_name_for_id(language, static_cast<TSFieldId>(i))));
    }
  }
};

const Grammar& GrammarOf(Language language) {
  static const Grammar javascript(tree_sitter_javascript());
  static const Grammar typescript(tree_sitter_typescript());
  return language == Language::kJavaScript ? javascript : typescript;
}

}  // namespace

struct Parser::State {
  Language language;
  TSParser* parser = NewParser();
  ~State() { ts_parser_delete(parser); }

  static TSParser* NewParser() {
    static std::once_flag once;
    std::call_once(once, CountMemory);
    return ts_parser_new();
  }
  static bool Fill(Tree& tree, TSNode root, const Grammar& grammar, uint32_t skipped);
};

Parser::Parser(Language language) : state_(new State{language}) {
  CHECK(ts_parser_set_language(state_->parser, GrammarOf(language).language), "grammar and library do not match");
}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

Tree Parser::Parse(std::string source) {
  Tree tree = Read(source, source);
  const auto gaps = tree.SplitDeclarations();
  if (gaps.empty()) return tree;
  // Once more without the line breaks; offsets stay as they are.
  std::string joined = source;
  for (const auto& [begin, end] : gaps) joined.replace(begin, end - begin, end - begin, ' ');
  return Read(joined, std::move(source));
}

/// All nodes below `root` in the order of the text, `skipped` bytes further on; false if they nest too deep or are too
/// many.
bool Parser::State::Fill(Tree& tree, TSNode root, const Grammar& grammar, uint32_t skipped) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  uint32_t parent = Node::kNull;
  std::vector<uint32_t> last_child = {Node::kNull};  // Per level: the previous sibling of the next node.
  bool done = false;
  while (!done) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const TSSymbol symbol = ts_node_symbol(node);
    const auto index = static_cast<uint32_t>(tree.nodes_.size());
    // The error symbol lies outside the table.
    const bool known = symbol < grammar.kinds.size();
    const Kind kind = known ? grammar.kinds[symbol] : Kind::kOther;
    tree.nodes_.push_back({static_cast<uint16_t>(known ? symbol : 0), kind,
                           grammar.fields[ts_tree_cursor_current_field_id(&cursor)], ts_node_start_byte(node) + skipped,
                           ts_node_end_byte(node) + skipped, parent, Node::kNull, Node::kNull});
    if (last_child.back() != Node::kNull)
      tree.nodes_[last_child.back()].next = index;
    else if (parent != Node::kNull)
      tree.nodes_[parent].first_child = index;
    last_child.back() = index;
    if (kind == Kind::kComment || kind == Kind::kHtmlComment) tree.comments_.push_back(index);

    if (last_child.size() > kMostDepth || tree.nodes_.size() > kMostNodes) break;
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      parent = index;
      last_child.push_back(Node::kNull);
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        done = true;
        break;
      }
      last_child.pop_back();
      parent = tree.nodes_[last_child.back()].parent;
      tree.TrimEnd(last_child.back());
    }
  }
  ts_tree_cursor_delete(&cursor);
  return done;
}

Tree Parser::Read(const std::string& text, std::string source) {
  const Grammar& grammar = GrammarOf(state_->language);
  Tree tree;
  tree.source_ = std::move(source);
  tree.language_ = state_->language;
  tree.symbol_names_ = &grammar.names;
  tree.IndexPositions();

  const TreeBudget budget(text.size());
  ts_parser_set_cancellation_flag(state_->parser, &cancelled);
  const uint32_t skipped = tree.source_.starts_with("\xef\xbb\xbf") ? 3 : 0;
  ts_parser_set_timeout_micros(state_->parser, std::min(kLeastMicros + kMicrosPerByte * text.size(), kMostMicros));
  TSTree* parsed = ts_parser_parse_string(state_->parser, nullptr, text.data() + skipped,
                                          static_cast<uint32_t>(text.size()) - skipped);
  if (parsed == nullptr) {
    ts_parser_reset(state_->parser);
    tree.has_error_ = true;
    return tree;
  }
  const TSNode root = ts_tree_root_node(parsed);
  tree.has_error_ = ts_node_has_error(root);
  tree.nodes_.reserve(tree.source_.size() / 3 + 16);

  const bool whole = State::Fill(tree, root, grammar, skipped);
  ts_tree_delete(parsed);
  if (!whole) {
    tree.nodes_ = {};
    tree.comments_ = {};
  }
  tree.IndexDirectives();
  tree.has_error_ = tree.has_error_ || !whole || (tree.language_ == Language::kJavaScript && tree.IsMisread());
  return tree;
}

void StopParsing() { stopped = true; }

Tree Parse(std::string source, Language language) { return Parser(language).Parse(std::move(source)); }

}  // namespace kingbird::syntax
