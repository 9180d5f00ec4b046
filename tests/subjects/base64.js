'use strict';
// Text to and from base 64, without Buffer.

const kDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

class Base64 {
  encode(text) {
    const output = [];
    let i = 0;
    while (i < text.length) {
      const a = text.charCodeAt(i++);
      const b = text.charCodeAt(i++);
      const c = text.charCodeAt(i++);
      if (a > 255 || b > 255 || c > 255) {
        throw new Error('cannot encode a character above 255');
      }
      output.push(kDigits.charAt(a >> 2));
      if (isNaN(b)) {
        output.push(kDigits.charAt((a & 3) << 4));
        output.push('==');
      } else {
        output.push(kDigits.charAt(((a & 3) << 4) | (b >> 4)));
        if (isNaN(c)) {
          output.push(kDigits.charAt((b & 15) << 2));
          output.push('=');
        } else {
          output.push(kDigits.charAt(((b & 15) << 2) | (c >> 6)));
          output.push(kDigits.charAt(c & 63));
        }
      }
    }
    return output.join('');
  }

  decode(text) {
    text = text.replace(/\s/g, '');
    if (!/^[a-z0-9+/]*={0,2}$/i.test(text) || text.length % 4 > 0) {
      throw new Error('not a base 64 string');
    }
    const output = [];
    let bits = 0;
    let held = 0;
    text = text.replace(/=/g, '');
    for (let i = 0; i < text.length; i++) {
      held = (held << 6) | kDigits.indexOf(text.charAt(i));
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        output.push(String.fromCharCode((held >> bits) & 255));
        held &= (1 << bits) - 1;
      }
    }
    return output.join('');
  }
}

module.exports = { Base64 };
