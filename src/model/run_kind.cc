#include "model/run_kind.h"

namespace kingbird::model {

std::string_view ToString(RunKind value) {
  switch (value) {
    case RunKind::kTest:
      return "test";
    case RunKind::kDiff:
      return "diff";
    case RunKind::kExplore:
      return "explore";
    case RunKind::kConform:
      return "conform";
  }
  return "";
}

std::string_view ToString(SandboxKind value) {
  switch (value) {
    case SandboxKind::kNamespaces:
      return "namespaces";
    case SandboxKind::kLandlock:
      return "landlock";
    case SandboxKind::kNone:
      return "none";
  }
  return "";
}

std::string_view ToString(SuiteFormat value) {
  switch (value) {
    case SuiteFormat::kNode:
      return "node";
    case SuiteFormat::kMocha:
      return "mocha";
    case SuiteFormat::kJest:
      return "jest";
    case SuiteFormat::kVitest:
      return "vitest";
  }
  return "";
}

std::string_view ToString(Release value) {
  switch (value) {
    case Release::kNone:
      return "";
    case Release::kPatch:
      return "patch";
    case Release::kMinor:
      return "minor";
    case Release::kBreaking:
      return "breaking";
    case Release::kUnchanged:
      return "unchanged";
    case Release::kUnknown:
      return "unknown";
  }
  return "";
}

}  // namespace kingbird::model
