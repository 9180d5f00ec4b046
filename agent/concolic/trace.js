'use strict';
// Expression nodes, input symbols and decisions of a run, written to the trace region as they come, so that they are there also when
// the process dies. A node is written when the first decision needs it, after the nodes it is made of.
//
//   trace  := u32 committed, record*
//   record := 1 symbol: u8 step, varint parent + 1, varint index, string name, u8 type
//           | 2 node: u8 op, operands: input: varint symbol; constant: value; else varint n, varint node{n}; numbered from 1
//           | 3 branch: varint site, varint node, u8 held
//           | 4 type: varint site, varint node, u8 held, varint wanted
//           | 5 lost: varint site, string what: symbolic information was lost; numbered from 0
//           | 6 cut: there was more, which is left out from here on, or here and there
//           | 7 own: what follows is the explored function's; before it functions around it ran
//           | 8 initial: string name, string input: a global that the assignment does not mention was this (JSON)
//           | 9 call: varint site, varint from, varint n, (varint node or 0){n}: a function was entered from a place; `this` and what it
//             was passed; 0: a concrete object
//           | 10 blind: varint loss, varint site, u8 held: a decision depends on what was lost there
//   value  := u8 type, boolean: u8; number: f64; string: varint n, u16{n}
const P = require('../primordials.js');
const { Op, Type, typeOf } = require('./ops.js');
const { TraceBytes, kHead } = require('./trace_bytes.js');

const kRecord = { symbol: 1, node: 2, branch: 3, type: 4, lost: 5, cut: 6, own: 7, initial: 8, call: 9, blind: 10 };
/** In the place of an operator: what was lost, if somebody asked for explanations, and what an earlier program in this process made. */
const kLoss = -1;
const kForgotten = -1;
const kMostLosses = 1000;
/**
 * What a run may tell, however long it is: decisions of one place, decisions, nodes that they are made of. The core keeps the paths of all
 * runs of an exploration.
 */
const kMostAtSite = 200;
const kMostEvents = 100000;
const kMostWritten = 60000;
/** What a run may keep here: nodes, most of which no decision ever needs, and inputs. What comes later is concrete. */
const kMostNodes = 400000;
/** Of them by one operator, so that a long loop leaves some to what stands behind it. */
const kMostOfOperator = 20000;
const kMostSymbols = 50000;
/** What a call may pass to be told of. */
const kMostPassed = 32;
/** The longest record but for strings. */
const kReserve = 64;

class Trace extends TraceBytes {
  constructor() {
    super();
    /** Shadows are indices here; 0 is "concrete". */
    this.ops = [0];
    this.operands = [null];
    this.written = [0];
    this.symbols = [];
    this.constants = new P.SafeMap();
    this.active = false;
    /** Whether calls are told of, and which decisions depend on what was lost. */
    this.calls = false;
    this.explains = false;
    /** There are nodes that stand for losses. */
    this.knowsLosses = false;
    /** Nodes before it were there when the process began, or are forgotten. */
    this.first = 1;
    this.reset();
  }

  reset() {
    this.at = kHead;
    this.events = 0;
    /** Something was left out. */
    this.shortened = false;
    this.nodes = 0;
    this.full = false;
    this.sites = new P.SafeMap();
    this.made = new P.SafeMap();
    this.uses = new P.SafeSet();
    this.losses = new P.SafeMap();
    this.blinds = new P.SafeSet();
    this.symbolsWritten = 0;
    this.symbolNumber = [];
  }

  /** @param {Uint8Array} bytes the trace region */
  begin(bytes) {
    this.writeTo(bytes);
    this.reset();
    for (let i = 0; i < this.written.length; i++) this.written[i] = 0;
    this.commit();
    this.active = true;
  }

  /** Another program begins in this process: variables may still hold shadows of the one before, which mean nothing to it. */
  forget() {
    for (let i = this.first; i < this.ops.length; i++) {
      this.ops[i] = kLoss;
      this.operands[i] = kForgotten;
    }
    this.first = this.ops.length;
    this.constants.clear();
    this.knowsLosses = true;
  }

  explain(wanted) {
    this.explains = wanted;
    this.knowsLosses = wanted;
  }

  /** @returns {number} the shadow of a new node; 0 when there are too many */
  node(op, operands) {
    const id = this.ops.length;
    if (id - this.first >= kMostNodes || this.full) {
      this.shorten();
      return 0;
    }
    this.ops[id] = op;
    this.operands[id] = operands;
    this.written[id] = 0;
    return id;
  }

  /** Whether the operator at a place has made as many nodes as it may; one more otherwise. */
  isSpent(site) {
    const made = this.made.get(site) || 0;
    if (made >= kMostOfOperator) return true;
    this.made.set(site, made + 1);
    return false;
  }

  /** The shadow of a primitive; 0 for values that expressions cannot hold. */
  constant(value) {
    const type = typeOf(value);
    if (type < 0 || type > Type.string) return 0;
    const key = type === Type.number ? (value === 0 && 1 / value < 0 ? '-0' : value) : value;
    let id = this.constants.get(key);
    if (id === undefined) {
      id = this.node(Op.constant, value);
      if (id !== 0) this.constants.set(key, id);
    }
    return id;
  }

  /** @returns {number} the shadow of a new input; 0 when there are too many */
  symbol(step, parent, index, name, type) {
    const number = this.symbols.length;
    const id = number < kMostSymbols ? this.node(Op.input, number) : 0;
    if (id === 0) return 0;
    this.symbols[number] = { step, parent, index, name, type, node: id };
    return id;
  }

  /** The input a shadow stands for, if it is nothing but an input. */
  input(shadow) {
    return this.ops[shadow] === Op.input ? this.symbols[this.operands[shadow]] : undefined;
  }

  isConstant(shadow) {
    return this.ops[shadow] === Op.constant;
  }

  branch(site, shadow, held) {
    if (!this.active || this.full) return;
    if (this.ops[shadow] === kLoss) {
      if (this.operands[shadow] !== kForgotten) this.blind(this.operands[shadow], site, held);
      return;
    }
    const seen = this.sites.get(site) || 0;
    if (seen >= kMostAtSite) {
      this.shorten();
      return;
    }
    this.sites.set(site, seen + 1);
    if (++this.events > kMostEvents) {
      this.cut();
      return;
    }
    const node = this.write(shadow);
    if (!this.room(kReserve)) return;
    this.u8(kRecord.branch);
    this.varint(site);
    this.varint(node);
    this.u8(held ? 1 : 0);
    this.commit();
  }

  /** @param {number} wanted bits of types */
  type(site, shadow, wanted) {
    if (!this.active || this.full) return;
    // Of a list: the element that it is.
    if (this.ops[shadow] === Op.select) {
      this.type(site, this.operands[shadow][2], wanted);
      return;
    }
    const symbol = this.input(shadow);
    if (symbol === undefined) return;
    const key = site * 4294967296 + shadow;
    if (this.uses.has(key)) return;
    this.uses.add(key);
    const node = this.write(shadow);
    if (!this.room(kReserve)) return;
    this.u8(kRecord.type);
    this.varint(site);
    this.varint(node);
    this.u8((wanted >>> symbol.type) & 1);
    this.varint(wanted);
    this.commit();
  }

  /** A function was entered. @param {number} from where it was called @param {number[]} shadows of `this` and of what it was passed */
  call(site, from, shadows) {
    if (!this.active || !this.calls || this.full || shadows.length > kMostPassed || ++this.events > kMostEvents) return;
    for (let i = 0; i < shadows.length; i++) if (shadows[i] !== 0 && this.ops[shadows[i]] !== kLoss) this.write(shadows[i]);
    if (!this.room(kReserve + shadows.length * 5)) return;
    this.u8(kRecord.call);
    this.varint(site);
    this.varint(from);
    this.varint(shadows.length);
    for (let i = 0; i < shadows.length; i++) this.varint(shadows[i] === 0 ? 0 : this.written[shadows[i]]);
    this.commit();
  }

  /**
   * Symbolic information was lost.
   * @param {string} what a construct or a native function
   * @returns {number} the shadow of what is left: 0, or a node that stands for the loss
   */
  lost(site, what) {
    if (!this.active || this.full) return 0;
    const key = `${site} ${what}`;
    let number = this.losses.get(key);
    if (number === undefined) {
      number = this.losses.size;
      if (number >= kMostLosses || !this.room(kReserve + what.length * 3)) return 0;
      this.losses.set(key, number);
      this.u8(kRecord.lost);
      this.varint(site);
      this.text(what);
      this.commit();
    }
    if (!this.explains) return 0;
    return this.node(kLoss, number);
  }

  blind(loss, site, held) {
    const key = (site * kMostLosses + loss) * 2 + (held ? 1 : 0);
    if (this.blinds.has(key) || !this.room(kReserve)) return;
    this.blinds.add(key);
    this.u8(kRecord.blind);
    this.varint(loss);
    this.varint(site);
    this.u8(held ? 1 : 0);
    this.commit();
  }

  isLoss(shadow) {
    return this.ops[shadow] === kLoss;
  }

  /** What was lost among the operands is lost in what is made of them. */
  lossAmong(operands) {
    for (let i = 0; i < operands.length; i++) if (this.ops[operands[i]] === kLoss) return operands[i];
    return 0;
  }

  initial(name, json) {
    if (!this.active || this.full || !this.room(kReserve + 2 * (name.length + json.length))) return;
    this.u8(kRecord.initial);
    this.text(name);
    this.text(json);
    this.commit();
  }

  own() {
    if (!this.active || this.full || !this.room(kReserve)) return;
    this.u8(kRecord.own);
    this.commit();
  }

  /** Something is left out; the run goes on being told. */
  shorten() {
    if (this.shortened || !this.active || this.at + 1 >= this.bytes.length) return;
    this.shortened = true;
    this.u8(kRecord.cut);
    this.commit();
  }

  /** Nothing is told any more. */
  cut() {
    this.shorten();
    this.full = true;
  }

  /** The number of a node in the trace; writes it, and what it is made of, if it is not there yet. */
  write(shadow) {
    if (this.written[shadow] !== 0) return this.written[shadow];
    // Without recursion: expressions grow as deep as loops run.
    const stack = [shadow];
    while (stack.length > 0) {
      const id = stack[stack.length - 1];
      if (this.written[id] !== 0) {
        stack.length--;
        continue;
      }
      const op = this.ops[id];
      const operands = this.operands[id];
      let ready = true;
      if (op !== Op.input && op !== Op.constant) {
        for (let i = 0; i < operands.length; i++) {
          if (this.written[operands[i]] === 0) {
            stack[stack.length] = operands[i];
            ready = false;
          }
        }
      }
      if (!ready) continue;
      stack.length--;
      this.emit(id, op, operands);
      if (this.full) return 0;
    }
    return this.written[shadow];
  }

  emit(id, op, operands) {
    if (this.nodes >= kMostWritten) {
      this.cut();
      return;
    }
    const number = op === Op.input ? this.writeSymbol(operands) : 0;
    const size = op === Op.constant && typeof operands === 'string' ? operands.length * 2 : 0;
    if (!this.room(kReserve + size)) return;
    this.u8(kRecord.node);
    this.u8(op);
    if (op === Op.input) {
      this.varint(number);
    } else if (op === Op.constant) {
      this.value(operands);
    } else {
      this.varint(operands.length);
      for (let i = 0; i < operands.length; i++) this.varint(this.written[operands[i]]);
    }
    this.written[id] = ++this.nodes;
    this.commit();
  }

  /** Parents first. */
  writeSymbol(number) {
    if (this.symbolNumber[number] !== undefined) return this.symbolNumber[number];
    const { step, parent, index, name, type } = this.symbols[number];
    const up = parent < 0 ? 0 : this.writeSymbol(parent) + 1;
    if (!this.room(kReserve + name.length * 3)) return 0;
    this.u8(kRecord.symbol);
    this.u8(step);
    this.varint(up);
    this.varint(index);
    this.text(name);
    this.u8(type);
    this.commit();
    this.symbolNumber[number] = this.symbolsWritten++;
    return this.symbolNumber[number];
  }
}

module.exports = { Trace };
