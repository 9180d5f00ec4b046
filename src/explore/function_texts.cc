#include "explore/function_texts.h"

#include <utility>

#include "concolic/text_hints.h"
#include "syntax/parser.h"

namespace kingbird::explore {

FunctionTexts::FunctionTexts(const base::FileSystem& files, base::Path root,
                             const std::vector<ExplorableFunction>& functions, bool stub)
    : files_(files), root_(std::move(root)), stub_(stub) {
  for (const ExplorableFunction& function : functions)
    stand_ins_[function.name.substr(function.name.rfind('.') + 1)].push_back(function.stand_in);
}

const FunctionTexts::File* FunctionTexts::Read(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto [place, first] = read_.try_emplace(key);
  if (!first) return place->second.get();
  const auto text = files_.Read(root_ / key);
  if (!text.ok()) return nullptr;
  auto file = std::make_unique<File>();
  file->tree = syntax::Parse(*text);
  file->hints = concolic::TextHints(file->tree);
  file->shapes = std::make_unique<concolic::TextShapes>(file->tree);
  place->second = std::move(file);
  return place->second.get();
}

void FunctionTexts::Describe(const ExplorableFunction& function, concolic::ExploreOptions& options) {
  const File* file = Read(function.file);
  if (file == nullptr) return;
  options.hints = file->hints;
  options.shapes = file->shapes->Of(function.range, !stub_);
  options.shapes.modules = stub_;
  if (!stub_) return;
  for (const auto& [name, shape] : options.shapes.results) {
    const auto found = stand_ins_.find(name);
    if (found == stand_ins_.end()) continue;
    for (const std::string& stand_in : found->second) options.shapes.stand_ins[stand_in] = name;
  }
}

}  // namespace kingbird::explore
