'use strict';
// Brings Istanbul's coverage data and ours into one form, and tells how they differ.
//
// Ours is {s: [range…], b: [[kind, range, [range…]]…], f: [[name, declaration, body]…]} with range = [line, column, line, column].
// The common form is a list of strings, one per counter: "what where", sorted; with hits "what where = n".

const KINDS = ['if', 'cond-expr', 'switch', 'binary-expr', 'default-arg'];

const ours = (range) => range.join(':');
const theirs = ({ start, end }) => (start.line === undefined ? '0:0:0:0' : [start.line, start.column, end.line, end.column].join(':'));

/** @param hits our counters of the file, or null */
function fromOurs(counters, hits) {
  const list = [];
  let index = 1;
  const add = (what) => list.push(hits ? `${what} = ${hits[index++]}` : what);
  for (const range of counters.s) add(`statement ${ours(range)}`);
  for (const [kind, range, paths] of counters.b) paths.forEach((path) => add(`${KINDS[kind]} ${ours(range)} path ${ours(path)}`));
  for (const [, declaration, body] of counters.f) add(`function ${ours(declaration)} body ${ours(body)}`);
  return list.sort();
}

/** @param data Istanbul's file coverage */
function fromIstanbul(data, withHits) {
  const list = [];
  const add = (what, hits) => list.push(withHits ? `${what} = ${hits}` : what);
  for (const id of Object.keys(data.statementMap)) add(`statement ${theirs(data.statementMap[id])}`, data.s[id]);
  for (const id of Object.keys(data.branchMap)) {
    const branch = data.branchMap[id];
    branch.locations.forEach((path, i) => add(`${branch.type} ${theirs(branch.loc)} path ${theirs(path)}`, data.b[id][i]));
  }
  for (const id of Object.keys(data.fnMap)) {
    add(`function ${theirs(data.fnMap[id].decl)} body ${theirs(data.fnMap[id].loc)}`, data.f[id]);
  }
  return list.sort();
}

/** @returns {string[]} lines "- istanbul has" and "+ we have" */
function difference(istanbulList, ourList) {
  const count = new Map();
  for (const line of istanbulList) count.set(line, (count.get(line) || 0) + 1);
  const lines = [];
  for (const line of ourList) {
    const left = count.get(line) || 0;
    if (left > 0) count.set(line, left - 1);
    else lines.push(`+ ${line}`);
  }
  for (const [line, left] of count) for (let i = 0; i < left; i++) lines.push(`- ${line}`);
  return lines.sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1));
}

module.exports = { fromOurs, fromIstanbul, difference };
