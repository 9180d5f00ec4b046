'use strict';
// A stream that never saw the stream machinery: no _readableState (as hapi's issue 2368).
const Stream = require('stream');

class Response {
  constructor(source) {
    this.source = source;
    this.processors = {};
  }

  marshal(next) {
    if (!this.processors.marshal) return this.streamify(this.source, next);
    return this.processors.marshal(this, next);
  }

  streamify(source, next) {
    if (source instanceof Stream) {
      const stream = source.socket || source;
      if (stream._readableState.objectMode) return next(new Error('cannot send objects'));
      this.payload = source;
      return next();
    }
    this.payload = String(source);
    return next();
  }
}

module.exports = Response;
