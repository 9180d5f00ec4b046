'use strict';
// A binary search tree of comparable values without balancing.

class TreeNode {
  left = null;
  right = null;

  constructor(value) {
    this.value = value;
  }
}

class BinarySearchTree {
  #root = null;

  add(value) {
    const node = new TreeNode(value);
    if (this.#root === null) {
      this.#root = node;
      return this;
    }
    let current = this.#root;
    for (;;) {
      if (value < current.value) {
        if (current.left === null) {
          current.left = node;
          break;
        }
        current = current.left;
      } else if (value > current.value) {
        if (current.right === null) {
          current.right = node;
          break;
        }
        current = current.right;
      } else {
        break;
      }
    }
    return this;
  }

  contains(value) {
    let found = false;
    let current = this.#root;
    while (!found && current) {
      if (value < current.value) {
        current = current.left;
      } else if (value > current.value) {
        current = current.right;
      } else {
        found = true;
      }
    }
    return found;
  }

  remove(value) {
    let found = false;
    let parent = null;
    let current = this.#root;
    while (!found && current) {
      if (value < current.value) {
        parent = current;
        current = current.left;
      } else if (value > current.value) {
        parent = current;
        current = current.right;
      } else {
        found = true;
      }
    }
    if (!found) {
      return false;
    }
    const children = (current.left !== null ? 1 : 0) + (current.right !== null ? 1 : 0);
    if (current === this.#root) {
      switch (children) {
        case 0:
          this.#root = null;
          break;
        case 1:
          this.#root = current.right === null ? current.left : current.right;
          break;
        default: {
          let heir = this.#root.left;
          let above = null;
          while (heir.right !== null) {
            above = heir;
            heir = heir.right;
          }
          if (above !== null) {
            above.right = heir.left;
            heir.right = this.#root.right;
            heir.left = this.#root.left;
          } else {
            heir.right = this.#root.right;
          }
          this.#root = heir;
        }
      }
    } else {
      switch (children) {
        case 0:
          if (current.value < parent.value) {
            parent.left = null;
          } else {
            parent.right = null;
          }
          break;
        case 1:
          if (current.value < parent.value) {
            parent.left = current.left === null ? current.right : current.left;
          } else {
            parent.right = current.left === null ? current.right : current.left;
          }
          break;
        default: {
          let heir = current.left;
          let above = current;
          while (heir.right !== null) {
            above = heir;
            heir = heir.right;
          }
          if (above === current) {
            heir.right = current.right;
          } else {
            above.right = heir.left;
            heir.right = current.right;
            heir.left = current.left;
          }
          if (current.value < parent.value) {
            parent.left = heir;
          } else {
            parent.right = heir;
          }
        }
      }
    }
    return true;
  }

  #walk(visit) {
    const stack = [];
    let node = this.#root;
    while (stack.length > 0 || node !== null) {
      while (node !== null) {
        stack.push(node);
        node = node.left;
      }
      node = stack.pop();
      visit(node);
      node = node.right;
    }
  }

  size() {
    let count = 0;
    this.#walk(() => {
      count++;
    });
    return count;
  }
}

module.exports = { BinarySearchTree };
