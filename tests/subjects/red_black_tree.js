'use strict';
// Left-leaning red-black tree; constructor functions, helpers on the prototype.

var RED = 0;
var BLACK = 1;

function Entry(key, value) {
  this.key = key;
  this.value = value;
  this.color = RED;
  this.left = null;
  this.right = null;
}

function isRed(entry) {
  return entry !== null && entry.color === RED;
}

function rotateLeft(entry) {
  var up = entry.right;
  entry.right = up.left;
  up.left = entry;
  up.color = entry.color;
  entry.color = RED;
  return up;
}

function rotateRight(entry) {
  var up = entry.left;
  entry.left = up.right;
  up.right = entry;
  up.color = entry.color;
  entry.color = RED;
  return up;
}

function RedBlackTree() {
  this.root = null;
  this.count = 0;
}

RedBlackTree.prototype.insert = function (key, value) {
  var self = this;
  function place(entry) {
    if (entry === null) {
      self.count++;
      return new Entry(key, value);
    }
    if (key < entry.key) {
      entry.left = place(entry.left);
    } else if (key > entry.key) {
      entry.right = place(entry.right);
    } else {
      entry.value = value;
    }
    if (isRed(entry.right) && !isRed(entry.left)) {
      entry = rotateLeft(entry);
    }
    if (isRed(entry.left) && isRed(entry.left.left)) {
      entry = rotateRight(entry);
    }
    if (isRed(entry.left) && isRed(entry.right)) {
      entry.color = RED;
      entry.left.color = BLACK;
      entry.right.color = BLACK;
    }
    return entry;
  }
  this.root = place(this.root);
  this.root.color = BLACK;
};

RedBlackTree.prototype.contains = function (key) {
  var entry = this.root;
  while (entry !== null) {
    if (key === entry.key) {
      return true;
    }
    if (key < entry.key) {
      entry = entry.left;
    } else {
      entry = entry.right;
    }
  }
  return false;
};

module.exports.RedBlackTree = RedBlackTree;
