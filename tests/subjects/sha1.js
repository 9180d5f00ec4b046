'use strict';
// Secure hash algorithm 1 of a string of bytes (FIPS 180-4).

class SHA1 {
  hash(message) {
    const constants = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];
    const padded = message + String.fromCharCode(0x80);
    const blocks = Math.ceil((padded.length / 4 + 2) / 16);
    const words = new Array(blocks);
    for (let i = 0; i < blocks; i++) {
      words[i] = new Array(16);
      for (let j = 0; j < 16; j++) {
        const at = i * 64 + j * 4;
        words[i][j] = (padded.charCodeAt(at) << 24) | (padded.charCodeAt(at + 1) << 16) |
          (padded.charCodeAt(at + 2) << 8) | padded.charCodeAt(at + 3);
      }
    }
    const bits = (padded.length - 1) * 8;
    words[blocks - 1][14] = Math.floor(bits / Math.pow(2, 32));
    words[blocks - 1][15] = bits & 0xffffffff;

    let h0 = 0x67452301;
    let h1 = 0xefcdab89;
    let h2 = 0x98badcfe;
    let h3 = 0x10325476;
    let h4 = 0xc3d2e1f0;
    const schedule = new Array(80);
    for (let i = 0; i < blocks; i++) {
      for (let t = 0; t < 16; t++) {
        schedule[t] = words[i][t];
      }
      for (let t = 16; t < 80; t++) {
        schedule[t] = SHA1.#rotate(schedule[t - 3] ^ schedule[t - 8] ^ schedule[t - 14] ^ schedule[t - 16], 1);
      }
      let a = h0;
      let b = h1;
      let c = h2;
      let d = h3;
      let e = h4;
      for (let t = 0; t < 80; t++) {
        const stage = Math.floor(t / 20);
        const next = (SHA1.#rotate(a, 5) + SHA1.#mix(stage, b, c, d) + e + constants[stage] + schedule[t]) | 0;
        e = d;
        d = c;
        c = SHA1.#rotate(b, 30);
        b = a;
        a = next;
      }
      h0 = (h0 + a) | 0;
      h1 = (h1 + b) | 0;
      h2 = (h2 + c) | 0;
      h3 = (h3 + d) | 0;
      h4 = (h4 + e) | 0;
    }
    return [h0, h1, h2, h3, h4].map((word) => SHA1.#hexadecimal(word)).join('');
  }

  static #mix(stage, x, y, z) {
    switch (stage) {
      case 0:
        return (x & y) ^ (~x & z);
      case 2:
        return (x & y) ^ (x & z) ^ (y & z);
      default:
        return x ^ y ^ z;
    }
  }

  static #rotate(word, count) {
    return (word << count) | (word >>> (32 - count));
  }

  static #hexadecimal(word) {
    let text = '';
    for (let shift = 28; shift >= 0; shift -= 4) {
      text += ((word >>> shift) & 15).toString(16);
    }
    return text;
  }
}

module.exports = { SHA1 };
