'use strict';
// Seeded randomness: Math.random and what node:crypto offers as plain random values. Keys, salts made by ciphers and
// the like stay real. Each replacement first asks Node's function, so that arguments are checked and errors are Node's.
const P = require('./primordials.js');
const { imitate } = require('./time_source.js');

const { imul, floor } = Math;
const realRandom = Math.random;
let seeded = true;
/** State of the generator sfc32 (Chris Doty-Humphrey, public domain). */
const state = new Uint32Array(4);

/** @param {number|string|undefined} seed */
function seedWith(seed) {
  const text = `${seed === undefined ? 1 : seed}`;
  for (let word = 0; word < 3; word++) {
    let hash = 2166136261 ^ word;  // FNV-1a
    for (let i = 0; i < text.length; i++) hash = imul(hash ^ P.charCodeAt(text, i), 16777619);
    state[word] = hash;
  }
  state[3] = 1;
  for (let i = 0; i < 12; i++) next();
}

/** 32 random bits. */
function next() {
  const sum = (state[0] + state[1] + state[3]++) | 0;
  state[0] = state[1] ^ (state[1] >>> 9);
  state[1] = (state[2] + (state[2] << 3)) | 0;
  state[2] = ((state[2] << 21) | (state[2] >>> 11)) + sum;
  return sum >>> 0;
}

function random() {
  return seeded ? ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992 : realRandom();
}

function fill(bytes, from, count) {
  for (let i = 0; i < count; i++) bytes[from + i] = next() & 255;
}

function bytesOf(view) {
  if (!P.isView(view)) return new P.Uint8Array(view);
  if (P.types.isDataView(view)) {
    return new P.Uint8Array(P.dataViewBuffer(view), P.dataViewOffset(view), P.dataViewLength(view));
  }
  return new P.Uint8Array(P.viewBuffer(view), P.viewOffset(view), P.viewLength(view));
}

function refill(view) {
  const bytes = bytesOf(view);
  fill(bytes, 0, bytes.length);
  return view;
}

function uuid() {
  const bytes = new P.Uint8Array(16);
  fill(bytes, 0, 16);
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const digits = '0123456789abcdef';
  let text = '';
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += '-';
    text += digits[bytes[i] >> 4] + digits[bytes[i] & 15];
  }
  return text;
}

/** The arguments with their callback wrapped: `change` gets what Node drew and returns what the target sees. */
function withCallback(values, change) {
  const last = values.length - 1;
  const callback = values[last];
  if (!seeded || typeof callback !== 'function') return undefined;
  values[last] = (error, result) => P.apply(callback, undefined, error ? [error] : [error, change(result)]);
  return values;
}

/** Replaces `holder[name]` by make(original). */
function replace(holder, name, make) {
  const original = holder[name];
  if (typeof original !== 'function') return;
  const property = P.getOwnPropertyDescriptor(holder, name) || { enumerable: true };
  P.defineProperty(holder, name, {
    value: imitate(make(original), original), writable: true, configurable: true, enumerable: property.enumerable,
  });
}

/** Random bytes: filled by Node, then by us. */
const bytesFunction = (original) => function (...values) {
  const changed = withCallback(values, refill);
  const result = P.apply(original, this, changed === undefined ? values : changed);
  return seeded && changed === undefined ? refill(result) : result;
};

function fillArguments(values) {
  const bytes = bytesOf(values[0]);
  const unit = P.isView(values[0]) && values[0].BYTES_PER_ELEMENT ? values[0].BYTES_PER_ELEMENT : 1;
  const from = typeof values[1] === 'number' ? values[1] * unit : 0;
  const count = typeof values[2] === 'number' ? values[2] * unit : bytes.length - from;
  fill(bytes, from, count);
}

const fillFunction = (original) => function (...values) {
  const target = values[0];
  const shape = [values[0], values[1], values[2]];
  const changed = withCallback(values, () => {
    fillArguments(shape);
    return target;
  });
  const result = P.apply(original, this, changed === undefined ? values : changed);
  if (seeded && changed === undefined) fillArguments(shape);
  return result;
};

const intFunction = (original) => function (...values) {
  const low = typeof values[1] === 'number' ? values[0] : 0;
  const high = typeof values[1] === 'number' ? values[1] : values[0];
  const draw = () => low + floor(random() * (high - low));
  const changed = withCallback(values, draw);
  const result = P.apply(original, this, changed === undefined ? values : changed);
  return seeded && changed === undefined ? draw() : result;
};

const uuidFunction = (original) => function (...values) {
  const result = P.apply(original, this, values);
  return seeded ? uuid() : result;
};

function install() {
  seedWith(1);
  replace(Math, 'random', () => random);
  let crypto;
  try {
    crypto = require('node:crypto');
  } catch (error) {
    return;  // This Node was built without it.
  }
  replace(crypto, 'randomBytes', bytesFunction);
  replace(crypto, 'pseudoRandomBytes', () => crypto.randomBytes);
  replace(crypto, 'randomFillSync', fillFunction);
  replace(crypto, 'randomFill', fillFunction);
  replace(crypto, 'randomInt', intFunction);
  replace(crypto, 'randomUUID', uuidFunction);
  replace(crypto, 'getRandomValues', bytesFunction);
  const web = P.getPrototypeOf(crypto.webcrypto);
  replace(web, 'getRandomValues', bytesFunction);
  replace(web, 'randomUUID', uuidFunction);
}

/** @param {boolean} use false: real randomness */
function activate(use, seed) {
  seeded = use;
  seedWith(seed);
}

module.exports = { install, activate, bits: next };
