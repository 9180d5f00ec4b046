// The concolic pass: every value keeps a shadow beside it (a node of an expression, 0 for concrete), and decisions that
// depend on symbolic values are told to the agent (agent/concolic/). The program's own values and order of evaluation
// stay as they are (docs/architecture.md, Shadows).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "syntax/chains.h"
#include "syntax/concolic_sites.h"
#include "syntax/file_facts.h"
#include "syntax/pass/concolic_bindings.h"
#include "syntax/pass/pass.h"
#include "syntax/scope.h"

namespace kingbird::syntax {

class ConcolicPass : public Pass {
 public:
  struct Options {
    bool stress = false;  ///< Every literal has a shadow: all slow paths run. For tests.
    bool scopes = true;   ///< Functions hand their variables to the agent, which finds functions to explore in them.
  };

  explicit ConcolicPass(std::string key) : key_(std::move(key)) {}
  ConcolicPass(std::string key, Options options) : key_(std::move(key)), options_(options) {}

  std::string_view name() const override { return options_.stress ? "concolic-stress" : "concolic"; }
  void Run(const Tree& tree, Edits& edits) override;
  std::string Prologue(bool module) const override;

  void Describe(FileFacts& facts) const override;

 private:
  /// A compiled expression: where its shadow is after it was evaluated, and how its value can be read again.
  struct Expression {
    std::string shadow = "0";  ///< "0", a twin or a temporary.
    std::string value;         ///< Text that gives the value once more without effects; "" if there is none.
    bool simple = false;       ///< A name or a literal: it is its own value, which later code may change.
    bool literal = false;
    bool symbolic() const { return shadow != "0"; }
  };
  /// The function whose code is being compiled.
  struct Function {
    Node node;
    uint32_t site = 0;
    int temporaries = 0;  ///< In use in the statement at hand.
    int most = 0;
    int kept = 0;  ///< Temporaries that live as long as the function.
    bool returns_shadows = false;
    bool this_twin = false;
    std::string record;  ///< The variable that holds an async function's record (Suspend); empty: it needs none.
  };

  // concolic_functions.cc
  void CompileFunction(Node node);
  void CompileClass(Node node);
  void CompileProgram();
  void CompileInner(Node region);
  std::string Head(Node node);
  const std::vector<BindingId>& BindingsOf(Node opener) const;
  std::string TakeText(Node node);
  bool UsesArguments(Node function) const;
  std::string ScopesText(Node node) const;
  std::string SettersText() const;
  std::string FunctionName(Node node) const;
  std::string ThisShadow() const;

  // concolic_statements.cc
  void Statement(Node node);
  void Statements(Node body);
  void Throw(Node argument);
  void Handler(Node handler);
  void Declaration(Node node);
  void Declarator(Node node, bool is_var);
  void ForIn(Node node);
  std::string EachText(Node node, const Expression& list);
  void Switch(Node node);
  void Return(Node argument);
  void Condition(Node node);
  void Branch(Node node, const Expression& expression);

  // concolic_expressions.cc
  Expression Compile(Node node);
  Expression Dispatch(Node node);
  Expression Name(Node node);
  Expression FreeName(Node node);
  Expression Binary(Node node);
  Expression Logical(Node node, const std::string& op);
  Expression Unary(Node node);
  Expression Ternary(Node node);
  Expression Sequence(Node node);
  Expression Await(Node node);
  /// Text that tells the agent, right before an async function waits or ends, where the shadow of its result will be.
  std::string Suspend();
  /// An async function that is no generator.
  static bool IsAsync(Node function);
  Expression Yield(Node node);
  Expression Others(Node node);

  // concolic_literals.cc
  Expression Template(Node node);
  Expression Array(Node node);
  Expression SpreadArray(Node node);
  void TakenApart(Node node, const Expression& expression, bool list);
  Expression Object(Node node);
  std::string KeepKey(Node name);

  // concolic_places.cc: members, assignments
  struct Place {
    Expression object;
    std::string base;  ///< Text of the object again.
    std::string key;   ///< Text of the key as a value.
    std::string key_shadow = "0";
    std::string tables;   ///< Tables().
    std::string site;     ///< Text: uses of the object and reads from it are told by one place.
    bool traced = false;  ///< Not private, not super.
  };
  Expression Member(Node node);
  Expression Hidden(Node node);
  Expression AssignHidden(Node node, Node member, Node value);
  Expression AugmentHidden(Node node, Node member, Node value, const std::string& op);
  Expression UpdateHidden(Node node, Node member, const std::string& sign, bool prefix);
  Place CompileHidden(Node member, const std::string& old, const std::string& old_shadow);
  bool IsField(Node member) const;
  Place CompilePlace(Node member, bool reads_old, const std::string& old_shadow, bool later);
  std::string KeyOf(const Place& place, Node member);
  Expression Assign(Node node);
  Expression AssignName(Node node, Node name, Node value);
  Expression AssignMember(Node node, Node member, Node value);
  Expression Augment(Node node);
  Expression AugmentName(Node node, Node name, Node value, const std::string& op);
  Expression AugmentMember(Node node, Node member, Node value, const std::string& op);
  Expression LogicalAssign(Node node, Node target, Node value);
  Expression LogicalAssignMember(Node node, Node member, Node value);
  Expression Update(Node node);

  // concolic_chains.cc
  bool HasOptionalLink(Node node) const;
  Expression Chain(Node node);
  std::pair<Expression, std::string> CompileRest(Node node, Node link, Expression start, const std::string& receiver);
  Expression ConcreteChain(Node node);

  // concolic_patterns.cc: what is taken apart
  struct Part {
    std::string value;   ///< A variable.
    std::string shadow;  ///< A variable.
  };
  struct Texts {
    std::string* before;
    std::string* text;
  };
  Expression AssignPattern(Node node, Node pattern, Node value);
  void Watch(Node pattern, Node value, const Part& whole, const std::string& shadow);
  std::string Shape(Node pattern) const;
  /// Compiles defaults and computed keys; returns ",k=0…", which gives their variables a first value.
  std::string CompilePattern(Node pattern);
  std::string CompileElements(Node pattern);
  /// ",x$s=…" for every name of the pattern that has a twin.
  std::string PatternShadows(Node pattern, const Part& whole, bool declares);
  void TakeApart(Node pattern, const Part& whole, bool declares, const Texts& to);
  std::string KeyText(Node name, int index) const;

  // concolic_parameters.cc
  struct Apart {
    Expression value;
    std::vector<std::string> temporaries;
  };
  std::optional<Apart> CompileApart(Node expression, uint32_t site);
  std::vector<std::string> Temporaries(const Function& function) const;
  void CompileParameters(Node function, uint32_t site);
  void CompileField(Node field);

  // concolic_calls.cc
  Expression Call(Node node);
  Expression CallMember(Node node);
  Expression Tagged(Node node);
  /// Text that gives the function which an expression was compiled to, and notes that it is called.
  std::string CalleeText(Node callee);
  Expression New(Node node);
  std::string OpenChannel(Node node, const std::string& callee, const Expression* receiver, const std::string& base);
  std::string OpenSpread(Node node, std::vector<Expression> compiled, const std::string& callee,
                         const Expression* receiver, const std::string& base);
  Expression Finish(Node node, const std::string& token);

  /// What a look at an object may be about: a property that is named in the text, or also an index.
  enum class Names { kProperty, kAny };
  /// The flag of the runtime that says whether some object has shadows of such properties.
  static std::string Tables(Names names);

  /// Compiles what goes into a form that has no meaning for us: what is symbolic about it is lost, and counted.
  void Lose(Node node, std::string_view form);
  void Lose(Node node, Expression expression, std::string_view form);
  /// What is assigned to a variable that can have no twin.
  void LoseInName(Node name, Node value, const Expression& expression);

  // What all of them use.
  void Wrap(Node node, const std::string& before, const std::string& after);
  /// Makes the value of a compiled expression readable again; `later`: other code runs before that.
  Expression Keep(Node node, Expression expression, bool later);
  std::string Temporary();
  std::string KeptTemporary();
  uint32_t Site(ConcolicSite::Kind kind, Node node);
  std::string SiteText(ConcolicSite::Kind kind, Node node);
  std::string Twin(std::string_view name) const { return std::string(name) + suffix_; }
  static std::string AnyOf(std::initializer_list<std::string> shadows);
  static std::string AnyOf(const std::vector<std::string>& shadows);
  bool IsSymbolicName(Node identifier) const {
    return bindings_->HasTwin(identifier) && !hidden_.contains(scopes_->BindingOf(identifier));
  }

  std::string key_;
  Options options_;
  std::set<std::string> free_names_;
  const Tree* tree_ = nullptr;
  std::optional<ScopeTree> scopes_;
  std::optional<Chains> chains_;
  std::optional<ConcolicBindings> bindings_;
  std::string suffix_;
  std::string temporary_;
  std::string base_;
  bool skipped_ = false;  ///< The file uses our names or evaluates text: left as it is.
  ConcolicSites sites_;
  std::unordered_map<uint32_t, uint32_t> functions_;                  ///< Their sites, by node.
  std::unordered_map<uint32_t, std::vector<BindingId>> bindings_of_;  ///< By the node that opens their scope.
  Function* function_ = nullptr;
  std::vector<bool> uses_this_;                                    ///< By node.
  std::map<uint32_t, std::pair<std::string, std::string>> wraps_;  ///< By node; few have any.
  std::unordered_set<uint32_t> opened_;                            ///< Optional links whose question has been asked.
  std::unordered_map<uint32_t, Expression> starts_;                ///< What hangs on such a link stands for this.
  std::optional<uint32_t> receiver_of_;                            ///< A member that an optional call hangs on.
  std::string receiver_;                                           ///< Text of its object again.
  std::set<BindingId> hidden_;                      ///< Variables whose twins are not right at the moment.
  std::unordered_map<uint32_t, std::string> keys_;  ///< Computed keys of patterns, by node: a variable.
  std::unordered_map<uint32_t, Part> fallbacks_;    ///< Defaults in patterns, by node.
  std::map<BindingId, std::string> peeks_;          ///< Parameters seen from defaults: where they are in the channel.
  std::vector<std::string> patterns_;               ///< "site,index,shape" of parameters that are taken apart.
  Edits* edits_ = nullptr;
  int depth_ = 0;
  std::string prologue_;
};

bool IsPattern(Node node);
/// The names that a pattern gives values to.
std::vector<Node> NamesIn(Node pattern);

/// Variables that have no twin: what eval, patterns or exports may write to.
inline constexpr std::string_view kUntracked = "a variable that cannot be followed";

/// The runtime object of the agent, a global name.
inline constexpr std::string_view kConcolicRuntime = "__kb$";

}  // namespace kingbird::syntax
