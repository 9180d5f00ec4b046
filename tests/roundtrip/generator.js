'use strict';
// Random programs for the differential fuzz: every statement and expression form of ES2024 by name, so that a form can be asked for and
// counted. Programs end (fuel), are deterministic, and tell what they do through $(value).

class Generator {
  constructor(seed) {
    this.state = seed >>> 0 || 1;
    this.used = new Set();
    this.names = 0;
  }

  random(n) {
    // xorshift32
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return this.state % n;
  }

  pick(list) {
    return list[this.random(list.length)];
  }

  fresh() {
    return `v${this.names++}`;
  }

  /** A variable that may or may not be there; both are behaviour. */
  variable() {
    return this.names === 0 ? 'v0' : `v${this.random(this.names)}`;
  }

  use(table, depth) {
    const form = this.pick(Object.keys(table));
    this.used.add(form);
    return table[form](this, depth - 1);
  }

  e(depth) {
    return depth <= 0 ? this.use(LEAVES, 0) : this.use(EXPRESSIONS, depth);
  }

  s(depth) {
    return depth <= 0 ? `$(${this.e(1)})${this.end()}` : this.use(STATEMENTS, depth);
  }

  /** A statement's end: semicolon, line break, comment; the next one may rely on a semicolon that is not written. */
  end() {
    return this.pick([';', ';', '\n', ' // c\n', '; /* d */ ', '\n\n']);
  }

  block(depth) {
    return Array.from({ length: 1 + this.random(3) }, () => this.s(depth)).join('');
  }

  body(depth) {
    return `{ ${this.pick(['', '', '"use strict";', '"use strict"\n', '/* c */'])} if (--fuel < 0) throw "fuel"; ${this.block(depth)} }`;
  }

  program() {
    const head = this.pick(['', '"use strict";\n', '"use strict"\n', '// comment\n', '#!/usr/bin/env node\n']);
    const parts = Array.from({ length: 6 }, () => `try { ${this.s(3)} } catch (error) { $(error) }\n`);
    const lets = Array.from({ length: 4 }, () => `var ${this.fresh()} = ${this.e(1)};\n`);
    return head + lets.join('') + parts.join('');
  }
}

const LEAVES = {
  number: (g) => g.pick(['0', '1', '-1', '2.5', 'NaN', '1e3', '0x1f', '-0']),
  string: (g) => g.pick(['""', '"a"', "'b\\n'", '"1"', '"\\u{1F600}"', '"__proto__"']),
  literal: (g) => g.pick(['true', 'false', 'null', 'undefined', 'this', '10n', '/a|b/g']),
  variable: (g) => g.variable(),
  'typeof variable': (g) => `typeof ${g.variable()}`,
  'empty object': () => '({})',
  'empty array': () => '[]',
  'empty function': (g) => g.pick(['function () {}', '() => {}', 'class {}', 'async () => {}', 'function* () {}']).replace(/^(.*)$/, '($1)'),
};

const OPERATORS = ['+', '-', '*', '/', '%', '<', '>', '<=', '==', '===', '!=', '!==', '&', '|', '^', '<<', '>>>'];

const FUNCTIONS = {
  'function expression': (g, d) => `function () ${g.body(d)}`,
  'named function expression': (g, d) => `function ${g.fresh()}(a, b) ${g.body(d)}`,
  'arrow with block': (g, d) => `(a, b) => ${g.body(d)}`,
  'arrow with expression': (g, d) => `a => (${g.e(d)})`,
  'arrow with object': (g, d) => `() => ({ a: ${g.e(d)} })`,
  'bare arrow': (g, d) => `() => ${g.e(d)}`.replace(/=> \{/, '=> ({}), {').replace('({}), {', '{'),
  'generator expression': (g, d) => `function* (a) { $(yield ${g.e(d)}); yield* [1, ${g.e(d)}]; ${g.s(d)} }`,
  'async function': (g, d) => `async function (a) { $(await ${g.e(d)}); ${g.s(d)} }`,
  'default parameters': (g, d) => `function (a = ${g.e(d)}, { b = ${g.e(d)}, c: [e = () => 1] = [] } = {}, ...f) { return [a, b, e, f.length] }`,
  'default function names': () => '(function (a = function () {}, { b = () => 1, c: d = class {} } = {}) { return [a.name, b.name, d.name] })',
  class: (g, d) => g.use(CLASSES, d),
};

const CLASSES = {
  'class with methods': (g, d) => `class { constructor(a) { $(a); ${g.s(d)} } m(a = ${g.e(d)}) { return ${g.e(d)} } static s() ${g.body(d)} get g() { return ${g.e(d)} } set g(v) { $(v) } }`,
  'class with fields': (g, d) => `class { a = ${g.e(d)}; b = () => this.a\n c = function () {}\n static d = ${g.e(d)}; #p = ${g.e(d)}; "q r" = () => 1; 7 = class {}; get p() { return this.#p } h(o) { return #p in o } }`,
  'class with computed fields': (g, d) => `class { ["k" + 1] = () => 1; static ["s" + 2] = function () {}; [${g.e(d)}] = ${g.e(d)} }`,
  'class with static block': (g, d) => `class { static a = 1; static { $(this.a); ${g.s(d)} } #m() { return ${g.e(d)} } n() { return this.#m() } }`,
  'derived class': (g, d) => `class extends (${g.pick(['Object', 'Array', 'Error', g.e(d)])}) { x = super.toString ? ${g.e(d)} : 0; constructor() { super(); ${g.s(d)} } toString() { return "t" + (super.constructor && 1) } }`,
};

const EXPRESSIONS = {
  ...LEAVES,
  'logical and': (g, d) => `(${g.e(d)} && ${g.e(d)})`,
  'logical or': (g, d) => `(${g.e(d)} || ${g.e(d)})`,
  'nullish': (g, d) => `(${g.e(d)} ?? ${g.e(d)})`,
  'logical chain': (g, d) => `(${g.e(d)} && ${g.e(d)} || ${g.e(d)} && (${g.e(d)} || ${g.e(d)}))`,
  conditional: (g, d) => `(${g.e(d)} ? ${g.e(d)} : ${g.e(d)})`,
  'conditional chain': (g, d) => `(${g.e(d)} ? ${g.e(d)} : ${g.e(d)} ? ${g.e(d)} : ${g.e(d)})`,
  binary: (g, d) => `(${g.e(d)} ${g.pick(OPERATORS)} ${g.e(d)})`,
  exponent: (g, d) => `((${g.e(d)}) ** (${g.e(d)}))`,
  'in and instanceof': (g, d) => `(${g.pick(['"a" in', '0 in'])} Object(${g.e(d)}) ? ${g.e(d)} instanceof Object : 1)`,
  unary: (g, d) => `(${g.pick(['!', '-', '+', '~', 'typeof ', 'void ', 'delete '])}(${g.e(d)}))`,
  update: (g) => `(${g.pick(['++', '--'])}${g.variable()})`,
  'postfix update': (g) => `(${g.variable()}${g.pick(['++', '--'])})`,
  assignment: (g, d) => `(${g.variable()} = ${g.e(d)})`,
  'compound assignment': (g, d) => `(${g.variable()} ${g.pick(['+=', '-=', '*=', '|=', '&&=', '||=', '??='])} ${g.e(d)})`,
  'property assignment': (g, d) => `(Object(${g.e(d)}).p ${g.pick(['=', '+=', '??=', '||='])} ${g.e(d)})`,
  'element assignment': (g, d) => `(Object(${g.e(d)})[$("k")] ${g.pick(['=', '-=', '&&='])} ${g.e(d)})`,
  'array pattern assignment': (g, d) => `([${g.variable()}, ${g.variable()} = ${g.e(d)}, ...${g.variable()}] = [${g.e(d)}, ${g.e(d)}])`,
  'object pattern assignment': (g, d) => `({ a: ${g.variable()} = ${g.e(d)}, ...${g.variable()} } = ({ b: ${g.e(d)} }))`,
  sequence: (g, d) => `(${g.e(d)}, ${g.e(d)})`,
  member: (g, d) => `(${g.e(d)}).${g.pick(['length', 'name', 'a', 'constructor'])}`,
  element: (g, d) => `(${g.e(d)})[${g.e(d)}]`,
  'optional member': (g, d) => `(${g.e(d)})?.a?.[${g.e(d)}]?.b`,
  'optional call': (g, d) => `(${g.e(d)})?.m?.(${g.e(d)})`,
  call: (g, d) => `$(${g.e(d)})`,
  'method call': (g, d) => `[${g.e(d)}, ${g.e(d)}].${g.pick(['map(x => $(x))', 'concat([1])', 'indexOf(1)', 'slice(1)', 'length.toFixed()'])}`,
  'spread call': (g, d) => `$(...[${g.e(d)}])`,
  new: (g, d) => `new ${g.pick(['Object', 'Array', 'Error', 'Boolean'])}(${g.e(d)})`,
  'new of anything': (g, d) => `new (${g.e(d)})()`,
  array: (g, d) => `[${g.e(d)}, , ...[${g.e(d)}], ${g.e(d)}]`,
  object: (g, d) => `({ a: ${g.e(d)}, "b c": ${g.e(d)}, [${g.e(d)}]: 1, ...${g.e(d)}, m() { return ${g.e(d)} }, get x() { return $(this.a) }, f: function () {}, g: () => 1 })`,
  template: (g, d) => `\`x\${$(${g.e(d)}) ? 1 : 2}y\${\`\${${g.e(d)} && 1}\`}\``,
  'tagged template': (g, d) => `((s, ...v) => [s.raw.join(), v.length])\`a\${${g.e(d)}}b\\n\``,
  function: (g, d) => `(${g.use(FUNCTIONS, d)})`,
  'function name': (g, d) => `(({ x = ${g.use(FUNCTIONS, d)} } = {}) => x.name)()`,
  'call of a function': (g, d) => `(${g.use(FUNCTIONS, d)})(${g.e(d)})`,
  'new of a class': (g, d) => `new (${g.use(CLASSES, d)})(${g.e(d)})`,
  'generator run': (g, d) => `[...(function* () { for (const x of [1, ${g.e(d)}]) yield x || ${g.e(d)} })()]`,
  'new target': () => '(function F() { return typeof new.target ? new.target : 1 })()',
  'arguments': (g, d) => `(function (a, b = 1) { return arguments.length ? arguments[0] : a && b })(${g.e(d)})`,
  'eval': (g) => `eval("${g.variable()} || 1")`,
  'private in place': (g, d) =>
    `new (class { #n = ${g.e(d)}; run(v) { this.#n ${g.pick(['+=', '-=', '??=', '||='])} v; $(this.#n); this.#n++; return --this.#n } })().run(${g.e(d)})`,
  'mixed spread': (g, d) => `((...a) => $(a.length))(${g.e(d)}, ...[${g.e(d)}, ${g.e(d)}], ...${g.pick(['"ab"', 'new Set([1])', '[,]'])}, ${g.e(d)})`,
  'method with spread': (g, d) => `[${g.e(d)}].concat(...[${g.e(d)}], ${g.e(d)}).length`,
  'super in place': (g, d) => `({ __proto__: { x: ${g.e(d)} }, m(v) { super.x ${g.pick(['=', '+=', '??='])} v; return this.x } }).m(${g.e(d)})`,
  'removed element': (g, d) => `(delete Object(${g.e(d)})[${g.e(d)}])`,
  'computed names': (g, d) => `({ [${g.e(d)}]: ${g.e(d)}, ["a" + $(1)]: ${g.e(d)} })`,
  'thrown and caught': (g, d) => `(() => { try { throw ${g.e(d)} } catch (x) { return x } })()`,
  'parenthesised name': (g, d) => `(((${g.e(d)})))`,
};

const LOOP = 'if (--fuel < 0) throw "fuel";';
const STATEMENTS = {
  expression: (g, d) => `$(${g.e(d)})${g.end()}`,
  'bare expression': (g, d) => `;(${g.e(d)})${g.end()}`,
  var: (g, d) => `var ${g.fresh()} = ${g.e(d)}${g.end()}`,
  'var list': (g, d) => `var ${g.fresh()}, ${g.fresh()} = ${g.use(FUNCTIONS, d)}, ${g.fresh()} = ${g.e(d)}${g.end()}`,
  'let and const': (g, d) => ((n) => `{ let ${n} = ${g.e(d)}; const c = ${g.use(FUNCTIONS, d)}; $(${n}); $(c.name); ${g.s(d)} }\n`)(g.fresh()),
  'pattern declaration': (g, d) => `var { ${g.fresh()} = ${g.use(FUNCTIONS, d)}, a: ${g.fresh()} = ${g.e(d)} } = ${g.pick(['{}', g.e(d)])}${g.end()}`,
  if: (g, d) => `if (${g.e(d)}) ${g.s(d)}\n`,
  'if else': (g, d) => `if (${g.e(d)}) { ${g.s(d)} } else ${g.s(d)}\n`,
  'if else without braces': (g, d) => `if (${g.e(d)}) $(${g.e(d)})${g.pick([';', '\n', ' // x\n'])} else $(${g.e(d)})\n`,
  'nested if': (g, d) => `if (${g.e(d)}) if (${g.e(d)}) $(1); else if (${g.e(d)}) $(2); else $(3)\n`,
  for: (g, d) => `for (let i = 0, f = () => i; i < 3; i++) { ${LOOP} $(f.name + i); ${g.s(d)} }\n`,
  'for without braces': (g, d) => `for (var i = 0; i < 2; i++) $(${g.e(d)})\n`,
  'for in': (g, d) => `for (const k in ${g.e(d)}) { ${LOOP} $(k); ${g.s(d)} }\n`,
  'for of': (g, d) => `for (var [x = ${g.e(d)}] of [[1], [], ${g.e(d)}]) $(x)\n`,
  while: (g, d) => `while (${g.e(d)}) { ${LOOP} ${g.s(d)} ${g.pick(['break', 'if ($(1)) break; else continue'])} }\n`,
  'do while': (g, d) => `do $(${g.e(d)}); while (--fuel > 0 && ${g.e(d)}) $("after")\n`,
  switch: (g, d) => `switch (${g.e(d)}) { case ${g.e(d)}: $(1); case 1: case "a": ${g.s(d)} break; default: let q = () => 1; $(q.name); case ${g.e(d)}: $(2) }\n`,
  label: (g, d) => `a: b: for (var j = 0; j < 2; j++) { ${LOOP} c: { $(j); if (${g.e(d)}) continue a; if (${g.e(d)}) break c; $("end") } }\n`,
  try: (g, d) => `try { ${g.s(d)} throw ${g.e(d)} } catch (e) { $(e) } finally { ${g.s(d)} }\n`,
  'try with pattern': (g, d) => `try { null.x } catch ({ message, name = ${g.e(d)} }) { $(name) }\n`,
  throw: (g, d) => `if (${g.e(d)}) throw ${g.e(d)}${g.end()}`,
  'function declaration': (g, d) => ((n) => `function ${n}(a, b = ${g.e(d)}) ${g.body(d)} $(${n}.name + ${n}.length); $(${n}(1));\n`)(g.fresh()),
  'function in a block': (g, d) => ((n) => `{ function ${n}() { return ${g.e(d)} } $(typeof ${n}) } $(typeof ${n});\n`)(g.fresh()),
  'generator declaration': (g, d) => ((n) => `function* ${n}() { try { $(yield ${g.e(d)}) } finally { $("f") } } { const i = ${n}(); $(i.next().value); $(i.return(2).value) }\n`)(g.fresh()),
  'return in a function': (g, d) => `(function () { try { return ${g.e(d)} } finally { $("r") } })();\n`,
  'class declaration': (g, d) => ((n) => `{ ${g.use(CLASSES, d).replace('class', `class ${n}`)} $(${n}.name); $(Object.getOwnPropertyNames(${n}).join()); const o = new ${n}(1); $(Object.keys(o).map(k => typeof o[k] === "function" ? o[k].name : k).join()) }\n`)(g.fresh()),
  block: (g, d) => `{ ${g.block(d)} }\n`,
  empty: () => ';;\n',
  'where it throws': (g, d) => `try { ${g.e(d)}; \n undefinedName } catch (e) { $(String(e.stack).match(/:(\\d+):\\d+/)?.[1]) }\n`,
  promise: (g, d) => `(async () => { try { $(await ${g.e(d)}); for await (const x of [${g.e(d)}]) $(x) } catch (e) { $(e) } })();\n`,
};

const FORMS = [...new Set([LEAVES, FUNCTIONS, CLASSES, EXPRESSIONS, STATEMENTS].flatMap(Object.keys))];

module.exports = { Generator, FORMS };
