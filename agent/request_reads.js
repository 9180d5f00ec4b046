'use strict';
// What a server reads of a request: names of the body, the query and the headers. Runs in tests that are run to learn from, and in
// no others: the body and the query are proxies meanwhile.
const querystring = require('node:querystring');
const P = require('./primordials.js');

const kMostReads = 200;
const kMostDepth = 4;
/** Read by the language itself, whatever the code wants. */
const kIgnored = P.setOf(['then', 'toJSON', 'constructor', '__proto__', 'hasOwnProperty']);
const { parse } = JSON;
const parseQuery = querystring.parse;
const { URLSearchParams } = globalThis;

class Reads {
  /** @param {(path: string[]) => void} tell is told of each name once */
  constructor(tell) {
    this.tell = tell;
    this.told = new P.SafeSet();
  }

  note(steps) {
    const name = P.join(steps, '\u0000');
    if (this.told.has(name) || this.told.size >= kMostReads) return;
    this.told.add(name);
    this.tell(steps);
  }

  /** The value, which notes what is read of it. Only plain objects and arrays do: nothing else comes out of a request. */
  recorder(value, steps) {
    if (value === null || typeof value !== 'object' || steps.length > kMostDepth || P.types.isProxy(value)) return value;
    const reads = this;
    const noted = (key) => {
      if (typeof key === 'string' && !kIgnored.has(key) && (P.hasOwn(value, key) || value[key] === undefined)) reads.note(extended(steps, key));
    };
    return new P.Proxy(value, {
      __proto__: null,
      get(target, key) {
        noted(key);
        const item = Reflect.get(target, key);
        return typeof key === 'string' ? reads.recorder(item, extended(steps, key)) : item;
      },
      has(target, key) {
        noted(key);
        return Reflect.has(target, key);
      },
      getOwnPropertyDescriptor(target, key) {
        noted(key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    });
  }
}

P.alone(Reads);

function extended(steps, key) {
  const longer = P.map(steps, (one) => one);
  P.append(longer, key);
  return longer;
}

/** A property of the request that somebody sets or inherits, as a recorder. */
function watchProperty(req, key, reads) {
  let own;
  let isSet = false;
  P.defineProperty(req, key, {
    __proto__: null, configurable: true, enumerable: true,
    get: () => reads.recorder(isSet ? own : Reflect.get(P.getPrototypeOf(req), key, req), [key]),
    set(value) {
      own = value;
      isSet = true;
    },
  });
}

/**
 * @param {import('node:http').Server} server gets a request soon
 * @param {string|undefined} body the text of its body
 * @param {(path: string[]) => void} tell
 */
function watch(server, body, tell) {
  const reads = new Reads(tell);
  JSON.parse = (text, ...more) => {
    const value = P.apply(parse, JSON, [text, ...more]);
    return body !== undefined && `${text}` === body ? reads.recorder(value, ['body']) : value;
  };
  querystring.parse = (...values) => reads.recorder(P.apply(parseQuery, querystring, values), ['query']);
  for (const name of ['get', 'getAll', 'has']) {
    const original = URLSearchParams.prototype[name];
    URLSearchParams.prototype[name] = function (key) {
      if (typeof key === 'string') reads.note(['query', key]);
      return P.apply(original, this, [key]);
    };
  }
  server.prependListener('request', (req) => {
    const { headers } = req;
    P.defineProperty(req, 'headers', { __proto__: null, configurable: true, writable: true, value: reads.recorder(headers, ['headers']) });
    watchProperty(req, 'body', reads);
    watchProperty(req, 'query', reads);
  });
}

module.exports = { Reads, watch };
