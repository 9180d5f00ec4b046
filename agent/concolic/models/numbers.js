'use strict';
// Math, Number and the global functions that read, print and test numbers.
const { Op } = require('../ops.js');
const { trace, models, node } = require('../runtime.js');
const { argument, worth, plain } = require('./support.js');

for (const name of ['floor', 'ceil', 'round', 'trunc', 'abs', 'sign', 'sqrt']) plain(Math[name], Op[name], 1);
plain(Math.pow, Op.pow, 2);
for (const name of ['min', 'max']) {
  models.set(Math[name], (channel) => {
    if (channel.values.length === 0) return 0;
    let all = node(Op.number, [argument(channel, 0)]);
    let any = all !== 0 && !trace.isConstant(argument(channel, 0));
    for (let i = 1; i < channel.values.length; i++) {
      const next = argument(channel, i);
      any = any || (next !== 0 && !trace.isConstant(next));
      all = node(Op[name], [all, next]);
    }
    return any ? all : 0;
  });
}

plain(Number, Op.number, 1);
plain(Boolean, Op.boolean, 1);
plain(parseInt, Op.parseInt, 2, 1);
plain(parseFloat, Op.parseFloat, 1);
plain(isNaN, Op.isNaN, 1);
plain(isFinite, Op.isFinite, 1);
plain(Number.isInteger, Op.isInteger, 1);

// Unlike the global functions these convert nothing.
function typed(callee, op) {
  models.set(callee, (channel) => {
    if (typeof channel.values[0] !== 'number') return 0;
    const value = argument(channel, 0);
    return value !== 0 && worth([value]) ? node(op, [value]) : 0;
  });
}
typed(Number.isNaN, Op.isNaN);
typed(Number.isFinite, Op.isFinite);
models.set(Number.isSafeInteger, (channel) => {
  const value = argument(channel, 0);
  if (typeof channel.values[0] !== 'number' || value === 0 || !worth([value])) return 0;
  const most = trace.constant(Number.MAX_SAFE_INTEGER);
  const small = node(Op['<='], [node(Op.abs, [value]), most]);
  return node(Op.boolean, [node(Op['&'], [node(Op.isInteger, [value]), small])]);
});

models.set(Number.prototype.toString, (channel) => {
  if (typeof channel.self !== 'number') return 0;
  const operands = [argument(channel, -1)];
  if (channel.values.length > 0 && channel.values[0] !== undefined) operands[1] = argument(channel, 0);
  return worth(operands) ? node(operands.length === 1 ? Op.string : Op.numberToString, operands) : 0;
});
models.set(Number.prototype.valueOf, (channel) => (typeof channel.self === 'number' ? argument(channel, -1) : 0));
models.set(Number.prototype.toFixed, (channel) => {
  if (typeof channel.self !== 'number') return 0;
  const operands = [argument(channel, -1)];
  if (channel.values.length > 0) operands[1] = argument(channel, 0);
  return worth(operands) ? node(Op.toFixed, operands) : 0;
});

module.exports = {};
