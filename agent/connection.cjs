'use strict';
// A connection in memory, for requests and answers without a socket. The tests that Kingbird writes have a copy of this file.
const { Duplex } = require('node:stream');

/** One end of a connection. The methods that only a socket has do nothing. */
class End extends Duplex {
  _read() {}
  _write(chunk, encoding, done) { this.other.push(chunk); done(); }
  _final(done) { this.other.push(null); done(); }
  setTimeout() { return this; }
  setNoDelay() { return this; }
  setKeepAlive() { return this; }
  ref() { return this; }
  unref() { return this; }
}

/** Two ends: what is written to one end can be read from the other. */
function connection() {
  const client = new End();
  const server = new End();
  client.other = server;
  server.other = client;
  return { client, server };
}

module.exports = { connection };
