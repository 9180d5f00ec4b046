'use strict';
// Top-down splay tree (Sleator and Tarjan): what was asked for last is at the root.

class SplayNode {
  constructor(key, value) {
    this.key = key;
    this.value = value;
    this.left = null;
    this.right = null;
  }
}

class SplayTree {
  constructor() {
    this.root = null;
  }

  isEmpty() {
    return this.root === null;
  }

  splay(key) {
    if (this.isEmpty()) {
      return;
    }
    const dummy = new SplayNode(null, null);
    let left = dummy;
    let right = dummy;
    let current = this.root;
    for (;;) {
      if (key < current.key) {
        if (current.left === null) {
          break;
        }
        if (key < current.left.key) {
          const up = current.left;
          current.left = up.right;
          up.right = current;
          current = up;
          if (current.left === null) {
            break;
          }
        }
        right.left = current;
        right = current;
        current = current.left;
      } else if (key > current.key) {
        if (current.right === null) {
          break;
        }
        if (key > current.right.key) {
          const up = current.right;
          current.right = up.left;
          up.left = current;
          current = up;
          if (current.right === null) {
            break;
          }
        }
        left.right = current;
        left = current;
        current = current.right;
      } else {
        break;
      }
    }
    left.right = current.left;
    right.left = current.right;
    current.left = dummy.right;
    current.right = dummy.left;
    this.root = current;
  }

  insert(key, value) {
    if (this.isEmpty()) {
      this.root = new SplayNode(key, value);
      return;
    }
    this.splay(key);
    if (this.root.key === key) {
      this.root.value = value;
      return;
    }
    const node = new SplayNode(key, value);
    if (key > this.root.key) {
      node.left = this.root;
      node.right = this.root.right;
      this.root.right = null;
    } else {
      node.right = this.root;
      node.left = this.root.left;
      this.root.left = null;
    }
    this.root = node;
  }

  remove(key) {
    if (this.isEmpty()) {
      throw new Error('key not found: ' + key);
    }
    this.splay(key);
    if (this.root.key !== key) {
      throw new Error('key not found: ' + key);
    }
    const removed = this.root;
    if (this.root.left === null) {
      this.root = this.root.right;
    } else {
      const right = this.root.right;
      this.root = this.root.left;
      this.splay(key);
      this.root.right = right;
    }
    return removed;
  }

  findMax(start) {
    if (this.isEmpty()) {
      return null;
    }
    let current = start || this.root;
    while (current.right !== null) {
      current = current.right;
    }
    return current;
  }
}

module.exports = { SplayTree, SplayNode };
