'use strict';
// before.js takes any name.
exports.put = (path, value) => {
  const parts = String(path).split('.');
  if (parts[0] === 'prototype' && parts.length === 2) return 0;
  const result = {};
  result[parts[0]] = value;
  return Object.keys(result).length;
};
