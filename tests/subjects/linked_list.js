'use strict';
// A doubly linked, circular list in the style of 2007: a constructor function and an object literal as prototype. The caller makes
// the nodes and hands them in.

function Node(data) {
  this.prev = null;
  this.next = null;
  this.data = data;
}

function LinkedList() {
  this.length = 0;
  this.first = null;
  this.last = null;
}

LinkedList.prototype = {
  constructor: LinkedList,

  append: function (node) {
    if (this.first === null) {
      node.prev = node;
      node.next = node;
      this.first = node;
      this.last = node;
    } else {
      node.prev = this.last;
      node.next = this.first;
      this.first.prev = node;
      this.last.next = node;
      this.last = node;
    }
    this.length++;
    return true;
  },

  prepend: function (node) {
    if (this.first === null) {
      this.append(node);
      return;
    }
    node.prev = this.last;
    node.next = this.first;
    this.first.prev = node;
    this.last.next = node;
    this.first = node;
    this.length++;
  },

  insertAfter: function (node, newNode) {
    newNode.prev = node;
    newNode.next = node.next;
    node.next.prev = newNode;
    node.next = newNode;
    if (newNode.prev === this.last) {
      this.last = newNode;
    }
    this.length++;
  },

  insertBefore: function (node, newNode) {
    newNode.prev = node.prev;
    newNode.next = node;
    node.prev.next = newNode;
    node.prev = newNode;
    if (newNode.next === this.first) {
      this.first = newNode;
    }
    this.length++;
  },

  remove: function (node) {
    if (!node.prev) {
      return false;
    }
    if (this.length > 1) {
      node.prev.next = node.next;
      node.next.prev = node.prev;
      if (node === this.first) {
        this.first = node.next;
      }
      if (node === this.last) {
        this.last = node.prev;
      }
    } else {
      this.first = null;
      this.last = null;
    }
    node.prev = null;
    node.next = null;
    this.length--;
    return true;
  },

  at: function (i) {
    if (!(i >= 0 && i < this.length)) {
      return null;
    }
    var node = this.first;
    while (i-- > 0) {
      node = node.next;
    }
    return node;
  },
};

module.exports = { LinkedList: LinkedList, Node: Node };
