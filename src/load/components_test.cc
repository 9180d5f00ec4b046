#include "load/components.h"

#include <gtest/gtest.h>

#include <map>

#include "base/text.h"
#include "syntax/parser.h"

namespace kingbird::load {
namespace {

std::string Found(const std::string& text) {
  const target::Components found = ComponentsOf(syntax::Parse(text));
  return base::Join(found.rendered, " ") + (found.hooks.empty() ? "" : " / " + base::Join(found.hooks, " "));
}

TEST(Components, FunctionsWithCapitalNamesThatMakeElements) {
  EXPECT_EQ(Found("export function Rating() { return <p/>; }"), "Rating");
  EXPECT_EQ(Found("export const Card = ({ a }) => { const list = a.map(() => <li/>); return list; }"), "Card");
  EXPECT_EQ(Found("const Box = memo(() => <div></div>); export { Box as default };"), "Box");
  EXPECT_EQ(Found("export default () => React.createElement('p');"), "default");
  EXPECT_EQ(Found("class Old extends Component { render() { return <p/>; } }"), "Old");
  EXPECT_EQ(Found("function Big() { function row() { return <tr/>; } return row(); }"), "Big");
}

TEST(Components, OthersAreNone) {
  EXPECT_EQ(Found("export function row() { return <tr/>; }"), "") << "a helper";
  EXPECT_EQ(Found("export function Point() { return 1; }"), "");
  EXPECT_EQ(Found("export function Box() { return document.createElement('p'); }"), "");
}

TEST(Components, HooksCallHooks) {
  EXPECT_EQ(Found("export function useToggle() { return useState(false); }"), " / useToggle");
  EXPECT_EQ(Found("export function useful() { return user(1); }\nexport function useText() { return 'x'; }"), "");
}

TEST(Components, AModuleHasThoseThatItExportsOfOthers) {
  base::FakeFileSystem files;
  const std::map<std::string, std::string> texts = {
      {"/p/index.js",
       "import B from './Basket';\nexport { Row } from './Row';\nexport * from './hooks';\nexport { B as Basket };"},
      {"/p/Basket.jsx", "export default function Basket() { return <p/>; }\nexport function Hidden() { return <p/>; }"},
      {"/p/Row.jsx", "export const Row = () => <tr/>;"},
      {"/p/hooks.js", "export const useX = () => useState(1);"}};
  for (const auto& [path, text] : texts) ASSERT_TRUE(files.Write(path, text).ok());
  target::Target target;
  target.root = "/p";
  target.entry = "index.js";
  FindComponents(files, ImportPaths(files, "/p"), target);
  EXPECT_EQ(base::Join(target.components.rendered, " "), "Basket Row");
  EXPECT_EQ(base::Join(target.components.hooks, " "), "useX");
}

}  // namespace
}  // namespace kingbird::load
