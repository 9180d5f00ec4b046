'use strict';
// Appends numbers and strings to a byte array. Throws kFull, a value of its own, when the next write does not fit.
const { alone, charCodeAt, isWellFormed, utf8Write, bufferFrom, copyBytes } = require('./primordials.js');

const kFull = { full: true };
const number = new Float64Array(1);
const numberBytes = new Uint8Array(number.buffer);

/** Up to this many UTF-16 units a string needs at most 240 bytes, so that its length fits the one-byte header. */
const kShortString = 80;

class ByteWriter {
  /** @param {Uint8Array} bytes written in place */
  constructor(bytes) {
    this.bytes = bufferFrom(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = 0;
    this.end = bytes.byteLength;
  }

  need(count) {
    if (this.position + count > this.end) throw kFull;
  }

  u8(value) {
    if (this.position >= this.end) throw kFull;
    this.bytes[this.position++] = value;
  }

  u32At(position, value) {
    const { bytes } = this;
    bytes[position] = value & 255;
    bytes[position + 1] = (value >>> 8) & 255;
    bytes[position + 2] = (value >>> 16) & 255;
    bytes[position + 3] = value >>> 24;
  }

  /** LEB128 of a non-negative integer up to 2^53. */
  varint(value) {
    this.need(8);
    while (value >= 128) {
      this.bytes[this.position++] = (value % 128) | 128;
      value = value < 0x80000000 ? value >>> 7 : (value - (value % 128)) / 128;
    }
    this.bytes[this.position++] = value;
  }

  /** A 32-bit signed integer: zigzag, then LEB128. */
  signed(value) {
    this.varint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  f64(value) {
    this.need(8);
    number[0] = value;
    for (let i = 0; i < 8; i++) this.bytes[this.position++] = numberBytes[i];
  }

  /** WTF-8 behind its length: one byte, or 255 and four bytes. */
  string(text) {
    const { length } = text;
    const long = length > kShortString;
    this.need(length * 3 + 5);
    const header = this.position;
    const start = header + (long ? 5 : 1);
    const written = length < 12 ? this.ascii(text, start) : this.native(text, start);
    const size = written >= 0 ? written : this.wtf8(text, start);
    if (long) {
      this.bytes[header] = 255;
      this.u32At(header + 1, size);
    } else {
      this.bytes[header] = size;
    }
    this.position = start + size;
  }

  /** The number of bytes, or -1 when the text is not ASCII. */
  ascii(text, at) {
    const { bytes } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = charCodeAt(text, i);
      if (unit > 127) return -1;
      bytes[at + i] = unit;
    }
    return text.length;
  }

  /** The same by Node's own writer, which is faster from a dozen characters on but replaces lone surrogates. */
  native(text, at) {
    const size = utf8Write(this.bytes, text, at, text.length * 3);
    return size === text.length || isWellFormed(text) ? size : -1;
  }

  wtf8(text, at) {
    const { bytes } = this;
    let p = at;
    for (let i = 0; i < text.length; i++) {
      let code = charCodeAt(text, i);
      if (code >= 0xd800 && code < 0xdc00 && i + 1 < text.length) {
        const low = charCodeAt(text, i + 1);
        if (low >= 0xdc00 && low < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          i++;
        }
      }
      if (code < 0x80) {
        bytes[p++] = code;
      } else if (code < 0x800) {
        bytes[p++] = 0xc0 | (code >> 6);
        bytes[p++] = 0x80 | (code & 63);
      } else if (code < 0x10000) {
        bytes[p++] = 0xe0 | (code >> 12);
        bytes[p++] = 0x80 | ((code >> 6) & 63);
        bytes[p++] = 0x80 | (code & 63);
      } else {
        bytes[p++] = 0xf0 | (code >> 18);
        bytes[p++] = 0x80 | ((code >> 12) & 63);
        bytes[p++] = 0x80 | ((code >> 6) & 63);
        bytes[p++] = 0x80 | (code & 63);
      }
    }
    return p - at;
  }

  /** Raw bytes behind their length as u32. */
  blob(view) {
    this.need(view.length + 4);
    this.u32At(this.position, view.length);
    copyBytes(this.bytes, view, this.position + 4);
    this.position += view.length + 4;
  }
}

module.exports = { ByteWriter: alone(ByteWriter), kFull };
