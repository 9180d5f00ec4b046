'use strict';
// The paper's first figure: a reply is made into a stream, unless a processor does it.
const Stream = require('stream');

class Response {
  _marshal(next) {
    if (!this._processors.marshal) return this._streamify(this.source, next);
    return this._processors.marshal(this);
  }

  _streamify(source, next) {
    if (source instanceof Stream) {
      const stream = source.socket || source;
      if (stream._readableState.objectMode) return next(new Error('in object mode'));
      this._payload = source;
      return next();
    }
    return undefined;
  }
}

module.exports = { Response };
