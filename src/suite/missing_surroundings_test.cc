#include "suite/missing_surroundings.h"

#include <gtest/gtest.h>

namespace kingbird::suite {
namespace {

model::Value ThrownError(const std::string& type, const std::string& message) {
  model::Value error;
  error.kind = model::Value::Kind::kError;
  error.type = type;
  error.text = message;
  return error;
}

TEST(MissingSurroundings, ABrowserThatIsNotThereIsNoBehaviour) {
  EXPECT_TRUE(IsAboutSurroundings(ThrownError("ReferenceError", "document is not defined")));
  EXPECT_TRUE(IsAboutSurroundings(ThrownError("ReferenceError", "HTMLInputElement is not defined")));
  EXPECT_TRUE(IsAboutSurroundings(ThrownError("TypeError", "Cannot read properties of null (reading 'useState')")));
  EXPECT_FALSE(IsAboutSurroundings(ThrownError("ReferenceError", "totl is not defined"))) << "a slip of the author's";
  EXPECT_FALSE(IsAboutSurroundings(ThrownError("TypeError", "Cannot read properties of null (reading 'user')")));
  EXPECT_FALSE(IsAboutSurroundings(ThrownError("Error", "document is not defined")));
}

TEST(MissingSurroundings, WhateverFails) {
  model::Execution execution;
  EXPECT_FALSE(MissesSurroundings(execution));
  model::Event event;
  event.kind = model::Event::Kind::kReject;
  event.values = {ThrownError("ReferenceError", "window is not defined")};
  execution.events = {event};
  EXPECT_TRUE(MissesSurroundings(execution));
  execution.events[0].kind = model::Event::Kind::kReturn;
  EXPECT_FALSE(MissesSurroundings(execution)) << "code may well look whether there is a window";
  execution.error = event.values[0];
  EXPECT_TRUE(MissesSurroundings(execution));
}

}  // namespace
}  // namespace kingbird::suite
