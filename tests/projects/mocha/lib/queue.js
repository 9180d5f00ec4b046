'use strict';

class Queue {
  constructor(limit) {
    this.limit = limit === undefined ? 10 : limit;
    this.items = [];
  }

  push(item) {
    if (this.items.length >= this.limit) return false;
    this.items.push(item);
    return true;
  }

  shift() {
    if (this.items.length === 0) throw new Error('the queue is empty');
    return this.items.shift();
  }
}

function drain(queue, each, done) {
  let count = 0;
  setImmediate(() => {
    while (queue.items.length > 0) {
      each(queue.shift());
      count++;
    }
    done(null, count);
  });
}

module.exports = { Queue, drain };
