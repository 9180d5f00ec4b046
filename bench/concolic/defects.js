'use strict';
// Twenty functions as programs have them, each with one wrong line that says so when it runs.
const defect = (number) => {
  throw new Error(`defect ${number}`);
};

function d1(order) { if (order.total > 1000 && order.customer.vip) defect(1); return order.total; }
function d2(a, b) { if (a - b === 12) defect(2); return a + b; }
function d3(name) { if (name === 'admin') defect(3); return name; }
function d4(list) { for (let i = 0; i < list.length; i++) if (list[i] === 9) defect(4); return list; }
function d5(stream, done) { if (stream.state.ended) { done(); if (stream.state.length > 3) defect(5); } }
function d6(n) { switch (n) { case 404: return 'not found'; case 418: return defect(6); default: return 'ok'; } }
function d7(text) { if (text.startsWith('--') && text.length > 4) defect(7); return text; }
function d8(x) { if (x % 17 === 5 && x > 100) defect(8); return x; }
function d9(flags) { if ((flags & 12) === 8) defect(9); return flags; }
function d10(node) { if (node.left && node.left.right && node.left.right.key === 3) defect(10); return node; }
function d11(callback) { const answer = callback(1); if (answer === 'retry') defect(11); return answer; }
function d12(value) { if (typeof value === 'string') return 1; if (typeof value === 'object' && value !== null && value.kind === 2) defect(12); return 0; }
function d13(point) { const { x, y } = point; if (x === y && x > 7) defect(13); return x; }
function d14(options) { const depth = options.depth || 3; if (depth === 5) defect(14); return depth; }
function d15(a) { let sum = 0; for (let i = 0; i < a; i++) sum += i; if (sum === 10) defect(15); return sum; }
function d16(date) { if (date.year % 4 === 0 && (date.year % 100 !== 0 || date.year % 400 === 0) && date.month === 2 && date.day === 29) defect(16); return date; }
function d17(text) { const at = text.indexOf('='); if (at > 0 && text.slice(at + 1) === 'off') defect(17); return at; }
// As in the paper, some are where nothing leads to, or where nobody solves the condition.
function d18(x) { if (x > 3 && x < 2) defect(18); return x; }
function d19(x) { if (Math.sin(x) === 0.25) defect(19); return x; }
function d20(text) { if (JSON.stringify(text).length === 1) defect(20); return text; }

module.exports = { d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20 };
