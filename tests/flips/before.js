'use strict';
// after.js refuses one name among all there are.
exports.put = (path, value) => {
  const parts = String(path).split('.');
  const result = {};
  result[parts[0]] = value;
  return Object.keys(result).length;
};
