'use strict';
// `node bench/constant_branches.js ACORN FOLDER METHOD FILE…`: prints, as JSON, which ways of branches no call of a method can take because the
// condition is decided when the module is loaded: {FILE: {ways: ["12:5 if 2"], dead: [[from, to]]}}; `dead` are ranges of the text.
//
// A condition is constant if all its names are variables of functions around (or of the module) that are written once, where they are
// declared; parameters must not be written at all. FOLDER/entry.js is loaded with such conditions reporting what they are, the method is
// called, and a condition that was the same in all calls rules out its other way. Code of a module itself runs once, while it is loaded.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const [acornPath, folder, method, ...files] = process.argv.slice(2);
const acorn = require(path.resolve(acornPath));
const isFunction = (node) => /Function/.test(node.type);
const kLogical = ['&&', '||'];

function children(node) {
  const found = [];
  for (const key of Object.keys(node)) {
    for (const value of Array.isArray(node[key]) ? node[key] : [node[key]]) if (value && typeof value.type === 'string') found.push(value);
  }
  return found;
}

/** Names declared in each function (and the program), how often each is written, and the function each node is in. */
function scopesOf(program) {
  const scopes = new Map();
  const visit = (node, scope) => {
    node.scope = scope;
    let own = scope;
    if (isFunction(node) || node.type === 'Program') {
      own = { names: new Map(), outer: scope };
      scopes.set(node, own);
      for (const parameter of node.params || []) if (parameter.type === 'Identifier') own.names.set(parameter.name, 0);
    }
    if (node.type === 'FunctionDeclaration') scope.names.set(node.id.name, 1);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      own.names.set(node.id.name, (own.names.get(node.id.name) || 0) + (node.init ? 1 : 2));
    }
    for (const child of children(node)) visit(child, own);
  };
  const writes = (node, own) => {
    const target = node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : undefined;
    if (target && target.type === 'Identifier') {
      for (let at = node.scope; at; at = at.outer) if (at.names.has(target.name)) at.names.set(target.name, 9);
    }
    for (const child of children(node)) writes(child, own);
  };
  visit(program, undefined);
  writes(program);
}

/** All names in it are constants of scopes outside of the one it is evaluated in. */
function isConstant(node) {
  switch (node.type) {
    case 'Literal': return true;
    case 'Identifier': {
      if (node.name === 'undefined') return true;
      let at = node.scope;
      const module_ = at.outer === undefined;
      while (at && !at.names.has(node.name)) at = at.outer;
      return at !== undefined && at.names.get(node.name) <= 1 && (module_ || at !== node.scope);
    }
    case 'UnaryExpression': return isConstant(node.argument);
    case 'BinaryExpression': case 'LogicalExpression': return isConstant(node.left) && isConstant(node.right);
    default: return false;
  }
}

/** What a logical expression is an operand of, or the test of. */
const above = new Map();
const testOf = new Map();
function link(node) {
  for (const child of children(node)) {
    if (child.type === 'LogicalExpression' && node.type === 'LogicalExpression') above.set(child, node);
    if (child.type === 'LogicalExpression' && node.test === child) testOf.set(child, node);
    link(child);
  }
}

const conditions = [];
/** Inserts a report around each condition that may be constant. */
function rewrite(file, text) {
  const program = acorn.parse(text, { ecmaVersion: 2020, locations: true, allowReturnOutsideFunction: true });
  scopesOf(program);
  link(program);
  const edits = [];
  const visit = (node) => {
    const test = node.type === 'SwitchStatement' ? node.discriminant : node.type === 'LogicalExpression' ? node.left : node.test;
    const decides = ['IfStatement', 'ConditionalExpression', 'SwitchStatement'].includes(node.type)
      || (node.type === 'LogicalExpression' && kLogical.includes(node.operator));
    // What the module itself decides is decided once.
    if (decides && (isConstant(test) || node.scope.outer === undefined)) {
      edits.push([test.start, `(__decided(${conditions.length},`], [test.end, '))']);
      conditions.push({ file, node, once: node.scope.outer === undefined, values: new Set() });
    }
    children(node).forEach(visit);
  };
  visit(program);
  edits.sort((a, b) => b[0] - a[0] || (a[1] === '))' ? -1 : 1));
  let result = text;
  // Openings at one place: the outermost first; edits are applied from the end, so later ones come before.
  for (const [at, inserted] of edits) result = result.slice(0, at) + inserted + result.slice(at);
  return result;
}

globalThis.__decided = (index, value) => {
  conditions[index].values.add(value);
  return value;
};
// Before anything is loaded: what is under test may be missing then.
const rewritten = new Map();
for (const file of files) rewritten.set(path.resolve(folder, file), rewrite(file, fs.readFileSync(path.resolve(folder, file), 'utf8')));
const compile = Module.prototype._compile;
Module.prototype._compile = function (text, name) {
  return compile.call(this, rewritten.has(name) ? rewritten.get(name) : text, name);
};
require(path.resolve(folder, 'entry.js'));
for (const condition of conditions) if (!condition.once) condition.values.clear();

const implementation = method.split('.').reduce((object, key) => object[key], globalThis);
const thing = (n) => ({ length: n, 0: 'a', 1: 'b' });
for (const self of [[1, 2], thing(2), 'abc', [], Array, Object]) {
  for (const values of [[], [() => true], [() => false], [() => true, 1], [5, 'x'], ['b'], [thing(2), (v) => v], [[1, 2]], ['abc', (v) => v, 1]]) {
    try {
      Reflect.apply(implementation, self, values);
    } catch {
      // Which conditions were evaluated is known.
    }
  }
}
globalThis.__decided = (index, value) => value;

/** Operands of `a || b && c` as coverage counts them, in order, with the expression each belongs to. */
function operands(node) {
  if (node.type !== 'LogicalExpression' || !kLogical.includes(node.operator)) return [node];
  return [...operands(node.left), ...operands(node.right)];
}

const found = {};
const endsCase = (one) => one.consequent.some((statement) => /^(Return|Break|Throw|Continue)/.test(statement.type));
function ruleOut({ file, node, values }) {
  const [value] = values;
  const place = `${node.loc.start.line}:${node.loc.start.column}`;
  const out = (found[file] = found[file] || { ways: [], dead: [] });
  const rule = (kind, way, part) => {
    out.ways.push(`${place} ${kind} ${way}`);
    if (part) out.dead.push([part.loc.start, part.loc.end]);
  };
  if (node.type === 'IfStatement') rule('if', value ? 2 : 1, value ? node.alternate : node.consequent);
  if (node.type === 'ConditionalExpression') rule('cond-expr', value ? 2 : 1, value ? node.alternate : node.consequent);
  if (node.type === 'SwitchStatement') {
    const at = node.cases.findIndex((one) => one.test === null || one.test.value === value);
    if (node.cases.some((one) => one.test !== null && one.test.type !== 'Literal')) return;
    for (let i = 0; i < node.cases.length; i++) {
      const falls = at >= 0 && i > at && !node.cases.slice(at, i).some(endsCase);
      if (i !== at && !falls) rule('switch', i + 1, node.cases[i]);
    }
  }
  if (node.type === 'LogicalExpression' && !!value === (node.operator === '||')) {
    let top = node;
    while (above.has(top)) top = above.get(top);
    const all = operands(top);
    for (const operand of operands(node.right)) out.ways.push(`${top.loc.start.line}:${top.loc.start.column} binary-expr ${all.indexOf(operand) + 1}`);
    out.dead.push([node.right.loc.start, node.right.loc.end]);
    if (testOf.has(node)) ruleOut({ file, node: testOf.get(node), values: new Set([value]) });
  }
}
for (const condition of conditions) if (condition.values.size === 1) ruleOut(condition);
console.log(JSON.stringify(found));
