'use strict';
// Unknowns survive every operation of paper 002, table 4.1, and write down what was done.

const test = require('node:test');
const assert = require('node:assert/strict');
const { Run, TrapLimit, record, unknown, plain } = require('./unknown.js');

function fresh(limit = 1000) {
  const seen = record();
  return { seen, value: unknown(seen, new Run(1, limit)) };
}

test('an unknown survives whatever is done to it', () => {
  const operations = [
    (x) => x + 1, (x) => x.toString(), (x) => x.f, (x) => x.f.f, (x) => x.f.m(), (x) => { x.f = 3; }, (x) => x.f + 1,
    (x) => x.f.toString(), (x) => x.m, (x) => x.m(), (x) => x.m().f, (x) => x.m().m(), (x) => { x.m = () => {}; },
    (x) => x.m.valueOf(), (x) => x.m.toString(), (x) => x(), (x) => new x(), (x) => [...x], (x) => ({ ...x }), (x) => `${x}`,
    (x) => x++, (x) => -x, (x) => x[0][1], (x) => 'key' in x, (x) => delete x.f, (x) => Object.keys(x), (x) => x instanceof Array,
    (x) => JSON.stringify(x), (x) => Object.assign(x, { a: 1 }), (x) => { for (const y of x) y.z(); }, (x) => Math.max(x, 2),
    (x) => x.charAt(0).length, (x) => x.map((y) => y.z), (x) => x.then((y) => y), (x) => [].concat(x), (x) => Object.freeze({ x }),
  ];
  for (const operation of operations) assert.doesNotThrow(() => operation(fresh().value), operation.toString());
});

test('member accesses, calls and coercions are written down', () => {
  const { seen, value } = fresh();
  value.next.prev = 1;
  value.charAt(2);
  Math.sqrt(value);
  value.visit(1, 2);
  const { uses, members } = plain(seen);
  assert.equal(uses['coerced to number'], 1);
  assert.equal(uses['string member'], 1);
  assert.equal(members.next.members.prev.uses['written number'], 1);
  assert.equal(members.visit.uses.called, 1);
  assert.equal(members.visit.arity, 2);
});

test('what was stored in it comes back', () => {
  const { value } = fresh();
  value.next = value;
  assert.equal(value.next, value);
});

test('the trap limit ends what would never end', () => {
  const { value } = fresh(50);
  assert.throws(() => {
    for (let at = value; ; at = at.next);
  }, TrapLimit);
});
