#include "report/html_style.h"

namespace kingbird::report {

const char* const kStyleSheet = R"css(
:root { color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --ink: #1b1f24; --soft: #5b6470; --rule: #e1e5ea; --accent: #2456c5;
  --won: #1f9d63; --loaded: #9fb3c8; --missed: #e05252; --partly: #d89a1d;
  --won-bg: #e3f6ec; --loaded-bg: #eef2f7; --missed-bg: #fdeaea; --partly-bg: #fdf3dc; --code: #f8f9fb; }
@media (prefers-color-scheme: dark) { :root {
  --page: #14171b; --card: #1c2026; --ink: #e6e9ed; --soft: #99a3af; --rule: #2e343c; --accent: #7ea6ff;
  --won: #43c98a; --loaded: #5b6d80; --missed: #f07171; --partly: #e0b04a;
  --won-bg: #16352a; --loaded-bg: #252c35; --missed-bg: #3a2023; --partly-bg: #362d18; --code: #171a1f; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 0 20px 60px; }
header { padding: 34px 0 18px; }
h1 { margin: 0; font-size: 30px; letter-spacing: -0.02em; }
h2 { margin: 0 0 12px; font-size: 18px; }
h2 .count { color: var(--soft); font-weight: 400; }
.meta { margin: 6px 0 0; color: var(--soft); }
.meta b { color: var(--ink); font-weight: 600; }
nav { position: sticky; top: 0; z-index: 2; background: var(--page); border-bottom: 1px solid var(--rule);
  margin-bottom: 20px; padding: 10px 0; }
nav a { margin-right: 20px; color: var(--accent); text-decoration: none; }
nav a:hover { text-decoration: underline; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 20px 22px; margin-bottom: 20px;
  scroll-margin-top: 60px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 14px; margin-bottom: 20px; }
.tile { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 16px 18px; }
.tile .name { color: var(--soft); }
.tile .value { font-size: 28px; font-weight: 650; letter-spacing: -0.02em; }
.tile .value small { font-size: 14px; font-weight: 400; color: var(--soft); letter-spacing: 0; }
.bar { display: flex; height: 8px; border-radius: 4px; overflow: hidden; background: var(--missed-bg); margin: 8px 0 6px; }
.bar i { background: var(--loaded); } .bar i + i { background: var(--won); }
.tile .detail { color: var(--soft); font-size: 13px; }
.curve { display: block; width: 100%; height: auto; }
.curve .grid { stroke: var(--rule); } .curve .tick { fill: var(--soft); font-size: 12px; }
.curve .line { fill: none; stroke: var(--won); stroke-width: 2.5; stroke-linejoin: round; }
.curve .area { fill: var(--won); opacity: 0.12; } .curve .dot { fill: var(--won); }
.curve .loaded { stroke: var(--loaded); stroke-dasharray: 5 5; }
.legend { color: var(--soft); font-size: 13px; margin: 8px 0 10px; }
.key { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin: 0 5px 0 14px; vertical-align: -1px; }
.key:first-child { margin-left: 0; }
.key.won { background: var(--won); } .key.loaded { background: var(--loaded); } .key.missed { background: var(--missed); }
.key.partly { background: var(--partly); }
input[type=search] { font: inherit; color: inherit; background: var(--code); border: 1px solid var(--rule); border-radius: 6px;
  padding: 5px 10px; width: 100%; max-width: 340px; margin-bottom: 10px; }
details, article { border-top: 1px solid var(--rule); }
article { padding: 8px 0; }
h3 { margin: 8px 0; font-size: 15px; font-weight: 600; }
summary { display: flex; gap: 14px; align-items: baseline; padding: 8px 2px; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "▸"; color: var(--soft); width: 10px; flex: none; }
details[open] > summary::before { content: "▾"; }
summary:hover { color: var(--accent); }
summary .grow { flex: 1; min-width: 0; overflow-wrap: anywhere; }
summary .side { color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; }
summary .small { width: 90px; margin: 0; align-self: center; flex: none; }
.kind { border-radius: 5px; padding: 1px 8px; font-size: 13px; background: var(--missed-bg); color: var(--missed);
  white-space: nowrap; }
pre { margin: 4px 0 14px; padding: 12px 14px; background: var(--code); border: 1px solid var(--rule); border-radius: 8px;
  overflow-x: auto; font: 12.5px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; tab-size: 2; }
pre.source { padding: 8px 0; counter-reset: line; }
pre.source span { display: block; min-width: max-content; padding-right: 14px; border-left: 4px solid transparent; }
pre.source span::before { counter-increment: line; content: counter(line); display: inline-block; width: 52px;
  padding-right: 14px; text-align: right; color: var(--soft); opacity: 0.7; }
pre.source .h { background: var(--won-bg); border-color: var(--won); }
pre.source .l { background: var(--loaded-bg); border-color: var(--loaded); }
pre.source .p { background: var(--partly-bg); border-color: var(--partly); }
pre.source .m { background: var(--missed-bg); border-color: var(--missed); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: 5px 14px 5px 0;
  border-top: 1px solid var(--rule); vertical-align: top; }
th { color: var(--soft); font-weight: 500; border-top: 0; } code { font: 13px ui-monospace, Menlo, Consolas, monospace; }
.empty { color: var(--soft); margin: 0; } .notes { margin: 0; padding-left: 18px; color: var(--soft); }
.arg { border: 1px solid var(--rule); border-radius: 5px; padding: 0 6px; margin-right: 4px; }
.arg.sync { color: var(--accent); } .arg.async { color: var(--won); }
.kind.repaired { color: var(--won); background: var(--won-bg); }
footer { color: var(--soft); font-size: 13px; }
)css";

const char* const kScript = R"js(
for (const input of document.querySelectorAll('input[type=search]')) {
  const entries = [...document.querySelectorAll(input.dataset.for)];
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const entry of entries) {
      const text = (entry.querySelector('summary') || entry).textContent.toLowerCase();
      entry.hidden = !words.every((word) => text.includes(word));
    }
  });
}
const open = () => {
  const entry = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (entry && entry.tagName === 'DETAILS') entry.open = true;
};
addEventListener('hashchange', open);
open();
)js";

}  // namespace kingbird::report
