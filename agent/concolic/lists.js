'use strict';
// Homogeneous lists (paper 004, section 4.4): where all elements are numbers, texts or booleans, an index that depends on inputs stays what it
// is, and so does what is read or written there (`select` and `store`, which solvers know as arrays). A list of inputs has room behind its end
// (cells), so that an answer may make it longer. The shadows beside the elements are always those of the list as it is now: once something of
// another type is written they are all that is left, and the list is like any other (algorithm 5).
const P = require('../primordials.js');
const { Op, Type, typeOf } = require('./ops.js');
const { aspect, isIndex } = require('./names.js');

const is = Object.is;
const kMostElements = 40;
const kRoom = 8;
/** What `read` answers otherwise: the list is not of this kind; it ends a little before the index, and an input may be put there. */
const kOther = -1;
const kBehind = -2;

/** @param {object} tools of runtime.js */
function listsWith({ trace, indexTable, node, operand, child, lengthShadow, br, Step, kNumber }) {
  /** The place that is about to be written to: its list, key, value and the length. */
  const ahead = { list: undefined, key: -1, value: undefined, length: 0 };

  /** Before `list[key] = …`, where the key is symbolic. */
  function expect(list, key) {
    ahead.list = undefined;
    if (typeof key !== 'number' || !P.isArray(list)) return;
    const property = P.getOwnPropertyDescriptor(list, key);
    if (property !== undefined && !P.hasOwn(property, 'value')) return;
    ahead.list = list;
    ahead.key = key;
    ahead.value = property === undefined ? undefined : property.value;
    ahead.length = list.length;
  }

  /** The length is that of an input, or a number: where it depends on more, so does what each element is, and its index decides. */
  function hasOwnLength(list) {
    const length = lengthShadow(list);
    const input = length === 0 ? undefined : trace.input(length);
    return length === 0 || (input !== undefined && input.step === Step.length);
  }

  /** The elements, which have one type; undefined otherwise. @param {number} at where `before` was until now; -1: nowhere */
  function valuesOf(list, at, before) {
    if (list.length === 0 || list.length > kMostElements || !hasOwnLength(list)) return undefined;
    const values = [];
    for (let i = 0; i < list.length; i++) {
      const property = P.getOwnPropertyDescriptor(list, i);
      if (property === undefined || !P.hasOwn(property, 'value')) return undefined;
      values[i] = i === at ? before : property.value;
      const type = typeOf(values[i]);
      if (type < Type.boolean || type > Type.string || type !== typeOf(values[0])) return undefined;
    }
    return values;
  }

  function elementsOf(found, values) {
    const elements = [];
    for (let i = 0; i < values.length; i++) {
      let entry = found.entries.get(`${i}`);
      if (entry === undefined && found.symbol >= 0) {
        entry = { s: child(found.symbol, Step.property, 0, `${i}`, typeOf(values[i]), values[i]), v: values[i] };
        found.entries.set(`${i}`, entry);
      }
      elements[i] = operand(entry !== undefined && is(entry.v, values[i]) ? entry.s : 0, values[i]);
    }
    return elements;
  }

  /** Elements that the list would have if it were longer. */
  function addRoom(found, type, elements) {
    const length = found.entries.get('length');
    const input = length === undefined ? undefined : trace.input(length.s);
    if (found.symbol < 0 || input === undefined || input.step !== Step.length || found.mixed === true) return;
    if (found.cells === undefined) found.cells = new P.SafeMap();
    for (let i = 0; i < kRoom; i++) {
      const name = `${elements.length}`;
      if (!found.cells.has(name)) found.cells.set(name, trace.symbol(Step.cell, found.symbol, 0, name, type));
      elements[elements.length] = found.cells.get(name);
    }
  }

  /** The list as an expression. */
  function listOf(found, values) {
    const elements = elementsOf(found, values);
    const known = found.list;
    let same = known !== undefined && known.elements.length === elements.length;
    for (let i = 0; same && i < elements.length; i++) same = known.elements[i] === elements[i];
    if (same) return known;
    const all = [];
    for (let i = 0; i < elements.length; i++) all[i] = elements[i];
    addRoom(found, typeOf(values[0]), all);
    found.list = { node: node(Op.list, all), elements };
    return found.list;
  }

  /** Algorithm 3. @returns {number} the shadow of what was read, or see above */
  function read(site, list, key, keyShadow, value) {
    if (typeof key !== 'number' || !P.isArray(list) || trace.isConstant(keyShadow)) return kOther;
    const values = valuesOf(list, -1, undefined);
    if (values === undefined) return kOther;
    const length = operand(lengthShadow(list), list.length);
    const { node: whole, elements } = listOf(indexTable(list), values);
    if (whole === 0) return kOther;
    trace.type(site, keyShadow, kNumber);
    const inside = isIndex(key) && key < list.length;
    const near = !inside && isIndex(key) && key < list.length + kRoom && !trace.isConstant(length);
    // First whether the list is longer, as an index that is known asks it: where it becomes so, the next question is another one.
    if (near) br(site, node(Op['>'], [length, trace.constant(key)]), false);
    br(near ? aspect(site, 0) : site, node(Op.within, [keyShadow, length, whole]), inside);
    if (!inside) return near ? kBehind : 0;
    return is(values[key], value) ? node(Op.select, [whole, keyShadow, elements[key]]) : 0;
  }

  /** Algorithm 4. @returns {boolean} whether the shadows beside the list are what they should be now */
  function write(site, list, key, keyShadow, shadow, value) {
    if (P.isArray(list)) trace.type(site, keyShadow, kNumber);
    if (ahead.list !== list || ahead.key !== key || !isIndex(key) || trace.isConstant(keyShadow)) return false;
    ahead.list = undefined;
    const found = indexTable(list);
    if (key >= ahead.length) return grow(found, site, list, keyShadow, shadow, value);
    const values = valuesOf(list, key, ahead.value);
    if (values === undefined) return false;
    const length = operand(lengthShadow(list), list.length);
    const { node: whole, elements } = listOf(found, values);
    br(site, node(Op.within, [keyShadow, length, whole]), true);
    const written = typeOf(value) === typeOf(values[0]) ? operand(shadow, value) : 0;
    const stored = node(Op.store, [whole, keyShadow, written]);
    if (stored === 0) {
      // Of another type: which element it is has to be known.
      br(aspect(site, 0), node(Op['==='], [keyShadow, trace.constant(key)]), true);
      found.list = undefined;
      found.mixed = true;
      return false;
    }
    const now = [];
    for (let i = 0; i < values.length; i++) {
      now[i] = node(Op.select, [stored, trace.constant(i), i === key ? written : elements[i]]);
      found.entries.set(`${i}`, { s: now[i], v: list[i] });
    }
    found.list = { node: stored, elements: now };
    return true;
  }

  /** Behind the end: the list is as long as the index says. */
  function grow(found, site, list, keyShadow, shadow, value) {
    const before = found.entries.get('length');
    const length = before !== undefined && is(before.v, ahead.length) ? before.s : 0;
    if (found.symbol >= 0 && length === 0) return false;
    br(site, node(Op['>='], [keyShadow, operand(length, ahead.length)]), true);
    found.entries.set(`${ahead.key}`, { s: shadow, v: value });
    found.entries.set('length', { s: node(Op['+'], [keyShadow, trace.constant(1)]), v: list.length });
    found.list = undefined;
    return true;
  }

  return { expect, read, write };
}

module.exports = { listsWith, kOther };
