'use strict';
// `node bench/positive_numbers.js ACORN FOLDER FILE…`: prints, as JSON, which ways of branches no call can take because a parameter is always
// a number above zero: {FILE: {ways: ["7:9 cond-expr 1"], dead: []}}. A proof by the text alone:
//
// A module exports one function (`module.exports = function (p) {…}`) and is used by `var f = require('../internals/NAME')` only. If every
// mention of `f` in all files is a call, and every call passes a number (the result of a function of Math, or a parameter that is one),
// then `p` is a number; not an object, which could be another number each time. If every call passes a parameter q that is a number and
// lies in `q > 0 ? here : …`, p is above zero. Then `isNaN(p)` is false and `p > 0` is true, also after `p = +p`.
const fs = require('node:fs');
const path = require('node:path');

const [acornPath, folder, ...files] = process.argv.slice(2);
const acorn = require(path.resolve(acornPath));

/** Calls `visit(node, ancestors)`, the innermost ancestor last. */
function walk(node, visit, ancestors = []) {
  visit(node, ancestors);
  for (const key of Object.keys(node)) {
    for (const child of Array.isArray(node[key]) ? node[key] : [node[key]]) {
      if (child && typeof child.type === 'string') walk(child, visit, [...ancestors, node]);
    }
  }
}

const isName = (node, name) => node.type === 'Identifier' && (name === undefined || node.name === name);

function readModule(file) {
  const program = acorn.parse(fs.readFileSync(path.resolve(folder, file), 'utf8'), { ecmaVersion: 2020, locations: true, allowReturnOutsideFunction: true });
  const module_ = { file, name: path.basename(file, '.js'), program, requires: new Map(), math: new Set(), exported: undefined };
  for (const statement of program.body) {
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations) {
        if (init && init.type === 'CallExpression' && isName(init.callee, 'require')) module_.requires.set(id.name, path.basename(init.arguments[0].value));
        if (init && init.type === 'MemberExpression' && !init.computed && isName(init.object, 'Math')) module_.math.add(id.name);
      }
    }
    const assigned = statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression' ? statement.expression : undefined;
    if (assigned && assigned.left.type === 'MemberExpression' && isName(assigned.left.object, 'module') && assigned.right.type === 'FunctionExpression') {
      module_.exported = assigned.right;
    }
  }
  // A name that is written, or declared again somewhere, is not known.
  const declared = new Map();
  walk(program, (node) => {
    const names = [];
    if (node.type === 'VariableDeclarator') names.push(node.id);
    if (node.type === 'AssignmentExpression') names.push(node.left);
    if (node.params) names.push(...node.params);
    for (const id of names) if (isName(id)) declared.set(id.name, (declared.get(id.name) || 0) + 1);
  });
  for (const name of [...module_.math, ...module_.requires.keys()]) {
    if (declared.get(name) === 1) continue;
    module_.math.delete(name);
    module_.requires.delete(name);
  }
  return module_;
}

const modules = files.map(readModule);

/** Every call of what a module exports, with the function around it; undefined where something else is done with it. */
function callsOf(name) {
  const calls = [];
  let known = true;
  for (const module_ of modules) {
    for (const [local, required] of module_.requires) {
      if (required !== name) continue;
      walk(module_.program, (node, ancestors) => {
        const parent = ancestors[ancestors.length - 1];
        if (!isName(node, local) || (parent.type === 'VariableDeclarator' && parent.id === node)) return;
        if (parent.type !== 'CallExpression' || parent.callee !== node) known = false;
        else calls.push({ module: module_, call: parent, ancestors: ancestors.slice(0, -1) });
      });
    }
  }
  return known && calls.length > 0 ? calls : undefined;
}

/** All it is assigned is itself as a number. */
function isKept(body, name) {
  let kept = true;
  walk(body, (node) => {
    if (node.type === 'UpdateExpression' && isName(node.argument, name)) kept = false;
    if (node.type === 'AssignmentExpression' && isName(node.left, name)) kept = kept && isItselfAsNumber(node, name);
    if (isName(node, 'arguments') || node.type === 'ForInStatement' || node.type === 'ForOfStatement') kept = false;
  });
  return kept;
}

function isItselfAsNumber(node, name) {
  return node.operator === '=' && isName(node.left, name) && node.right.type === 'UnaryExpression' && node.right.operator === '+'
    && isName(node.right.argument, name);
}

/** The parameter's name where the node is the first parameter of the exported function, around which there is no other. */
function parameterOf(module_, node, ancestors) {
  const around = ancestors.filter((one) => /Function/.test(one.type));
  const own = module_.exported;
  return own && around.length === 1 && around[0] === own && own.params.length > 0 && isName(node, own.params[0].name) ? node.name : undefined;
}

function isNumber({ module: module_, call, ancestors }, open) {
  const [value] = call.arguments;
  if (value === undefined || value.type === 'SpreadElement') return false;
  if (value.type === 'CallExpression') return isName(value.callee) && module_.math.has(value.callee.name);
  return parameterOf(module_, value, ancestors) !== undefined && factsOf(module_, open).number;
}

function isBelowCheck({ module: module_, call, ancestors }) {
  const name = parameterOf(module_, call.arguments[0], ancestors);
  return name !== undefined && ancestors.some((node, i) => {
    const { type, test } = node;
    if (type !== 'ConditionalExpression' || test.type !== 'BinaryExpression' || test.operator !== '>') return false;
    return isName(test.left, name) && test.right.value === 0 && (ancestors[i + 1] || call) === node.consequent;
  });
}

/** @returns {{number: boolean, positive: boolean}} what is known of the first parameter */
function factsOf(module_, open = new Set()) {
  const nothing = { number: false, positive: false };
  if (module_.exported === undefined || module_.exported.params.length === 0 || open.has(module_)) return nothing;
  const calls = isKept(module_.exported.body, module_.exported.params[0].name) ? callsOf(module_.name) : undefined;
  if (calls === undefined) return nothing;
  const number = calls.every((call) => isNumber(call, new Set([...open, module_])));
  return { number, positive: number && calls.every(isBelowCheck) };
}

const found = {};
for (const module_ of modules) {
  if (!factsOf(module_).positive) continue;
  const { name } = module_.exported.params[0];
  const isParameter = (node) => isName(node, name) || (node.type === 'AssignmentExpression' && isItselfAsNumber(node, name));
  const ways = [];
  walk(module_.exported, ({ type, test, loc }) => {
    if (type !== 'ConditionalExpression') return;
    const place = `${loc.start.line}:${loc.start.column} cond-expr`;
    const none = test.type === 'CallExpression' && isName(test.callee, 'isNaN') && isParameter(test.arguments[0]);
    const above = test.type === 'BinaryExpression' && test.operator === '>' && isParameter(test.left) && test.right.value === 0;
    if (none) ways.push(`${place} 1`);
    if (above) ways.push(`${place} 2`);
  });
  found[module_.file] = { ways, dead: [] };
}
console.log(JSON.stringify(found));
