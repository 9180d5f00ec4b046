// Symbols of the run find their shapes from parent to child; what a shape has and no symbol stands for is filled in.
#include "concolic/text/shape.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

using Step = Symbol::Step;

constexpr size_t kMostResults = 4;
constexpr double kMostShapeElements = 3;

Input Fill(const Shape& shape);

void FillResults(const Shape& shape, size_t calls, std::vector<Input>& results, size_t from) {
  const Input result = Fill(shape);
  if (result.type == Type::kAbsent) return;
  for (size_t i = from; i < std::min(std::max<size_t>(calls, 1), kMostResults); ++i) {
    if (results.size() <= i) results.resize(i + 1);
    if (results[i].type == Type::kAbsent) results[i] = result;
  }
}

bool IsName(std::string_view name) { return name != Shape::kElement && name != Shape::kResult; }

Input Fill(const Shape& shape) {
  Input input;
  input.type = shape.type();
  if (input.type != Type::kObject && input.type != Type::kFunction) return input;
  for (const auto& [name, property] : shape.properties) {
    if (!IsName(name)) continue;
    if (Input made = Fill(property); made.type != Type::kAbsent) input.properties.emplace(name, std::move(made));
  }
  const auto result = shape.properties.find(std::string(Shape::kResult));
  if (input.type == Type::kFunction && result != shape.properties.end())
    FillResults(result->second, shape.calls, input.results, 0);
  return input;
}

const Shape* Part(const Shape* shape, std::string_view name) {
  if (shape == nullptr) return nullptr;
  const auto found = shape->properties.find(std::string(name));
  return found == shape->properties.end() ? nullptr : &found->second;
}

const Shape* Named(const std::map<std::string, Shape>& shapes, const std::string& name) {
  const auto found = shapes.find(name);
  return found == shapes.end() ? nullptr : &found->second;
}

bool IsIndex(const std::string& name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

const Shape* OfResult(const Shapes& shapes, const Symbol& function, const Shape* shape) {
  if (const Shape* result = Part(shape, Shape::kResult)) return result;
  const auto stand_in = shapes.stand_ins.find(function.name);
  return Named(shapes.results, stand_in == shapes.stand_ins.end() ? function.name : stand_in->second);
}

const Shape* OfProperty(const Shape* shape, const std::string& name) {
  const Shape* named = Part(shape, name);
  return named != nullptr || !IsIndex(name) ? named : Part(shape, Shape::kElement);
}

class Completer {
 public:
  Completer(const Shapes& shapes, const SeenRun& run, Assignment& input)
      : shapes_(shapes), path_(run.path), input_(input) {}

  void Complete() {
    of_ = ShapesOf(shapes_, path_);
    for (SymbolId symbol = 0; symbol < path_.symbols.size(); ++symbol) {
      const Symbol& own = path_.symbols[symbol];
      const bool root = own.step <= Step::kGlobal;
      read_.emplace(own.step, root ? 0 : own.parent, own.name, own.index);
    }
    for (SymbolId symbol = 0; symbol < path_.symbols.size(); ++symbol) {
      if (of_[symbol] != nullptr && path_.symbols[symbol].step != Step::kLength) AddParts(symbol, *of_[symbol]);
    }
    AddRoots();
    AddStandIns();
  }

 private:
  bool Read(Step step, SymbolId parent, const std::string& name, uint32_t index) const {
    return read_.contains({step, parent, name, index});
  }

  void AddParts(SymbolId symbol, const Shape& shape) {
    const Input* found = Find(input_, path_, symbol);
    if (found == nullptr || found->type < Type::kObject) return;
    Input& input = Make(input_, path_, symbol);
    if (input.type == Type::kArray) {
      AddElements(symbol, shape, input);
      return;
    }
    for (const auto& [name, part] : shape.properties) {
      if (!IsName(name) || Read(Step::kProperty, symbol, name, 0) || input.properties.contains(name)) continue;
      if (Input made = Fill(part); made.type != Type::kAbsent) input.properties.emplace(name, std::move(made));
    }
    const Shape* result = Part(&shape, Shape::kResult);
    if (input.type == Type::kFunction && result != nullptr)
      FillResults(*result, shape.calls, input.results, FirstUnread(symbol));
  }

  size_t FirstUnread(SymbolId function) const {
    uint32_t calls = 0;
    while (Read(Step::kResult, function, "", calls)) ++calls;
    return calls;
  }

  void AddElements(SymbolId symbol, const Shape& shape, Input& array) {
    const Shape* element = Part(&shape, Shape::kElement);
    if (element == nullptr) return;
    for (double i = 0; i < std::min(array.number, kMostShapeElements); ++i) {
      const std::string name = std::to_string(static_cast<int>(i));
      if (Read(Step::kProperty, symbol, name, 0) || array.properties.contains(name)) continue;
      if (Input made = Fill(*element); made.type != Type::kAbsent) array.properties.emplace(name, std::move(made));
    }
  }

  void AddRoots() {
    for (const auto& [name, shape] : shapes_.roots) {
      if (name == "this" && !Read(Step::kThis, 0, "", 0)) {
        if (input_.self.type != Type::kObject) continue;
        if (shape.type() == Type::kString && input_.self.properties.empty()) input_.self.type = Type::kString;
        for (auto& [property, made] : Fill(shape).properties) input_.self.properties.try_emplace(property, made);
      }
      if (shapes_.modules && IsStandIn(name) && !ReadGlobal(name)) AddModule(name, shape);
      if (!ReadGlobal(name)) FillVariable(name, shape);
      if (name.empty() || name[0] < '0' || name[0] > '9') continue;
      const auto index = static_cast<uint32_t>(std::stoul(name));
      if (Read(Step::kArgument, 0, "", index)) continue;
      Input made = Fill(shape);
      if (made.type == Type::kAbsent) continue;
      if (input_.arguments.size() <= index) input_.arguments.resize(index + 1);
      if (input_.arguments[index].type == Type::kAbsent) input_.arguments[index] = std::move(made);
    }
  }

  bool ReadGlobal(const std::string& name) const { return Read(Step::kGlobal, 0, name, 0); }

  /// A variable of the file that holds nothing yet, and is an input.
  void FillVariable(const std::string& name, const Shape& shape) {
    const auto variable = input_.globals.find(name);
    if (variable == input_.globals.end() || variable->second.type != Type::kUndefined) return;
    if (Input made = Fill(shape); made.type != Type::kAbsent) variable->second = std::move(made);
  }

  void AddModule(const std::string& name, const Shape& shape) {
    Input made = Fill(shape);
    if (made.type == Type::kAbsent) return;
    Input& module = input_.globals[name];
    module.type = Type::kFunction;
    for (auto& [property, value] : made.properties) module.properties.try_emplace(property, std::move(value));
    if (module.results.empty()) module.results = std::move(made.results);
  }

  /// Functions that answer for others, called or not.
  void AddStandIns() {
    for (const auto& [global, name] : shapes_.stand_ins) {
      const Shape* result = Named(shapes_.results, name);
      if (result == nullptr) continue;
      size_t read = 0;
      for (SymbolId symbol = 0; symbol < path_.symbols.size(); ++symbol) {
        const Symbol& own = path_.symbols[symbol];
        if (own.step == Step::kGlobal && own.name == global) read = FirstUnread(symbol);
      }
      const Input made = Fill(*result);
      if (made.type == Type::kAbsent) continue;
      Input& function = input_.globals[global];
      function.type = Type::kFunction;
      FillResults(*result, result->calls, function.results, read);
    }
  }

  const Shapes& shapes_;
  const Path& path_;
  Assignment& input_;
  std::vector<const Shape*> of_;  ///< By symbol.
  std::set<std::tuple<Step, SymbolId, std::string, uint32_t>> read_;
};

}  // namespace

std::vector<const Shape*> ShapesOf(const Shapes& shapes, const Path& path) {
  std::vector<const Shape*> found;
  for (const Symbol& symbol : path.symbols) {
    switch (symbol.step) {
      case Step::kThis:
        found.push_back(Named(shapes.roots, "this"));
        break;
      case Step::kArgument:
        found.push_back(Named(shapes.roots, std::to_string(symbol.index)));
        break;
      case Step::kGlobal:
        found.push_back(Named(shapes.roots, symbol.name));
        break;
      case Step::kProperty:
        found.push_back(OfProperty(found[symbol.parent], symbol.name));
        break;
      case Step::kResult:
        found.push_back(OfResult(shapes, path.symbols[symbol.parent], found[symbol.parent]));
        break;
      case Step::kLength:
      case Step::kCell:
        found.push_back(nullptr);
        break;
    }
  }
  return found;
}

void Shape::Use(TypeSet types) {
  served = used ? static_cast<uint16_t>(served & types.bits()) : types.bits();
  used = true;
}

Type Shape::type() const { return asked || !used ? Type::kAbsent : PreferredType(TypeSet::FromBits(served)); }

void Complete(const Shapes& shapes, const SeenRun& run, Assignment& input) {
  if (!shapes.empty()) Completer(shapes, run, input).Complete();
}

}  // namespace kingbird::concolic
