'use strict';

class Store {
  constructor() {
    this.items = new Map();
    this.next = 1;
  }

  add(title, tags = []) {
    const item = { id: this.next++, title, tags, done: false };
    this.items.set(item.id, item);
    return item;
  }

  get(id) {
    return this.items.get(id);
  }

  list({ done, tag } = {}) {
    let items = [...this.items.values()];
    if (done !== undefined) items = items.filter((item) => item.done === done);
    if (tag) items = items.filter((item) => item.tags.includes(tag));
    return items;
  }

  finish(id) {
    const item = this.items.get(id);
    if (!item) return undefined;
    item.done = true;
    return item;
  }

  remove(id) {
    return this.items.delete(id);
  }
}

module.exports = { Store };
