#include "model/finding.h"

namespace kingbird::model {

base::Json ToJson(const Finding& finding) {
  base::Json json;
  json["id"] = finding.id;
  json["kind"] = finding.kind;
  json["function"] = finding.function;
  json["message"] = finding.message;
  if (!finding.before.empty() || !finding.after.empty()) {
    json["before"] = finding.before;
    json["after"] = finding.after;
  }
  json["tests"] = finding.tests;
  json["repro"] = finding.repro;
  return json;
}

}  // namespace kingbird::model
