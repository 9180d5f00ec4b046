'use strict';
// The trace region as bytes: what is committed is there also when the process dies.
const P = require('../primordials.js');
const { Type, typeOf } = require('./ops.js');

const kHead = 4;
const { setFloat64, setUint32 } = DataView.prototype;
const putFloat = P.uncurry(setFloat64);
const putUint = P.uncurry(setUint32);

class TraceBytes {
  constructor() {
    this.bytes = new Uint8Array(0);
    this.view = undefined;
    this.at = kHead;
  }

  /** @param {Uint8Array} bytes the region, or a part of it */
  writeTo(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Nothing is told any more. */
  cut() {}

  room(size) {
    if (this.at + size < this.bytes.length) return true;
    this.cut();
    return false;
  }

  commit() {
    if (this.view !== undefined && this.bytes.length >= kHead) putUint(this.view, 0, this.at - kHead, true);
  }

  u8(value) {
    this.bytes[this.at++] = value;
  }

  varint(value) {
    while (value > 127) {
      this.bytes[this.at++] = (value % 128) + 128;
      value = (value - (value % 128)) / 128;
    }
    this.bytes[this.at++] = value;
  }

  text(value) {
    this.varint(value.length);
    for (let i = 0; i < value.length; i++) this.unit(P.charCodeAt(value, i));
  }

  unit(code) {
    this.bytes[this.at++] = code & 255;
    this.bytes[this.at++] = code >>> 8;
  }

  value(value) {
    const type = typeOf(value);
    this.u8(type);
    if (type === Type.boolean) this.u8(value ? 1 : 0);
    if (type === Type.number) {
      putFloat(this.view, this.at, value, true);
      this.at += 8;
    }
    if (type === Type.string) this.text(value);
  }
}

module.exports = { TraceBytes, kHead };
